/// A type that declares which services its initialiser takes, and can be created from them.
///
/// `@Injectable` from `ServiceMacros` writes the conformance. By hand it takes two lines:
///
/// ```swift
/// struct Archive: Injectable, Sendable {
///     let store: any PhotoStore
///
///     static var needs: [ServiceNeed] { [ServiceNeed((any PhotoStore).self)] }
///     static func make(in env: ServiceEnv) throws -> Archive {
///         Archive(store: try env.resolve((any PhotoStore).self))
///     }
/// }
/// ```
///
/// ```swift
/// env.register(Archive.self)
/// ```
///
/// ``ServiceEnv/validate()`` and ``ServiceEnv/graph`` know the needs without creating anything.
public protocol Injectable: SendableMetatype {
    /// The services that ``make(in:)`` resolves. Read when the type is registered.
    static var needs: [ServiceNeed] { get }

    /// Creates an instance.
    ///
    /// - Parameter env: Where to resolve what it needs: the environment that the instance is created for.
    /// - Returns: A new instance.
    /// - Throws: What resolving throws, or what the initialiser throws.
    static func make(in env: ServiceEnv) throws -> Self
}
