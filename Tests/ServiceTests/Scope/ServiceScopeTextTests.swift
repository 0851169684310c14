import Foundation
import Service
import Testing

private final class Session: Sendable {}
private final class Token: Sendable {}
private final class Account: Sendable {}

/// How scopes look in messages, graphs and JSON, and which services may hold which.
@Suite struct ServiceScopeTextTests {
    nonisolated private static let texts: [(ServiceScope, String)] = [
        (.singleton, "singleton"), (.transient, "transient"), (.graph, "graph"), (.weak, "weak"),
        (.custom("session"), "custom(session)"), (.custom(""), "custom()"), (.custom("a)(b"), "custom(a)(b)"),
        (.custom("timed(1 s)"), "custom(timed(1 s))"), (.timed(.seconds(60)), "timed(60 s)"),
        (.timed(.zero), "timed(0 s)"), (.timed(.milliseconds(1500)), "timed(1.5 s)"),
        (.timed(.milliseconds(-1500)), "timed(-1.5 s)"), (.timed(.milliseconds(-500)), "timed(-0.5 s)"),
        (.timed(Duration(secondsComponent: 1, attosecondsComponent: 1)), "timed(1.000000000000000001 s)"),
        (.timed(.seconds(Int64.max)), "timed(9223372036854775807 s)"),
        (.timed(.seconds(Int64.min)), "timed(-9223372036854775808 s)"),
        (
            .timed(Duration(secondsComponent: .max, attosecondsComponent: 999_999_999_999_999_999)),
            "timed(9223372036854775807.999999999999999999 s)"
        ),
        (.timed(.seconds(Int64.max) * 4), "timed(36893488147419103228 s)"), (.custom("\u{301}x"), "custom(\u{301}x)"),
        (.custom("x\u{600}"), "custom(x\u{600})"),
    ]

    @Test(arguments: texts)
    func `a scope is its text, and can be read from it`(scope: ServiceScope, text: String) throws {
        #expect("\(scope)" == text)
        let data = try JSONEncoder().encode([scope])
        #expect(try JSONDecoder().decode([String].self, from: data) == [text])
        #expect(try JSONDecoder().decode([ServiceScope].self, from: data) == [scope])
    }

    @Test(arguments: [
        "", "Singleton", "custom", "custom(a", "timed", "timed()", "timed( s)", "timed(1)", "timed(one s)",
        "timed(- s)",
        "timed(1.-5 s)", "timed(1.2.3 s)", "timed(1.0000000000000000001 s)", "timed(999999999999999999999 s)",
    ])
    func `any other text is no scope`(text: String) throws {
        let data = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([ServiceScope].self, from: data) }
    }

    @Test func `a graph with every scope is read as it was written`() throws {
        let graph = ServiceGraph(
            nodes: Self.texts.map {
                ServiceGraph.Node(service: $0.1, scope: $0.0, location: "App/Services.swift:1")
            }, edges: [])
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: JSONEncoder().encode(graph)) == graph)
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: Data(graph.json.utf8)) == graph)
    }

    @Test func `the graph draws weak and timed services as hexagons`() {
        let env = ServiceEnv(name: "test")
        env.register(Session.self, scope: .weak, needs: Token.self) { _ in Session() }
        env.register(Token.self, scope: .timed(.milliseconds(1500)), needs: Account.self) { _ in Token() }
        #expect(env.graph.mermaid.contains("{{\"Session\"}}\n") && env.graph.mermaid.contains("{{\"Token\"}}\n"))
        #expect(env.graph.dot.contains("timed(1.5 s)") && env.graph.dot.contains("weak"))
        #expect(env.explain(Session.self).contains(", weak.\nNeeds: Token"))
        #expect(env.explain(Token.self).contains(", timed(1.5 s).\nNeeds: Account"))
    }

    @Test(arguments: [ServiceScope.weak, .timed(.seconds(60))])
    func `a singleton that holds one is captive, one that holds a singleton is not`(scope: ServiceScope) throws {
        let env = ServiceEnv(name: "test")
        env.register(Account.self, needs: Session.self) { _ in Account() }
        env.register(Session.self, scope: scope, needs: Token.self) { _ in Session() }
        env.register(Token.self) { Token() }
        do {
            try env.validate()
            Issue.record("valid")
        } catch {
            #expect(error.problems == [.captive(service: "Account", holds: "Session")])
        }
        #expect(env.graph.edges.map(\.isCaptive) == [true, false])
        env.register(Account.self, scope: scope, needs: Session.self) { _ in Account() }
        try env.validate()
    }

    @Test func `validate sees a captive that was not declared`() throws {
        let env = ServiceEnv(name: "test")
        env.register(Account.self) {
            _ = try env.resolve(Session.self)
            return Account()
        }
        env.register(Session.self, scope: .weak) { Session() }
        do {
            try env.validate()
            Issue.record("valid")
        } catch {
            #expect(error.problems == [.captive(service: "Account", holds: "Session")])
        }
    }

    @Test func `validate finds a weak value`() {
        let env = ServiceEnv(name: "test")
        env.register(Int.self, scope: .weak) { 1 }
        do {
            try env.validate()
            Issue.record("valid")
        } catch {
            #expect(error.problems.count == 1)
            guard case .failed("Int", let reason)? = error.problems.first else { return #expect(Bool(false)) }
            #expect(reason.contains("scope .weak"))
        }
    }
}
