#if Health
import Synchronization

/// One registration with a fallback, as a manager tells it from the others.
final class FallbackRegistration: Sendable {
    let number: UInt64
    private let lastChange = Atomic<UInt64>(0)

    init(number: UInt64) {
        self.number = number
    }

    /// Notes a change of the registration, unless the manager has learned of a later one. Call it under the manager's lock.
    ///
    /// - Parameter change: Its number. A registration counts its changes when it makes them, and reports them without a lock,
    ///   so that they may arrive in another order.
    /// - Returns: False where the change is out of date.
    func note(_ change: UInt64) -> Bool {
        guard change > lastChange.load(ordering: .relaxed) else { return false }
        lastChange.store(change, ordering: .relaxed)
        return true
    }
}
#endif
