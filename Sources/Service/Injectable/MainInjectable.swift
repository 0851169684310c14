/// A type whose initialiser takes services and runs on the main actor.
///
/// As ``Injectable``, for `registerMain`. `@Injectable` from `ServiceMacros` writes the conformance.
public protocol MainInjectable: SendableMetatype {
    /// The services that ``make(in:)`` resolves. Read when the type is registered.
    static var needs: [ServiceNeed] { get }

    /// Creates an instance.
    ///
    /// - Parameter env: Where to resolve what it needs: the environment that the instance is created for.
    /// - Returns: A new instance.
    /// - Throws: What resolving throws, or what the initialiser throws.
    @MainActor static func make(in env: ServiceEnv) throws -> Self
}
