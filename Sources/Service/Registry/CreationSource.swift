/// Decides, for one registration in one environment, where an instance comes from.
///
/// The container asks once for each creation, and knows nothing of health: a source may run the factory, or return
/// something else with a lease. Of a service that the container caches, it begins no creation while it wants the result of
/// another. It wants none after a reset, nor of an asynchronous creation that all callers have left; such a creation may
/// go on beside the next one.
@usableFromInline
package protocol CreationSource: AnyObject, Sendable {
    /// Returns an instance.
    ///
    /// - Parameter factory: Creates an instance of the service itself. For a main-actor service, this runs on the main
    ///   actor.
    /// - Throws: What the factory throws, unless something else takes the place of the service.
    func create(_ factory: () throws -> Instance) throws -> SourcedInstance

    /// Returns an instance of a service whose factory is asynchronous.
    func create(_ factory: () async throws -> Instance) async throws -> SourcedInstance

    /// What takes the place of the service now, for callers that cannot create it; nil if nothing does.
    var standby: SourcedInstance? { get }

    /// The container asks no more: the service was reset, or is registered again. Creations that have begun may still run, and keep the
    /// source for as long as they do. Called without a lock held. Nothing is done by default.
    func abandon()
}

extension CreationSource {
    package func abandon() {}
}

/// Tells a source that it was dropped, when this is released.
final class DroppedSource: Sendable {
    private let source: any CreationSource

    init(_ source: any CreationSource) { self.source = source }

    deinit { source.abandon() }
}

/// What a creation source returns.
@usableFromInline
package struct SourcedInstance: Sendable {
    /// The instance, not decorated yet.
    package let instance: Instance
    /// How long the instance is valid; nil for the service itself.
    package let lease: Lease?
    /// Called after the instance is decorated, and cached if it will be: it shows that the service can be created, even if a
    /// reset came first or all callers have left. A creation that fails drops it without calling it.
    package let confirm: (@Sendable () -> Void)?
    /// Called instead when a decorator throws.
    package let reject: Reject?

    /// Returns what takes the place of an instance that a decorator refused and is decorated in turn, or nil to let the error
    /// reach the caller.
    package enum Reject: Sendable {
        case sync(@Sendable (any Error) -> SourcedInstance?)
        /// Of a service whose factory is asynchronous.
        case async(@Sendable (any Error) async -> SourcedInstance?)
    }

    package init(
        _ instance: Instance, lease: Lease? = nil, confirm: (@Sendable () -> Void)? = nil, reject: Reject? = nil
    ) {
        self.instance = instance
        self.lease = lease
        self.confirm = confirm
        self.reject = reject
    }
}

/// What a source needs to know about the environment that it is created for.
@usableFromInline
package struct CreationSourceContext: Sendable {
    /// Whether everything created is thrown away, and nothing outside may learn of it.
    package let isDryRun: Bool
    /// Whether mocks may take the place of services.
    package let allowsMocks: Bool
}
