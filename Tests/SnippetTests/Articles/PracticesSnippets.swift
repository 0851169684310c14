import Service
import Testing

@Suite(.serialized) struct PracticesSnippets {
    struct Database: Sendable {}
    struct Users: Sendable {}
    struct Analytics: Sendable { func track(_ event: String) {} }
    struct API: Sendable, Equatable { let host: String }

    // snippet: practices-optional
    struct SignIn {
        @Service var users: Users
        @Service var analytics: Analytics?

        func run() {
            analytics?.track("sign-in")
        }
    }
    // snippet end

    @Test func `an optional service may be missing`() {
        ServiceEnv.$current.withValue(ServiceEnv(name: "practices")) { SignIn().run() }
    }

    @Test func `each environment has its own registrations`() throws {
        defer {
            ServiceEnv.online.resetAll()
            ServiceEnv.dev.resetAll()
        }
        // snippet: practices-environments
        ServiceEnv.online.register(API.self) { API(host: "api.example.com") }
        ServiceEnv.dev.register(API.self) { API(host: "localhost") }

        let api = try ServiceEnv.$current.withValue(.dev) {
            try ServiceEnv.current.resolve(API.self)
        }
        #expect(api.host == "localhost")
        // snippet end
    }

    // snippet: keys-both
    struct Paging: ServiceKey, Equatable {
        let pageSize: Int
        static var `default`: Paging { Paging(pageSize: 50) }
    }
    // snippet end

    @Test func `a factory takes the place of a default`() throws {
        let env = ServiceEnv(name: "keys")
        // snippet: keys-both
        env.register(Paging.self)
        #expect(try env.resolve(Paging.self).pageSize == 50)

        env.register(Paging.self) { Paging(pageSize: 10) }
        #expect(try env.resolve(Paging.self).pageSize == 10)
        // snippet end
    }
}
