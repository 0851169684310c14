import Service
import Testing

@Suite struct ValidationSnippets {
    struct Database: Sendable {}
    struct Session: Sendable {}
    struct Accounts: Sendable {
        let database: Database
        let session: Session
    }
    struct Mailer: Sendable {}
    struct Newsletter: Sendable { let mailer: Mailer }

    struct AppAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register(Database())
            env.register(Mailer())
            env.register(Newsletter.self, needs: Mailer.self) { Newsletter(mailer: $0) }
        }
    }

    // snippet: validation-test
    @Test @MainActor func `the services are wired`() throws {
        let env = ServiceEnv(name: "check")
        env.assemble(AppAssembly())
        try env.validate()
    }
    // snippet end

    @Test func `every problem is in one error`() {
        let env = ServiceEnv(name: "check")
        // snippet: validation-problems
        env.register(Session.self, scope: .custom("session")) { Session() }
        env.register(Accounts.self, needs: Database.self, Session.self) { database, session in
            Accounts(database: database, session: session)
        }

        do {
            try env.validate()
        } catch {
            #expect(
                error.problems == [
                    .missing(service: "Database", requiredBy: ["Accounts"]),
                    .captive(service: "Accounts", holds: "Session"),
                ])
        }
        // snippet end
        #expect(throws: ServiceValidationError.self) { try env.validate() }
    }

    @Test @MainActor func `the graph knows what was declared`() throws {
        let env = ServiceEnv(name: "check")
        env.assemble(AppAssembly())
        // snippet: validation-graph
        let graph = env.graph
        #expect(graph.nodes.map(\.service) == ["Database", "Mailer", "Newsletter"])
        #expect(graph.edges == [ServiceGraph.Edge(from: "Newsletter", to: "Mailer")])
        // snippet end
        #expect(graph.mermaid.hasPrefix("flowchart TD"))
        try expectOutput(of: "validation-explain") {
            // snippet: validation-explain
            print(env.explain(Mailer.self))
            // 'Mailer' is registered at SnippetTests/ValidationSnippets.swift:17, singleton.
            // Needs: not known: it was not created yet and declares nothing
            // Used by: Newsletter
            // snippet end
        }
    }

    struct User: Sendable { let name: String }
    struct Page: Sendable { let user: User }
    struct Analytics: Sendable {}
    struct Report: Sendable {
        let database: Database
        let analytics: Analytics?
    }

    @Test func `a factory that captured an environment is found`() throws {
        let app = ServiceEnv(name: "app")
        app.register(Mailer())
        // snippet: validation-captured
        let preview = app.derived(name: "preview")
        preview.register(Newsletter.self) { Newsletter(mailer: try app.resolve(Mailer.self)) }
        let error = #expect(throws: ServiceValidationError.self) { try preview.validate() }
        // snippet end
        #expect(try #require(error).description.contains("1. [captured environment] The factory of 'Newsletter'"))
    }

    @Test func `what a child will register is expected`() throws {
        let app = ServiceEnv(name: "app")
        // snippet: validation-expecting
        app.register(Page.self, scope: .transient, needs: User.self) { Page(user: $0) }
        try app.validate(expecting: User.self)

        let request = ServiceEnv(name: "request", parent: app)
        request.register(User(name: "Ada"))
        let page = try request.resolve(Page.self)
        // snippet end
        #expect(page.user.name == "Ada")
    }

    @Test func `needs have names and may be missing`() throws {
        let env = ServiceEnv(name: "check")
        env.register(Database.self, name: "replica") { Database() }
        // snippet: validation-needs
        env.register(
            Report.self, needs: Need(Database.self, name: "replica"), Need.optional(Analytics.self)
        ) { database, analytics in
            Report(database: database, analytics: analytics)
        }
        // snippet end
        try env.validate()
        #expect(try env.resolve(Report.self).analytics == nil)
    }
}
