import Service
public import Testing

/// Gives every test, and every argument of a test, a service environment of its own.
///
/// ```swift
/// @Suite(.serviceEnv { $0.register((any Database).self) { FakeDatabase() } })
/// struct RepositoryTests {
///     @Test func `a test has the suite's services`() throws {
///         let database = try ServiceEnv.current.resolve((any Database).self)
///         #expect(database is FakeDatabase)
///     }
///
///     @Test(.serviceEnv { $0.register((any Database).self) { BrokenDatabase() } }, arguments: [1, 2, 3])
///     func `a test may replace one`(attempt: Int) throws {
///         let database = try ServiceEnv.current.resolve((any Database).self)
///         #expect(database is BrokenDatabase)
///     }
/// }
/// ```
///
/// The environment is ``/Service/ServiceEnv/current`` while the suite's instance is created and the test runs. Its purpose is
/// `.testing`. It has the registrations of the environment around it, and none of its instances: that of the enclosing
/// suite's trait, and outside all traits ``/Service/ServiceEnv/online``. Tests that run in parallel share nothing.
public struct ServiceEnvTrait: TestTrait, SuiteTrait, TestScoping {
    /// Says what else happens when a test resolves a service that nobody registered.
    public enum Strictness: Sendable {
        /// What the enclosing trait says; without one, the same as ``lenient``.
        case inherited
        /// The resolution throws.
        case lenient
        /// The resolution throws, and the test fails even if the code under test swallows the error.
        ///
        /// An optional wrapper without a service throws nothing and does not fail the test.
        case strict
    }

    let strictness: Strictness
    let sourceLocation: SourceLocation
    let configure: @Sendable (ServiceEnv) async throws -> Void

    /// True: a suite's trait goes for the tests of the suites inside it, too.
    public var isRecursive: Bool { true }

    /// Runs a test in an environment of its own. Swift Testing calls this, once for each argument.
    ///
    /// - Parameters:
    ///   - test: The test; the environment is called after it.
    ///   - testCase: The argument that it runs with.
    ///   - function: Runs the test.
    /// - Throws: What the registering closure throws, and what the test does. A ``/Service/ServiceError`` is recorded as an issue with
    ///   what `explain(_:)` says of it instead.
    @concurrent
    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable @concurrent () async throws -> Void
    ) async throws {
        let environment = makeEnvironment(name: test.displayName ?? test.name)
        try await ServiceEnv.$current.withValue(environment) {
            do {
                try await configure(environment)
                try await function()
            } catch let error as ServiceError {
                // The error alone says less than the environment knows of it.
                Issue.record(error, Comment(rawValue: environment.explain(error)), sourceLocation: test.sourceLocation)
            }
        }
    }

    private func makeEnvironment(name: String) -> ServiceEnv {
        let outer = ServiceEnv.current
        return switch strictness {
        case .inherited: outer.derived(name: name, purpose: .testing)
        case .lenient: outer.derived(name: name, onMissing: nil, purpose: .testing)
        case .strict:
            outer.derived(
                name: name,
                onMissing: { [sourceLocation] explanation in
                    Issue.record(Comment(rawValue: explanation), sourceLocation: sourceLocation)
                }, purpose: .testing)
        }
    }
}
