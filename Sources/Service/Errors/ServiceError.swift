/// Describes why a service could not be resolved.
///
/// There are exactly four cases, so an exhaustive `switch` needs no `default`:
///
/// ```swift
/// do {
///     let database = try ServiceEnv.current.resolve(Database.self)
///     return "ready: \(database)"
/// } catch {
///     switch error {
///     case .notRegistered(let service): return "register \(service)"
///     case .circularDependency(_, let chain): return chain.joined(separator: " -> ")
///     case .maxDepthExceeded(let depth, _): return "deeper than \(depth)"
///     case .factoryFailed(let service, let reason): return "\(service): \(reason)"
///     }
/// }
/// ```
///
/// Services are named by the shortest form of their type that is unique in the environment that was
/// asked: `Config`, or `First.Config` beside `Second.Config`. A service that is not registered is also told from those that
/// were missing before.
public enum ServiceError: Error, Sendable {
    /// Nothing is registered for the service, or nothing outside of the main actor.
    case notRegistered(serviceType: String)
    /// The service needs itself. `chain` runs from the outermost resolution to the repeated service, even if the
    /// cycle closes across threads.
    case circularDependency(serviceType: String, chain: [String])
    /// The resolution is nested deeper than ``ServiceEnv/maxResolutionDepth``. `depth` is that limit.
    case maxDepthExceeded(depth: Int, chain: [String])
    /// The service's factory threw an error that is not a ``ServiceError``.
    case factoryFailed(serviceType: String, underlyingError: any Error)
}

extension ServiceError: CustomStringConvertible {
    /// The message for developers, in the documented words.
    public var description: String {
        switch self {
        case .notRegistered(let serviceType):
            "Service '\(serviceType)' is not registered in ServiceEnv"
        case .circularDependency(let serviceType, let chain):
            """
            Circular dependency detected for service '\(serviceType)'.
            Dependency chain: \(chain.joined(separator: " -> "))
            Check your service registration to break the cycle.
            """
        case .maxDepthExceeded(let depth, let chain):
            """
            Maximum resolution depth (\(depth)) exceeded.
            Current chain: \(chain.joined(separator: " -> "))
            This may indicate a circular dependency or overly deep dependency graph.
            """
        case .factoryFailed(let serviceType, let underlyingError):
            "Factory failed to create service '\(serviceType)': \(underlyingError)"
        }
    }
}
