import Service
import Testing

private enum First {
    struct Config: Sendable {}
}
private enum Second {
    struct Config: Sendable {}
}
private struct Repository: Sendable {}

/// Errors about types that print alike, where neither or only one of them is registered.
@Suite struct MissingNamesakeTests {
    private let env = ServiceEnv(name: "namesakes")

    private func error<S: Sendable>(_ type: S.Type) throws -> ServiceError {
        try #require(env.failure(type))
    }

    @Test func `a service that is missing is told from another that a registration declares to need`() throws {
        env.register(Repository.self, needs: First.Config.self, Second.Config.self) { _, _ in Repository() }
        let error = try error(Repository.self)
        #expect(error.missing == "First.Config")
        #expect(
            env.explain(error).hasSuffix(
                """
                While resolving: Repository -> First.Config
                Environment: namesakes
                'Repository' was registered at ServiceTests/MissingNamesakeTests.swift:21.
                Register it before it is first used, env.register(First.Config.self) { … }.
                """))
    }

    @Test func `a service that is missing is told from another that was missing before`() throws {
        env.register(Repository.self) {
            _ = try? ServiceEnv.current.resolve(First.Config.self)
            try ServiceEnv.current.resolve(Second.Config.self)
            return Repository()
        }
        let error = try error(Repository.self)
        #expect(error.missing == "Second.Config")
        let text = env.explain(error)
        #expect(text.contains("\nWhile resolving: Repository -> Second.Config\n"))
        #expect(text.contains("env.register(Second.Config.self) { … }."))
    }

    @Test func `a service that a parent lacks is told from one that its child lacks`() throws {
        let child = ServiceEnv(name: "child", parent: env)
        #expect(env.failure(First.Config.self)?.missing == "Config")
        #expect(child.failure(Second.Config.self)?.missing == "Second.Config")
    }

    @Test func `an error is explained by the name that it has, whatever was missing since`() throws {
        env.register(Repository.self) {
            try ServiceEnv.current.resolve(First.Config.self)
            return Repository()
        }
        let error = try error(Repository.self)
        #expect(error.missing == "Config")
        #expect(env.failure(Second.Config.self)?.missing == "Second.Config")
        env.register(Second.Config.self) { Second.Config() }
        #expect(env.explain(error).contains("\nWhile resolving: Repository -> Config\n"))
        #expect(env.explain(error).contains("env.register(First.Config.self) { … }."))
    }

    @Test func `a registered service of the same short name is shown as similar`() throws {
        env.register(Second.Config.self) { Second.Config() }
        let error = try error(First.Config.self)
        #expect(error.missing == "First.Config")
        #expect(env.explain(error).contains("\nSimilar services are registered: Second.Config.\n"))
        #expect(env.explain(First.Config.self).contains("\nSimilar services are registered: Second.Config."))
        env.register(First.Config.self) { First.Config() }
        #expect(env.explain(First.Config.self).hasSuffix("\nSimilar names: Second.Config"))
    }
}
