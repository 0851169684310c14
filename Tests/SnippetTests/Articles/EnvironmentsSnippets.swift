import Service
import Testing

@Suite struct EnvironmentsSnippets {
    protocol Mailer: Sendable { func send(_ text: String) -> String }
    struct SMTPMailer: Mailer { func send(_ text: String) -> String { "sent \(text)" } }
    struct SilentMailer: Mailer { func send(_ text: String) -> String { "kept \(text)" } }
    struct Newsletter: Sendable {
        let mailer: any Mailer
        func publish() -> String { mailer.send("news") }
    }
    struct User: Sendable, Equatable { let name: String }
    struct Greeting: Sendable { let text: String }
    final class Pool: Sendable {}

    @Test func `current says which environment answers`() throws {
        let staging = ServiceEnv(name: "staging")
        // snippet: env-current
        staging.register((any Mailer).self) { SilentMailer() }

        try ServiceEnv.$current.withValue(staging) {
            let mailer = try ServiceEnv.current.resolve((any Mailer).self)
            #expect(mailer is SilentMailer)
        }
        // snippet end
    }

    @Test func `a purpose is inherited, and a name gives none`() {
        // snippet: env-purpose
        let preview = ServiceEnv(name: "preview", purpose: .development)
        #expect(ServiceEnv(name: "window", parent: preview).purpose == .development)
        #expect(ServiceEnv(name: "test").purpose == .production)
        // snippet end
    }

    @Test func `overriding one service rebuilds what depends on it`() throws {
        let app = ServiceEnv(name: "app")
        // snippet: env-overrides
        app.register((any Mailer).self) { SMTPMailer() }
        app.register(Newsletter.self) { Newsletter(mailer: try app.resolve((any Mailer).self)) }

        try ServiceEnv.$current.withValue(app) {
            #expect(try ServiceEnv.current.resolve(Newsletter.self).publish() == "sent news")

            try ServiceEnv.withOverrides({ $0.register((any Mailer).self) { SilentMailer() } }) {
                let newsletter = try ServiceEnv.current.resolve(Newsletter.self)
                #expect(newsletter.publish() == "kept news")
            }

            #expect(try ServiceEnv.current.resolve(Newsletter.self).publish() == "sent news")
        }
        // snippet end
    }

    @Test func `a child shares what its parent keeps`() throws {
        let app = ServiceEnv(name: "app")
        // snippet: env-child
        app.register(Pool.self) { Pool() }
        app.register(Greeting.self, scope: .transient) {
            Greeting(text: "Hello, \(try ServiceEnv.current.resolve(User.self).name)")
        }

        let request = ServiceEnv(name: "request", parent: app)
        request.register(User(name: "Ada"))

        #expect(try request.resolve(Pool.self) === app.resolve(Pool.self))
        #expect(try request.resolve(Greeting.self).text == "Hello, Ada")
        // snippet end
    }
}
