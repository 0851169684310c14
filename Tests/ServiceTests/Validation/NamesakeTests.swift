import Service
import Testing

private enum First {
    struct Config: Sendable {}
}
private enum Second {
    struct Config: Sendable {}
}
private struct Repository: Sendable {}
private struct Screen: Sendable {}

/// Types that print alike and are needed, whether they are registered or not.
@Suite struct NamesakeTests {
    let env = ServiceEnv(name: "namesakes")

    @Test func `what a factory can do without is not missing because another of the same short name is`() {
        env.register(Repository.self) {
            _ = try? ServiceEnv.current.resolve(First.Config.self)
            try ServiceEnv.current.resolve(Second.Config.self)
            return Repository()
        }
        env.register(Screen.self) {
            try ServiceEnv.current.resolve(Second.Config.self)
            return Screen()
        }
        #expect(env.problems() == [.missing(service: "Second.Config", requiredBy: ["Repository", "Screen"])])
    }

    @Test func `services that are missing are told apart in problems, graphs and explanations`() {
        env.register(Repository.self, needs: First.Config.self, Second.Config.self) { _, _ in Repository() }
        #expect(
            env.problems() == [
                .missing(service: "First.Config", requiredBy: ["Repository"]),
                .missing(service: "Second.Config", requiredBy: ["Repository"]),
            ])
        #expect(env.graph.missing == ["First.Config", "Second.Config"])
        #expect(env.graph.mermaid.contains(#"["Second.Config"]:::missing"#))
        #expect(env.graph.dot.contains(#""Repository" -> "Second.Config";"#))
        #expect(env.explain(Repository.self).contains("\nNeeds: First.Config, Second.Config\n"))
        #expect(env.explain(First.Config.self).hasPrefix("'First.Config' is not registered in 'namesakes'."))
    }

    @Test func `a service that is registered is told from one that is missing`() {
        env.register(First.Config.self) { First.Config() }
        env.register(Repository.self, needs: First.Config.self, Second.Config.self) { _, _ in Repository() }
        #expect(env.problems() == [.missing(service: "Second.Config", requiredBy: ["Repository"])])
        #expect(env.graph.nodes.map(\.service) == ["First.Config", "Repository"])
        #expect(env.graph.missing == ["Second.Config"])
        #expect(env.explain(First.Config.self).hasPrefix("'First.Config' is registered at "))
    }

    @Test func `an expected service is told from one of the same short name that is missing`() throws {
        env.register(Repository.self, scope: .transient) {
            try ServiceEnv.current.resolve(Second.Config.self)
            return Repository()
        }
        try env.validate(expecting: Second.Config.self)
        let error = #expect(throws: ServiceValidationError.self) { try env.validate(expecting: First.Config.self) }
        #expect(error?.problems == [.missing(service: "Config", requiredBy: ["Repository"])])
    }

    @Test func `what a factory asks a child of its environment for is missing as well`() {
        env.register(Repository.self) {
            _ = try? ServiceEnv.current.resolve(Second.Config.self)
            try ServiceEnv(name: "child", parent: .current).resolve(First.Config.self)
            return Repository()
        }
        let error = #expect(throws: ServiceValidationError.self) { try env.validate() }
        #expect(error?.problems.first == .missing(service: "First.Config", requiredBy: ["Repository"]))
    }
}
