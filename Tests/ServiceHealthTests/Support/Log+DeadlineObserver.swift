#if Health
@testable import ServiceHealth

/// Writes down which deadlines have come.
extension Log: DeadlineObserver where Element == UInt64 {
    func deadlineCame(for waiter: UInt64) { add(waiter) }
}
#endif
