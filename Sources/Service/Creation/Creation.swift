import Synchronization

/// One run of a factory whose instance others may wait for.
///
/// Safe because the properties are immutable or atomic, and those of the subclasses are, or behind a lock.
class Creation: @unchecked Sendable {
    /// The service that is being created.
    final let service: ServiceIdentity
    /// The resolver that creates it, and waits for whatever it needs.
    final let owner: Resolver
    private let finished = Atomic<Bool>(false)

    init(of service: ServiceIdentity, by owner: Resolver) {
        self.service = service
        self.owner = owner
    }

    /// Whether the outcome is known, so that nobody waits for it any longer.
    final var isFinished: Bool { finished.load(ordering: .sequentiallyConsistent) }

    final func markFinished() { finished.store(true, ordering: .sequentiallyConsistent) }

    /// Counts one more caller that waits. Called under the lock of the slot.
    func join() {}
}

extension Creation: Equatable {
    static func == (left: Creation, right: Creation) -> Bool { left === right }
}
