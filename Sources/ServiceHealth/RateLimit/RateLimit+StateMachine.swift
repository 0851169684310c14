#if Health
/// Decides which calls get a permit now, which wait for one, and which are rejected. Knows no clock and no lock.
///
/// The content of the bucket is counted in whole numbers, in units that make one permit `per` nanoseconds and add `permits`
/// in each nanosecond. So nothing is rounded, and the limit holds exactly however often it is asked.
struct RateLimitStateMachine<Instant: InstantProtocol & Sendable>: Sendable where Instant.Duration == Duration {
    /// The answer to a call that wants to run.
    enum Admission: Sendable, Equatable {
        case run
        /// Wait until ``advance(to:)`` names this number.
        case wait(UInt64)
        case reject(retryAfter: Duration)
    }

    private let permits: Int128
    /// What one permit takes out of the bucket.
    private let cost: Int128
    private let capacity: Int128
    private let maxWait: Duration
    /// What the bucket held at ``updated``.
    private var content: Int128
    private var updated: Instant?
    /// Those who wait, the oldest first.
    private(set) var waiting: [UInt64] = []
    private var lastWaiter: UInt64 = 0

    init(policy: RateLimitPolicy) {
        permits = Int128(policy.permits)
        cost = Int128(policy.per.saturatedNanoseconds)
        capacity = cost * Int128(policy.burst)
        maxWait = policy.maxWait
        content = capacity
    }

    /// Gives the permits that have come since to those who wait for them.
    ///
    /// - Returns: Those who have one now, in the order they came.
    mutating func advance(to now: Instant) -> [UInt64] {
        refill(at: now)
        guard !waiting.isEmpty, content >= cost else { return [] }
        let count = min(waiting.count, Int(content / cost))
        content -= cost * Int128(count)
        defer { waiting.removeFirst(count) }
        return Array(waiting.prefix(count))
    }

    /// Takes a permit if there is one and nobody waits for it.
    mutating func takesAtOnce(at now: Instant) -> Bool {
        // What has come since belongs to those who wait, who get it with `advance(to:)`.
        waiting.isEmpty && takes(at: now)
    }

    private mutating func takes(at now: Instant) -> Bool {
        refill(at: now)
        guard waiting.isEmpty, content >= cost else { return false }
        content -= cost
        return true
    }

    /// Decides about a new call. Call ``advance(to:)`` first, as those who wait come before it.
    mutating func enter(at now: Instant) -> Admission {
        if takes(at: now) { return .run }
        let wait = timeUntilPermit(behind: waiting.count)
        guard maxWait > .zero, wait <= maxWait else { return .reject(retryAfter: wait) }
        lastWaiter += 1
        waiting.append(lastWaiter)
        return .wait(lastWaiter)
    }

    /// A waiter gives up, and those behind it move up. False where it has a permit already.
    mutating func abandon(_ waiter: UInt64) -> Bool {
        guard let index = waiting.firstIndex(of: waiter) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// When the first of those who wait gets a permit.
    var nextPermit: Instant? {
        guard let updated, !waiting.isEmpty else { return nil }
        return updated.advanced(by: timeUntilPermit(behind: 0))
    }

    private mutating func refill(at now: Instant) {
        guard let last = updated else {
            updated = now
            return
        }
        guard last < now else { return }
        updated = now
        guard content < capacity else { return }
        content = min(capacity, content + Int128(last.duration(to: now).saturatedNanoseconds) * permits)
    }

    /// The time from ``updated`` until a caller gets a permit with so many before it.
    private func timeUntilPermit(behind others: Int) -> Duration {
        // A permit is given at the end of the nanosecond in which it has come. What comes in the rest of that nanosecond
        // is lost where the bucket holds one permit only.
        guard capacity == cost else { return time(toAdd: cost * Int128(others + 1) - content) }
        return time(toAdd: cost - content) + time(toAdd: cost) * others
    }

    private func time(toAdd missing: Int128) -> Duration {
        .nanoseconds(Int64(clamping: (max(0, missing) + permits - 1) / permits))
    }

    /// Stops a debug build in which something impossible is true.
    func checkInvariants() {
        assert((0...capacity).contains(content), "the bucket holds too much, or less than nothing")
        assert(waiting.isEmpty || content < cost, "a call waits beside a permit")
        assert(zip(waiting, waiting.dropFirst()).allSatisfy { $0 < $1 }, "the line is out of order")
    }
}
#endif
