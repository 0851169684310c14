/// A type whose asynchronous initialiser takes services.
///
/// As ``Injectable``, for `registerAsync`. `@Injectable` from `ServiceMacros` writes the conformance.
public protocol AsyncInjectable: Sendable {
    /// The services that ``make(in:)`` resolves. Read when the type is registered.
    static var needs: [ServiceNeed] { get }

    /// Creates an instance.
    ///
    /// - Parameter env: Where to resolve what it needs: the environment that the instance is created for.
    /// - Returns: A new instance.
    /// - Throws: What resolving throws, or what the initialiser throws.
    static func make(in env: ServiceEnv) async throws -> Self
}
