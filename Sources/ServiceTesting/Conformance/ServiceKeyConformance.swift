public import Service
public import Testing

/// Checks that the default of a ``/Service/ServiceKey`` works in every environment.
///
/// ```swift
/// @Test func `settings keep the promises of a service key`() {
///     ServiceKeyConformance(Settings.self).check()
/// }
/// ```
public struct ServiceKeyConformance<Key: ServiceKey & Sendable> {
    private let configure: (ServiceEnv) -> Void
    private let sourceLocation: SourceLocation

    /// Creates a check of a key.
    ///
    /// - Parameters:
    ///   - type: The key.
    ///   - sourceLocation: Where issues are shown. Defaults to the call site.
    ///   - configure: Registers what the default needs; nothing by default.
    public init(
        _ type: Key.Type, sourceLocation: SourceLocation = #_sourceLocation,
        needing configure: @escaping (ServiceEnv) -> Void = { _ in }
    ) {
        self.configure = configure
        self.sourceLocation = sourceLocation
    }

    /// Records an issue for each rule that the key breaks.
    ///
    /// - The default resolves in an environment that has only what it needs.
    /// - If it is an object, each environment gets its own: a shared one would carry state from test to test.
    public func check() {
        guard let first = resolveInNewEnvironment(), let second = resolveInNewEnvironment() else { return }
        if Key.self is AnyObject.Type, (first as AnyObject) === (second as AnyObject) {
            Issue.record(
                """
                \(Key.self).default is one object for all environments, which so share its state. \
                Return a new one each time: static var `default`: \(Key.self) { … }
                """, sourceLocation: sourceLocation)
        }
    }

    private func resolveInNewEnvironment() -> Key? {
        let environment = ServiceEnv(name: "\(Key.self) conformance").derived(name: "\(Key.self) conformance") {
            [sourceLocation] in
            Issue.record(Comment(rawValue: $0), sourceLocation: sourceLocation)
        }
        configure(environment)
        environment.register(Key.self)
        return ServiceEnv.$current.withValue(environment) {
            do throws(ServiceError) {
                return try environment.resolve(Key.self)
            } catch .notRegistered {
                return nil  // An issue was recorded already.
            } catch {
                Issue.record(error, "The default does not resolve.", sourceLocation: sourceLocation)
                return nil
            }
        }
    }
}
