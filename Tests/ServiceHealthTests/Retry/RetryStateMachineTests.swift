#if Health
import Testing

@testable import ServiceHealth

@Suite struct RetryStateMachineTests {
    typealias Machine = RetryStateMachine<Tick>

    static func machine(_ policy: RetryPolicy, seed: UInt64 = 1) -> Machine {
        Machine(policy: policy, generator: SeededGenerator(seed: seed))
    }

    @Test func `delays double from the base up to the maximum`() {
        var machine = Self.machine(RetryPolicy(maxAttempts: 8, maximumDelay: .seconds(1), jitter: .none))
        let delays = (1...7).map { machine.attemptFailed($0, at: .ms(0), deadline: nil) }
        #expect(
            delays == [100, 200, 400, 800, 1000, 1000, 1000].map { .retry(after: .milliseconds($0)) })
        #expect(machine.attemptFailed(8, at: .ms(0), deadline: nil) == .giveUp(.attemptsUsed))
    }

    @Test(arguments: [1e20, 1e300, .greatestFiniteMagnitude], [Duration.seconds(20), .seconds(Int64.max)])
    func `a multiplier of any size leads to the longest delay, and from none to none`(
        multiplier: Double, longest: Duration
    ) {
        for base in [Duration.seconds(1), .nanoseconds(1), .zero] {
            var machine = Self.machine(
                RetryPolicy(
                    maxAttempts: 9, baseDelay: base, multiplier: multiplier, maximumDelay: longest, jitter: .none))
            let delays = (1...8).map { machine.attemptFailed($0, at: .ms(0), deadline: nil) }
            #expect(delays.first == .retry(after: base))
            #expect(delays.last == .retry(after: base == .zero ? .zero : longest))
        }
    }

    @Test func `full jitter draws from the whole delay, and a seed repeats it`() {
        func delays() -> [Duration] {
            var machine = Self.machine(
                RetryPolicy(maxAttempts: 2, baseDelay: .seconds(1), budget: nil), seed: 7)
            return (0..<500).compactMap { _ in
                guard case .retry(let delay) = machine.attemptFailed(1, at: .ms(0), deadline: nil) else {
                    return nil
                }
                return delay
            }
        }
        let drawn = delays()
        #expect(drawn.count == 500)
        #expect(drawn.min() ?? .zero < .milliseconds(50))
        #expect(drawn.max() ?? .zero > .milliseconds(950))
        #expect(drawn.max() ?? .zero < .seconds(1))
        #expect(delays() == drawn)
    }

    @Test(arguments: [(99, true), (100, false), (101, false)])
    func `a delay that would reach the deadline is not begun`(now: Int, retries: Bool) {
        var machine = Self.machine(RetryPolicy(jitter: .none))
        let action = machine.attemptFailed(1, at: .ms(now), deadline: .ms(200))
        #expect(action == (retries ? .retry(after: .milliseconds(100)) : .giveUp(.deadlineTooNear)))
    }

    @Test(arguments: [
        // calls, retries allowed
        (1, 50), (9, 50), (10, 1), (19, 1), (20, 2), (30, 3), (100, 10), (105, 10),
    ])
    func `a budget allows a tenth of the calls from the tenth on, at least one`(calls: Int, allowed: Int) {
        var machine = Self.machine(RetryPolicy())
        for _ in 0..<calls { machine.beginCall(at: .ms(0)) }
        var retries = 0
        while retries < 50, case .retry = machine.attemptFailed(1, at: .ms(0), deadline: nil) { retries += 1 }
        #expect(retries == allowed)
        if allowed < 50 {
            #expect(machine.attemptFailed(1, at: .ms(0), deadline: nil) == .giveUp(.budgetSpent))
        }
    }

    @Test func `the budget comes back when its window has passed`() {
        var machine = Self.machine(RetryPolicy(jitter: .none))
        for _ in 0..<10 { machine.beginCall(at: .ms(0)) }
        #expect(machine.attemptFailed(1, at: .ms(0), deadline: nil) == .retry(after: .milliseconds(100)))
        #expect(machine.attemptFailed(1, at: .ms(9_999), deadline: nil) == .giveUp(.budgetSpent))
        for _ in 0..<10 { machine.beginCall(at: .ms(10_000)) }
        #expect(machine.attemptFailed(1, at: .ms(10_000), deadline: nil) == .retry(after: .milliseconds(100)))
    }

    @Test func `a policy without a budget has no limit`() {
        var machine = Self.machine(RetryPolicy(jitter: .none, budget: nil))
        for _ in 0..<1000 {
            machine.beginCall(at: .ms(0))
            #expect(machine.attemptFailed(1, at: .ms(0), deadline: nil) == .retry(after: .milliseconds(100)))
        }
    }

    /// Keeps every event and counts anew. Its buckets begin with the first event after an age without any.
    struct Model {
        var events: [(bucket: Int, isRetry: Bool)] = []
        var origin: Int?

        mutating func settle(at now: Int) -> Int {
            if let origin, let last = events.last, now - (origin + last.bucket * 1000) >= 10_000 {
                (events, self.origin) = ([], nil)
            }
            let start = origin ?? now
            origin = start
            let bucket = (now - start) / 1000
            events.removeAll { $0.bucket <= bucket - 10 }
            return bucket
        }

        mutating func call(at now: Int) { events.append((settle(at: now), false)) }

        mutating func retry(at now: Int, tenths: Int) -> Bool {
            let bucket = settle(at: now)
            let calls = events.count { !$0.isRetry }
            let retries = events.count { $0.isRetry }
            guard calls < 10 || retries < max(1, calls * tenths / 10) else { return false }
            events.append((bucket, true))
            return true
        }
    }

    @Test(arguments: Randomness.seeds)
    func `a million random steps of the budget give what the model gives`(seed: UInt64) throws {
        var random = Randomness.start(seed)
        for tenths in [1, 2, 5, 10] {
            var machine = Self.machine(RetryPolicy(jitter: .none, budget: Double(tenths) / 10))
            var model = Model()
            var now = 0
            var callShare = 0.5
            for step in 0..<25_000 {
                now += Int.random(in: 0...800, using: &random)
                if step.isMultiple(of: 100) { callShare = Double.random(in: 0...1, using: &random) }
                if Int.random(in: 0..<2000, using: &random) == 0 { now += 15_000 }
                if Double.random(in: 0..<1, using: &random) < callShare {
                    machine.beginCall(at: .ms(now))
                    model.call(at: now)
                } else {
                    let isAllowed = model.retry(at: now, tenths: tenths)
                    let action = machine.attemptFailed(1, at: .ms(now), deadline: nil)
                    try #require(
                        action == (isAllowed ? .retry(after: .milliseconds(100)) : .giveUp(.budgetSpent)),
                        "step \(step)")
                }
            }
        }
    }
}
#endif
