#if Health
@_spi(Lock) import Service
public import Synchronization

/// One service's place in a manager, found once by callers that record often.
@usableFromInline
final class HealthRecord: Sendable {
    private struct Circuit {
        weak var circuit: (any TryScheduling)?
    }

    @usableFromInline let service: ServiceID
    /// Read by every success: false while one more would change nothing.
    @usableFromInline let successIsNews = Atomic<Bool>(true)
    /// The kind of the fallback that has answered calls since the last success, as its place in
    /// `FallbackKind.allCases` counted from one. Read by every answer of a fallback.
    let answeredKind = Atomic<Int>(0)
    private let liveRegistrations = Atomic<Int>(0)
    /// The next record in the same bucket.
    let next = AtomicLazyReference<HealthRecord>()
    private let circuits = Lock<[Circuit]>([])
    /// What is told of the circuits, one after the other, so that the last one told is the state that they have.
    private let announcements = OrderedActions()

    init(service: ServiceID) {
        self.service = service
    }

    /// Adds a circuit that calls of the service go through, for as long as there is one.
    func add(_ circuit: any TryScheduling) {
        let living = circuits.withLock { circuits in
            let living = circuits.compactMap(\.circuit)
            circuits = (living + [circuit]).map { Circuit(circuit: $0) }
            return living
        }
        // One that has just lost its last other owner goes with this, and not under the lock.
        withExtendedLifetime(living) {}
    }

    /// Whether a registration has created the live service, and has neither failed since nor gone.
    var isLive: Bool { liveRegistrations.load(ordering: .relaxed) > 0 }

    /// A registration has created the live service.
    func addLive() { liveRegistrations.add(1, ordering: .relaxed) }

    /// A registration that had created the live service could not do so again, or is gone.
    func removeLive() { liveRegistrations.subtract(1, ordering: .relaxed) }

    /// Tells when each circuit that does not let every call through is tried again.
    func tellCircuits(_ observer: @escaping @Sendable ([NextTry]) -> Void) {
        announcements.add { [weak self] in
            guard let self else { return }
            observer(circuits.withLock { $0.compactMap(\.circuit) }.compactMap(\.nextTry))
        }
        announcements.run()
    }

    /// When a call is made again, as the circuits say: the open one that is tried first, or the next call where all are
    /// closed. Nil where calls go through no circuit. Do not ask under a lock: it reads clocks.
    var nextTry: NextTry? {
        let circuits = circuits.withLock { $0.compactMap(\.circuit) }
        guard !circuits.isEmpty else { return nil }
        return circuits.compactMap(\.nextTry).min() ?? .withNextCall
    }
}
#endif
