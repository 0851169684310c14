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

    @Test func `explain says where, what, who and what is similar`() {
        let text = env.explain(Log.self)
        #expect(text.contains("ServiceGraphTests.swift"))
        #expect(text.contains("Used by: Database"))
        #expect(env.explain(Double.self).contains("not registered in 'test'"))
    }
}
