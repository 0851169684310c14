@_spi(Lock) import Service
import ServiceTesting
import Testing

/// The environments that tests saw, kept alive so that no address is used twice.
private let seen = Lock<[String: [NamedOrigin]]>([:])

/// Notes the instance that a test got, and says whether an earlier run of it got the same one.
private func isNew(_ origin: NamedOrigin, in test: String) -> Bool {
    seen.withLock { seen in
        defer { seen[test, default: []].append(origin) }
        return !seen[test, default: []].contains { $0 === origin }
    }
}

@Suite(.serviceEnv { $0.register((any Origin).self) { NamedOrigin("suite") } })
struct ServiceEnvTraitTests {
    @Service var injected: any Origin

    @Test func `a test sees what its suite registers`() throws {
        #expect(try ServiceEnv.current.resolve((any Origin).self).name == "suite")
    }

    @Test func `properties of the suite are injected from the test's environment`() throws {
        let resolved = try ServiceEnv.current.resolve((any Origin).self)
        #expect(injected as? NamedOrigin === resolved as? NamedOrigin)
    }

    @Test(.serviceEnv { $0.register((any Origin).self) { NamedOrigin("test") } })
    func `a test's own registration replaces that of its suite`() {
        #expect(injected.name == "test")
    }

    @Test(.serviceEnv { env in env.register(Dependant.self) { Dependant(origin: try env.resolve((any Origin).self)) } })
    func `a test adds to what its suite registers`() throws {
        #expect(try ServiceEnv.current.resolve(Dependant.self).origin.name == "suite")
    }

    @Test(arguments: 0..<20) func `each argument has an environment of its own`(argument: Int) throws {
        let origin = try #require(try ServiceEnv.current.resolve((any Origin).self) as? NamedOrigin)
        #expect(isNew(origin, in: #function))
        ServiceEnv.current.register(Dependant.self) { Dependant(origin: NamedOrigin("\(argument)")) }
        #expect(try ServiceEnv.current.resolve(Dependant.self).origin.name == "\(argument)")
    }

    @Test func `the environment is called after the test`() {
        #expect(ServiceEnv.current.name == "the environment is called after the test")
    }

    @Test func `tasks of the test inherit its environment`() async throws {
        let own = try ServiceEnv.current.resolve((any Origin).self) as? NamedOrigin
        let inherited = try await Task { try ServiceEnv.current.resolve((any Origin).self) as? NamedOrigin }.value
        #expect(own === inherited)
    }

    @Suite(
        .serviceEnv { env in env.register(Dependant.self) { Dependant(origin: try env.resolve((any Origin).self)) } })
    struct Nested {
        @Service var dependant: Dependant

        @Test func `a nested suite sees what the outer one registers`() {
            #expect(dependant.origin.name == "suite")
        }

        @Test(.serviceEnv { $0.register((any Origin).self) { NamedOrigin("innermost") } })
        func `an override rebuilds what the outer suites registered around it`() {
            #expect(dependant.origin.name == "innermost")
        }

        @Suite struct Deeper {
            @Test func `a suite without the trait has that of the suites around it`() throws {
                #expect(try ServiceEnv.current.resolve(Dependant.self).origin.name == "suite")
            }

            @Test(arguments: 0..<10) func `arguments in a nested suite have environments of their own`(_: Int) throws {
                let dependant = try ServiceEnv.current.resolve(Dependant.self)
                #expect(isNew(try #require(dependant.origin as? NamedOrigin), in: #function))
            }
        }
    }
}

@Suite(.serviceEnv) struct PlainServiceEnvTraitTests {
    @Test func `the environment is not the process's`() {
        ServiceEnv.current.register(Dependant.self) { Dependant(origin: NamedOrigin("private")) }
        #expect(throws: ServiceError.self) { try ServiceEnv.online.resolve(Dependant.self) }
    }

    @Test(
        .serviceEnv {
            $0.registerAsync(NamedOrigin.self) { NamedOrigin("warm") }
            try await $0.warmUp()
        }) func `a trait may prepare the environment asynchronously`() throws
    {
        #expect(try ServiceEnv.current.resolve(NamedOrigin.self).name == "warm")
    }

    @Test(
        .serviceEnv { environment in
            environment.register(NamedOrigin.self) { NamedOrigin(ServiceEnv.current.name) }
            #expect(ServiceEnv.current.name == environment.name)
        }) func `the environment is current while the trait registers`() throws
    {
        #expect(try ServiceEnv.current.resolve(NamedOrigin.self).name == ServiceEnv.current.name)
    }

    @Test func `an environment that cannot be prepared fails the test, whose body does not run`() async throws {
        struct NotPrepared: Error {}
        let test = try #require(Test.current)
        await #expect(throws: NotPrepared.self) {
            try await ServiceEnvTrait.serviceEnv { _ in throw NotPrepared() }
                .provideScope(for: test, testCase: Test.Case.current) { Issue.record("The body ran.") }
        }
    }
}
