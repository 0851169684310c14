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
/// The environment is ``/Service/ServiceEnv/current`` while the suite's instance is created and the test runs. Its
/// purpose is `.testing`. It starts with the registrations of the environment around it, without its instances: that of
/// the enclosing suite's trait or, outside of all traits, ``/Service/ServiceEnv/online``. Tests that run in parallel
/// share nothing.
public struct ServiceEnvTrait: TestTrait, SuiteTrait, TestScoping {
    /// What else happens when a test resolves a service that is not registered.
    public enum Strictness: Sendable {
        /// As the enclosing trait; without one, the same as ``lenient``.
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

    /// True: the trait of a suite also applies to the suites inside it.
    public var isRecursive: Bool { true }

    /// Runs a test in an environment of its own. Swift Testing calls this, once for each argument.
    ///
    /// - Parameters:
    ///   - test: The test, which gives the environment its name.
    ///   - testCase: The argument that it runs with.
    ///   - function: Runs the test.
    /// - Throws: The errors of the registering closure and of the test. A ``/Service/ServiceError`` is instead recorded
    ///   as an issue with the text of `explain(_:)`.
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
