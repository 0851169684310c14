import Service
import Testing

/// Guarantee 6: a factory runs in the environment it runs for.
@Suite struct FactoryEnvironmentTests {
    private struct Repository: Sendable {
        let database: String
        let environment: String
    }

    private let env = ServiceEnv(name: "own")
    private let caller = ServiceEnv(name: "caller")

    @Test(arguments: [ServiceScope.singleton, .transient, .graph, .custom("session")])
    func `the current environment of a factory is the one that is resolved`(scope: ServiceScope) throws {
        env.register(String.self) { "own database" }
        caller.register(String.self) { "the caller's database" }
        env.register(Repository.self, scope: scope) {
            Repository(
                database: try ServiceEnv.current.resolve(String.self), environment: ServiceEnv.current.name)
        }
        try ServiceEnv.$current.withValue(caller) {
            let repository = try env.resolve(Repository.self)
            #expect(repository.environment == "own")
            #expect(repository.database == "own database")
            #expect(ServiceEnv.current.name == "caller")
        }
    }

    @Test func `a dependency in another environment runs in that one, and its caller goes on in its own`() throws {
        caller.register(String.self) { ServiceEnv.current.name }
        env.register(Repository.self) { [caller] in
            let database = try caller.resolve(String.self)
            return Repository(database: database, environment: ServiceEnv.current.name)
        }
        let repository = try env.resolve(Repository.self)
        #expect(repository.database == "caller")
        #expect(repository.environment == "own")
    }

    @Test func `a wrapper made in a factory captures the environment that is resolved`() throws {
        env.register(String.self) { "own database" }
        caller.register(String.self) { "the caller's database" }
        env.register(Service<String>.self) { Service(String.self) }
        let injected = try ServiceEnv.$current.withValue(caller) { try env.resolve(Service<String>.self) }
        #expect(injected() == "own database")
    }

    @Test func `a factory that fails leaves the caller's environment in place`() {
        env.register(String.self) { throw Refused() }
        ServiceEnv.$current.withValue(caller) {
            #expect(env.failure(String.self)?.failure != nil)
            #expect(ServiceEnv.current.name == "caller")
        }
    }

    @Test @MainActor func `a main-actor factory's current environment is the one that is resolved`() throws {
        env.registerMain(Repository.self) {
            Repository(database: "", environment: ServiceEnv.current.name)
        }
        try ServiceEnv.$current.withValue(caller) {
            let repository = try env.resolveMain(Repository.self)
            #expect(repository.environment == "own")
        }
    }

    @Test func `on a thread without a task the current environment is the one that is resolved, too`() async throws {
        env.register(String.self) { ServiceEnv.current.name }
        let names = try await onThreads(2) { [env] _ in (env.outcome(String.self).value, ServiceEnv.current.name) }
        for (inside, outside) in names {
            #expect(inside == "own")
            #expect(outside == "online")
        }
    }

    // MARK: Environments as values

    @Test func `environments are equal and hash by name`() {
        #expect(ServiceEnv(name: "a") == ServiceEnv(name: "a"))
        #expect(ServiceEnv(name: "a") != ServiceEnv(name: "b"))
        #expect(Set([ServiceEnv(name: "a"), ServiceEnv(name: "b"), ServiceEnv(name: "a")]).count == 2)
        #expect(ServiceEnv.online == ServiceEnv(name: ServiceEnv.online.name))
        #expect([ServiceEnv.online, .dev, .test].map(\.name) == ["online", "dev", "test"])
    }

    @Test func `a copy of an environment shares its registrations, another of the same name does not`() throws {
        let copy = env
        let namesake = ServiceEnv(name: env.name)
        env.register(String.self) { "own" }
        #expect(try copy.resolve(String.self) == "own")
        #expect(namesake.failure(String.self)?.missing == "String")
    }
}
