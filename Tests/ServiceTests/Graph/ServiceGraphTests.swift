import Foundation
import Service
import Testing

private final class Database: Sendable {}
private final class Log: Sendable {}
private struct Box<Content>: Sendable {}

@Suite struct ServiceGraphTests {
    let env = ServiceEnv(name: "test")

    init() {
        env.register(Database.self, needs: Log.self) { _ in Database() }
        env.register(Log.self) { Log() }
        env.register(Box<Int>.self, name: "a \"quoted\" name", scope: .transient) { Box() }
    }

    @Test func `declared and observed needs are edges`() throws {
        let env = env
        #expect(env.graph.edges == [.init(from: "Database", to: "Log")])
        env.register(Int.self) {
            try env.resolve(Database.self); return 1
        }
        #expect(env.graph.edges.count == 1)
        try env.resolve(Int.self)
        #expect(env.graph.edges.contains(.init(from: "Int", to: "Database")))
    }

    @Test func `a kept service is observed as well`() throws {
        let env = env
        try env.resolve(Log.self)
        env.register(Int.self) {
            try env.resolve(Log.self); return 1
        }
        try env.resolve(Int.self)
        #expect(env.graph.edges.contains(.init(from: "Int", to: "Log")))
    }

    @Test func `nodes have scope and place, and say whether they are checked`() throws {
        let nodes = env.graph.nodes
        #expect(nodes.map(\.service) == ["Box<Int>(a \"quoted\" name)", "Database", "Log"])
        #expect(nodes.map(\.scope) == [.transient, .singleton, .singleton])
        #expect(nodes.map(\.isChecked) == [false, true, false])
        #expect(nodes.allSatisfy { $0.location.hasPrefix("ServiceTests/ServiceGraphTests.swift:") })
    }

    @Test func `the JSON is what JSONDecoder reads`() throws {
        let graph = env.graph
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: Data(graph.json.utf8)) == graph)
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: JSONEncoder().encode(graph)) == graph)
    }

    @Test func `Mermaid and DOT escape a quotation mark with an accent`() {
        let graph = ServiceGraph(
            nodes: [ServiceGraph.Node(service: "A(\"\u{301})", scope: .singleton, location: "")], edges: [])
        #expect(graph.dot.unicodeScalars.split(separator: "\\").count == 4)
        #expect(graph.mermaid.utf8.elementsEqual("flowchart TD\n    n0[\"A(#quot;\u{301})\"]\n".utf8))
    }

    @Test func `Mermaid and DOT escape what they must`() {
        let graph = env.graph
        #expect(graph.mermaid.contains(##"("Box#lt;Int#gt;(a #quot;quoted#quot; name)")"##))
        #expect(graph.mermaid.contains("n1 --> n2"))
        let odd = ServiceEnv(name: "odd")
        odd.register(Log.self, name: "this & that\non two lines") { Log() }
        #expect(odd.graph.mermaid.contains(#"["Log(this #amp; that on two lines)"]"#))
        #expect(graph.dot.contains(#""Database" -> "Log";"#))
        #expect(graph.dot.contains(#"a \"quoted\" name"#))
    }

    @Test func `a missing service is drawn`() {
        env.register(Int.self, needs: String.self) { _ in 1 }
        #expect(env.graph.missing == ["String"])
        #expect(env.graph.mermaid.contains(#"["String"]:::missing"#))
    }

    @Test func `contributions of one type are drawn once, with their number and each arrow once`() {
        let env = ServiceEnv(name: "plugins")
        for _ in 0..<2 {
            env.contribute(Int.self) {
                try ServiceEnv.current.resolve(Log.self)
                return 1
            }
        }
        env.register(Log())
        #expect(throws: Never.self) { try env.resolveAll(Int.self) }
        let graph = env.graph
        #expect(graph.nodes.count == 3)
        #expect(
            graph.mermaid == """
                flowchart TD
                    n0["Int[contribution] × 2"]
                    n1["Log"]
                    n0 --> n1

                """)
        #expect(
            graph.dot == #"""
                digraph services {
                    node [shape=box];
                    "Int[contribution]" [label="Int[contribution] × 2\nsingleton"];
                    "Log" [label="Log\nsingleton"];
                    "Int[contribution]" -> "Log";
                }

                """#)
    }

    @Test func `an optional wrapper is not drawn as missing`() throws {
        struct Page: Sendable {
            @Service var text: String?
        }
        let env = ServiceEnv(name: "optional")
        env.register(Page.self) { Page() }
        try env.resolve(Page.self)
        let graph = env.graph
        #expect(graph.edges == [.init(from: "Page", to: "String", isDeferred: true, isOptional: true)])
        #expect(graph.missing.isEmpty)
        #expect(graph.absent == ["String"])
        #expect(
            graph.mermaid == """
                flowchart TD
                    n0["Page"]
                    n1["String"]:::absent
                    n0 -.->|optional| n1
                    classDef absent stroke:#999,color:#999

                """)
        #expect(graph.dot.contains(#""String" [color=gray, fontcolor=gray];"#))
        #expect(graph.dot.contains(#""Page" -> "String" [style=dotted, label=optional];"#))
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: Data(graph.json.utf8)) == graph)
        let old = graph.json.replacing(#","isOptional":true"#, with: "")
        #expect(try JSONDecoder().decode(ServiceGraph.self, from: Data(old.utf8)).edges.first?.isOptional == false)
    }

    @Test(arguments: ServiceKind.allCases) @MainActor
    func `what a decorator needs is an edge, also if the service was created before`(kind: ServiceKind) async throws {
        let env = ServiceEnv(name: "decorated")
        env.register(Log.self) { Log() }
        env.register(Database.self) { Database() }
        kind.register(Int.self, in: env) {
            try ServiceEnv.current.resolve(Log.self)
            return 1
        }
        try await kind.resolve(Int.self, in: env)
        try env.resolve(Database.self)
        env.decorate(Int.self) { inner in
            try ServiceEnv.current.resolve(Database.self)
            _ = Provider(String.self)
            return inner + 1
        }
        #expect(env.graph.nodes.filter { !$0.isChecked }.map(\.service) == ["Int"])
        #expect(try await kind.resolve(Int.self, in: env) == 2)
        #expect(env.graph.nodes.count { $0.isChecked } == 3)
        let edges: [ServiceGraph.Edge] = [
            .init(from: "Int", to: "Database"), .init(from: "Int", to: "Log"),
            .init(from: "Int", to: "String", isDeferred: true),
        ]
        #expect(env.graph.edges == edges)
        #expect(env.explain(Int.self).contains("Needs: Database, Log, String"))
    }

    @Test(arguments: ServiceKind.allCases, [ServiceScope.singleton, .transient]) @MainActor
    func `what a child's decorator needs is an edge of the child's graph`(
        kind: ServiceKind, scope: ServiceScope
    ) async throws {
        let app = ServiceEnv(name: "app")
        app.register(Log.self) { Log() }
        app.register(Database.self) { Database() }
        kind.register(Int.self, scope: scope, in: app) { 1 }
        app.decorate(Int.self) { inner in
            try ServiceEnv.current.resolve(Log.self)
            return inner
        }
        let child = ServiceEnv(name: "child", parent: app)
        child.decorate(Int.self) { inner in
            try ServiceEnv.current.resolve(Database.self)
            return inner
        }
        try await kind.resolve(Int.self, in: child)
        #expect(child.graph.edges == [.init(from: "Int", to: "Database"), .init(from: "Int", to: "Log")])
        #expect(app.graph.edges == [.init(from: "Int", to: "Log")])
        child.register(Int.self) { 2 }
        #expect(child.graph.edges == [.init(from: "Int", to: "Database")])
    }

    @Test func `what a provider will ask for is a deferred need that makes no captive`() throws {
        struct Page: Sendable {
            let box = Provider(Box<Int>.self, name: "a \"quoted\" name")
            @Provider var text: String?
        }
        env.register(Page.self) { Page() }
        try ServiceEnv.$current.withValue(env) { _ = try env.resolve(Page.self) }
        #expect(
            env.graph.edges.filter { $0.from == "Page" } == [
                .init(from: "Page", to: "Box<Int>(a \"quoted\" name)", isDeferred: true),
                .init(from: "Page", to: "String", isDeferred: true, isOptional: true),
            ])
    }

    @Test func `explain says where, what, who and what is similar`() {
        let text = env.explain(Log.self)
        #expect(text.contains("ServiceGraphTests.swift"))
        #expect(text.contains("Used by: Database"))
        #expect(env.explain(Double.self).contains("not registered in 'test'"))
    }
}
