#if Health
/// Those who listen to a manager: each has a bounded buffer of its own, so that a slow one holds nobody up.
struct HealthSubscribers: Sendable {
    /// How many transitions wait for one subscriber before the oldest is dropped.
    static let bufferSize = 64

    private var transitions: [UInt64: AsyncStream<HealthTransition>.Continuation] = [:]
    private var changes: [UInt64: AsyncStream<Void>.Continuation] = [:]
    private var nextID: UInt64 = 0

    mutating func add(_ continuation: AsyncStream<HealthTransition>.Continuation) -> UInt64 {
        nextID += 1
        transitions[nextID] = continuation
        return nextID
    }

    mutating func add(_ continuation: AsyncStream<Void>.Continuation) -> UInt64 {
        nextID += 1
        changes[nextID] = continuation
        return nextID
    }

    /// Removes a subscriber.
    ///
    /// - Returns: What was kept of it, to let go after unlocking.
    mutating func remove(_ id: UInt64) -> (AsyncStream<HealthTransition>.Continuation?, AsyncStream<Void>.Continuation?)
    {
        (transitions.removeValue(forKey: id), changes.removeValue(forKey: id))
    }

    var count: Int { transitions.count + changes.count }

    /// Gives a transition to everyone, and returns how many were dropped for it. Call it without a lock, on a copy: what waits
    /// for a transition may run at once, on an executor of its own.
    func publish(_ transition: HealthTransition) -> Int {
        var dropped = 0
        for continuation in transitions.values {
            if case .dropped = continuation.yield(transition) { dropped += 1 }
        }
        return dropped
    }

    /// Tells the mirrors that something changed. Call it without a lock, on a copy.
    func signalChange() {
        for continuation in changes.values { continuation.yield() }
    }

    /// Ends everyone's stream.
    func finish() {
        for continuation in transitions.values { continuation.finish() }
        for continuation in changes.values { continuation.finish() }
    }
}
#endif
