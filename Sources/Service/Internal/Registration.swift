import Synchronization

/// How one service is made: what a registration call stored.
///
/// The factory writes into raw memory for a value of the service's type, see ``ErasedValue``.
@usableFromInline
final class Registration: Sendable {
    @usableFromInline typealias SendableFactory = @Sendable (UnsafeMutableRawPointer) throws -> Void
    @usableFromInline typealias MainFactory = @MainActor @Sendable (UnsafeMutableRawPointer) throws -> Void
    @usableFromInline typealias ArgumentsFactory =
        @Sendable (UnsafeRawPointer?, UnsafeMutableRawPointer) throws -> Void
    @usableFromInline typealias MainArgumentsFactory =
        @MainActor @Sendable (UnsafeRawPointer?, UnsafeMutableRawPointer) throws -> Void
    @usableFromInline typealias AsyncFactory = @Sendable () async throws -> ErasedValue

    /// Shuts an instance down, which it takes over.
    @usableFromInline typealias Shutdown = @Sendable (ErasedValue) async throws -> Void

    @safe
    @usableFromInline
    enum Factory: Sendable {
        case sendable(SendableFactory)
        case main(MainFactory)
        /// Reads the ``ServiceArguments`` that the first pointer points to.
        case arguments(ArgumentsFactory)
        case mainArguments(MainArgumentsFactory)
        case async(AsyncFactory)

        /// Runs the factory; one of the main actor only where the caller is on it.
        ///
        /// - Parameter arguments: The arguments of the resolution, which are there for a factory that takes any: they are
        ///   part of the service's identity.
        func callAsFunction(_ arguments: UnsafeRawPointer?, _ destination: UnsafeMutableRawPointer) throws {
            switch self {
            case .sendable(let factory): try unsafe factory(destination)
            case .main(let factory):
                nonisolated(unsafe) let destination = unsafe destination
                try MainActor.assumeIsolated { try unsafe factory(destination) }
            case .arguments(let factory):
                try unsafe factory(arguments, destination)
            case .mainArguments(let factory):
                nonisolated(unsafe) let (arguments, destination) = unsafe (arguments, destination)
                try MainActor.assumeIsolated { try unsafe factory(arguments, destination) }
            case .async:
                preconditionFailure("Asynchronous factories are run by resolveAsync alone.")
            }
        }

        /// Replaces a value in place, as a decorator does. Where it throws, the value is gone and its memory is not.
        func apply(to value: ErasedValue) throws {
            try unsafe self(nil, value.pointer)
        }

        /// Whether only the main actor may run it.
        var isMain: Bool {
            switch self {
            case .sendable, .arguments, .async: false
            case .main, .mainArguments: true
            }
        }
    }

    let scope: ServiceScope
    let factory: Factory
    /// The environment that the registration was made in.
    let home: EnvironmentIdentity
    /// What the registration says that the factory needs; nil if it says nothing.
    let needs: [ServiceIdentity]?
    let place: RegistrationPlace
    /// Shuts down what was kept, if that is needed.
    let onShutdown: Shutdown?
    /// Makes what decides about stand-ins; nil for a service that has none.
    let makeSource: (@Sendable (_ isRehearsal: Bool) -> ErasedSource)?

    /// Whether an instance was made, so that ``observed`` is known.
    let isObserved = Atomic<Bool>(false)
    /// What the factory asked for while it was watched.
    let observed = Lock<[ServiceIdentity]>([])
    /// What injected properties that were initialised meanwhile will ask for.
    let deferred = Lock<[ServiceIdentity: DeferredNeed]>([:])

    init(
        scope: ServiceScope, factory: Factory, needs: [ServiceIdentity]?, home: EnvironmentIdentity,
        place: RegistrationPlace, onShutdown: Shutdown? = nil,
        makeSource: (@Sendable (_ isRehearsal: Bool) -> ErasedSource)? = nil
    ) {
        self.makeSource = makeSource
        self.onShutdown = onShutdown
        self.needs = needs
        self.scope = scope
        self.factory = factory
        self.home = home
        self.place = place
    }

    /// Whether only the main actor may make and hold the service.
    var isMain: Bool { factory.isMain }

    /// Whether the factory has to be awaited.
    var isAsync: Bool {
        if case .async = factory { true } else { false }
    }

    /// What an injected property asks for.
    struct DeferredNeed {
        /// Whether the property is nil without the service.
        var isOptional: Bool
    }

    /// Remembers that an injected property of the instance will ask for a service.
    func observe(deferred dependency: ServiceIdentity, isOptional: Bool) {
        deferred.withLock { deferred in
            // Needed for certain if any of the properties is not optional.
            deferred[dependency] = DeferredNeed(isOptional: isOptional && deferred[dependency]?.isOptional ?? true)
        }
    }

    /// Remembers that the factory asked for a service.
    func observe(dependency: ServiceIdentity) {
        observed.withLock { observed in
            if !observed.contains(dependency) { observed.append(dependency) }
        }
    }
}
