#if Health
import Synchronization

/// Lets a call know that a call it is made of has been retried already, so that retries do not multiply
/// across layers.
///
/// Only the layer next to the failure makes it again: three attempts above three attempts are three, not
/// nine.
final class RetryLayer: Sendable {
    /// The attempt that the current task is part of.
    @TaskLocal static var current: RetryLayer?

    private let wasRetried = Atomic<Bool>(false)

    /// Whether a pipeline further in gave up on retrying.
    var gaveUpBelow: Bool { wasRetried.load(ordering: .relaxed) }

    /// A pipeline within this attempt has done what there was to do.
    func noteGivingUp() {
        wasRetried.store(true, ordering: .relaxed)
    }

    /// The call further in that gave up was answered by a fallback, so a failure of this attempt is another
    /// one.
    func forgive() {
        wasRetried.store(false, ordering: .relaxed)
    }
}
#endif
