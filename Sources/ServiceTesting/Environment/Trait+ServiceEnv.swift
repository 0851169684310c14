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
    ///   - strictness: Whether resolving what nobody registered fails the test.
    ///   - sourceLocation: Where such an issue is shown; leave it out.
    ///   - configure: Registers services, and may warm them up. The environment is current meanwhile, and what this throws
    ///     fails the test before it begins. It runs for each test and each argument.
    public static func serviceEnv(
        _ strictness: ServiceEnvTrait.Strictness = .inherited, sourceLocation: SourceLocation = #_sourceLocation,
        _ configure: @escaping @Sendable (ServiceEnv) async throws -> Void = { _ in }
    ) -> Self {
        ServiceEnvTrait(strictness: strictness, sourceLocation: sourceLocation, configure: configure)
    }
}
