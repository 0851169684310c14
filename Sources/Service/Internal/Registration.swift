import Synchronization

/// How one service is made: what a registration call stored.
///
/// The factory writes into raw memory for a value of the service's type, see ``ErasedValue``.
@usableFromInline
final class Registration: Sendable {
    @usableFromInline typealias SendableFactory = @Sendable (UnsafeMutableRawPointer) throws -> Void
    @usableFromInline typealias MainFactory = @MainActor @Sendable (UnsafeMutableRawPointer) throws -> Void

    @safe
    @usableFromInline
    enum Factory: Sendable {
        case sendable(SendableFactory)
        case main(MainFactory)

        /// Runs the factory; one of the main actor only where the caller is on it.
        func callAsFunction(_ destination: UnsafeMutableRawPointer) throws {
            switch self {
            case .sendable(let factory): try unsafe factory(destination)
            case .main(let factory):
                nonisolated(unsafe) let destination = unsafe destination
                try MainActor.assumeIsolated { try unsafe factory(destination) }
            }
        }
    }

    let scope: ServiceScope
    let factory: Factory
    /// The environment that the registration was made in.
    let home: EnvironmentIdentity
    let place: RegistrationPlace

    /// Whether an instance was made, so that ``observed`` is known.
    let isObserved = Atomic<Bool>(false)
    /// What the factory asked for while it was watched.
    let observed = Mutex<[ServiceIdentity]>([])

    init(scope: ServiceScope, factory: Factory, home: EnvironmentIdentity, place: RegistrationPlace) {
        self.scope = scope
        self.factory = factory
        self.home = home
        self.place = place
    }

    /// Whether only the main actor may make and hold the service.
    var isMain: Bool {
        if case .main = factory { true } else { false }
    }

    /// Remembers that the factory asked for a service.
    func observe(dependency: ServiceIdentity) {
        observed.withLock { observed in
            if !observed.contains(dependency) { observed.append(dependency) }
        }
    }
}
