public import Service
public import Testing

extension Trait where Self == ServiceEnvTrait {
    /// Gives every test and every argument a fresh environment, derived from the one around it.
    public static var serviceEnv: Self {
        ServiceEnvTrait(strictness: .inherited, sourceLocation: #_sourceLocation, configure: { _ in })
    }

    /// Gives every test and every argument a fresh environment, derived from the one around it, and registers in it.
    ///
    /// ```swift
    /// @Test(.serviceEnv(.strict) { $0.register((any Database).self) { FakeDatabase() } })
    /// ```
    ///
    /// - Parameters:
    ///   - strictness: Whether resolving a service that is not registered fails the test.
    ///   - sourceLocation: Where such an issue is shown. Defaults to the call site.
    ///   - configure: Registers services, and may warm them up. It runs for each test and each argument, with the
    ///     environment as the current one. If it throws, the test fails before it begins.
    public static func serviceEnv(
        _ strictness: ServiceEnvTrait.Strictness = .inherited, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping @Sendable (ServiceEnv) async throws -> Void = { _ in }
    ) -> Self {
        ServiceEnvTrait(strictness: strictness, sourceLocation: sourceLocation, configure: configure)
    }
}
