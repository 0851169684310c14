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
}
