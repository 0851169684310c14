import Service
import ServiceTesting
import Testing

@Suite(.serviceEnv(.strict) { $0.register((any Origin).self) { NamedOrigin("suite") } })
struct StrictServiceEnvTests {
    /// Runs code that is expected to make the test fail, and returns the issues that it recorded.
    private func issues(_ body: () async throws -> Void) async rethrows -> [Issue] {
        let recorded = Recorder<Issue>()
        try await withKnownIssue {
            try await body()
        } matching: { issue in
            recorded.record(issue)
            return true
        }
        return recorded.elements
    }

    @Test func `resolving what nobody registered fails the test, even if the error is swallowed`() async {
        let issues = await issues {
            _ = try? ServiceEnv.current.resolve(Dependant.self)
        }
        #expect(issues.count == 1)
        #expect(
            issues.first?.comments.first?.rawValue.hasPrefix("Service 'Dependant' is not registered in ServiceEnv")
                == true)
    }

    @Test func `the issue is shown at the trait that asked for strictness`() async throws {
        let issues = await issues {
            _ = try? ServiceEnv.current.resolve(Dependant.self)
        }
        let location = try #require(issues.first?.sourceLocation)
        #expect(location.fileID == #fileID)
        #expect((6...7).contains(location.line), "the lines of the attribute and of the suite")
    }

    @Test func `the error is thrown as well`() {
        withKnownIssue {
            let error = #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Dependant.self) }
            guard case .notRegistered("Dependant") = error else {
                Issue.record("threw \(String(describing: error))")
                return
            }
        } matching: {
            $0.comments.first?.rawValue.contains("is not registered in ServiceEnv") == true
        }
    }

    @Test func `the issue names the path to what is missing`() async {
        ServiceEnv.current.register(Dependant.self) {
            Dependant(origin: try ServiceEnv.current.resolve(NamedOrigin.self))
        }
        let issues = await issues { _ = try? ServiceEnv.current.resolve(Dependant.self) }
        #expect(issues.count == 1)
        #expect(issues.first?.comments.first?.rawValue.contains("While resolving: Dependant -> NamedOrigin") == true)
    }

    @Test func `what is registered resolves without an issue`() throws {
        #expect(try ServiceEnv.current.resolve((any Origin).self).name == "suite")
    }

    @Test func `an optional wrapper without a service is no issue`() {
        @Service var dependant: Dependant?
        @Provider var provided: Dependant?
        #expect(dependant == nil)
        #expect(provided == nil)
    }

    @Test func `a service that fails is an error and no issue`() {
        struct Failure: Error {}
        ServiceEnv.current.register(Dependant.self) { throw Failure() }
        #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Dependant.self) }
    }

    @Test func `children, derived environments and overrides are strict too`() async {
        let current = ServiceEnv.current
        let issues = await issues {
            _ = try? current.derived(name: "derived").resolve(Dependant.self)
            _ = try? ServiceEnv(name: "child", parent: current).resolve(Dependant.self)
            _ = ServiceEnv.withOverrides({ _ in }) { try? ServiceEnv.current.resolve(Dependant.self) }
        }
        #expect(issues.count == 3)
    }

    @Test func `names, arguments and asynchronous resolutions count as well`() async {
        let issues = await issues {
            _ = try? ServiceEnv.current.resolve((any Origin).self, name: "replica")
            _ = try? ServiceEnv.current.resolve((any Origin).self, arguments: 1)
            _ = try? await ServiceEnv.current.resolveAsync(Dependant.self)
        }
        #expect(issues.count == 3)
    }

    @MainActor @Test func `the main actor's resolutions count as well`() async {
        let issues = await issues { _ = try? ServiceEnv.current.resolveMain(Dependant.self) }
        #expect(issues.count == 1)
    }

    @Test(.serviceEnv) func `a trait that does not say otherwise stays strict`() async {
        let issues = await issues { _ = try? ServiceEnv.current.resolve(Dependant.self) }
        #expect(issues.count == 1)
    }

    @Test(.serviceEnv(.strict)) func `strict inside strict records one issue`() async {
        let issues = await issues { _ = try? ServiceEnv.current.resolve(Dependant.self) }
        #expect(issues.count == 1)
    }

    @Test(.serviceEnv(.lenient)) func `a lenient test in a strict suite gets the error only`() {
        #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Dependant.self) }
    }

    @Test func `a validation reports what is missing itself, and records no issue`() {
        ServiceEnv.current.register(Dependant.self) {
            Dependant(origin: try ServiceEnv.current.resolve(NamedOrigin.self))
        }
        #expect(throws: ServiceValidationError.self) { try ServiceEnv.current.validate() }
    }
}
