import Synchronization

/// One run of a factory whose instance others may wait for.
///
/// Safe because the properties, and those of the subclasses, are immutable, atomic or behind a lock.
class Creation: @unchecked Sendable {
    /// The service that is being created.
    final let service: ServiceIdentity
    /// The resolver that creates it, and waits for whatever it needs.
    final let owner: Resolver
    /// The environment that was asked for the service first, whose observers are told how the creation ends.
    private let requester: ObjectIdentifier
    /// The others whose observers were told of a failure; nil for none, which is nearly always.
    private let told = Lock<Set<ObjectIdentifier>?>(nil)
    private let finished = Atomic<Bool>(false)

    init(of service: ServiceIdentity, by owner: Resolver, for requester: ObjectIdentifier) {
        self.service = service
        self.owner = owner
        self.requester = requester
    }

    /// Whether a failure is still to be told to the observers of an environment that was asked as well. True once for each.
    final func isNews(to other: ObjectIdentifier) -> Bool {
        guard other != requester else { return false }
        return told.withLock { told in
            var others = told ?? []
            defer { told = others }
            return others.insert(other).inserted
        }
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
