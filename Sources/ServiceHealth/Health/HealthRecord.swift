public import Synchronization

/// One service's place in a manager, found once and kept by whoever records often.
@usableFromInline
final class HealthRecord: Sendable {
    @usableFromInline let service: ServiceID
    /// Read by every success: false while one more would change nothing.
    @usableFromInline let successIsNews = Atomic<Bool>(true)
    /// The next record in the same bucket.
    let next = AtomicLazyReference<HealthRecord>()

    init(service: ServiceID) {
        self.service = service
    }
}
