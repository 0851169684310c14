#if Health
import Testing

@testable import ServiceHealth

/// Compares the rate limit with a model that goes through time one nanosecond after the other.
@Suite struct RateLimitReferenceModelTests {
    typealias Machine = RateLimitStateMachine<MonotonicInstant>

    struct Model {
        let policy: RateLimitPolicy
        let per: Int
        var content: Int
        var waiting: [Int] = []
        var now = 0
        var nextNumber = 0
        var admitted: [Int] = []

        init(_ policy: RateLimitPolicy) {
            self.policy = policy
            per = Int(policy.per / .nanoseconds(1))
            content = per * policy.burst
        }

        /// A nanosecond passes.
        mutating func tick() {
            now += 1
            content = min(per * policy.burst, content + policy.permits)
            while let first = waiting.first, content >= per {
                content -= per
                waiting.removeFirst()
                admitted.append(first)
            }
        }

        /// How long a caller that joins now would wait.
        func wait() -> Int {
            var future = self
            future.waiting.append(.max)
            while !future.admitted.contains(.max) { future.tick() }
            return future.now - now
        }

        mutating func enter() -> Machine.Admission {
            if waiting.isEmpty, content >= per {
                content -= per
                return .run
            }
            let wait = wait()
            guard policy.maxWait > .zero, .nanoseconds(wait) <= policy.maxWait else {
                return .reject(retryAfter: .nanoseconds(wait))
            }
            nextNumber += 1
            waiting.append(nextNumber)
            return .wait(UInt64(nextNumber))
        }
    }

    static let policies = [
        RateLimitPolicy(permits: 1, per: .nanoseconds(5)),
        RateLimitPolicy(permits: 3, per: .nanoseconds(7), maxWait: .nanoseconds(9)),
        RateLimitPolicy(permits: 7, per: .nanoseconds(3), burst: 2, maxWait: .nanoseconds(1)),
        RateLimitPolicy(permits: 5, per: .nanoseconds(50), burst: 20, maxWait: .nanoseconds(25)),
        RateLimitPolicy(permits: 2, per: .nanoseconds(11), burst: 1, maxWait: .nanoseconds(35)),
    ]

    @Test(arguments: Randomness.seeds)
    func `a million random steps give what the model gives`(seed: UInt64) throws {
        var random = Randomness.start(seed)
        for policy in Self.policies { try compare(policy, steps: 20_000, &random) }
    }

    func compare(_ policy: RateLimitPolicy, steps: Int, _ random: inout SeededGenerator) throws {
        var machine = Machine(policy: policy)
        var model = Model(policy)
        var admissions: [Int] = []
        // Busy and quiet times, so that the bucket is full, empty and in between.
        var busy = 0.5
        for step in 0..<steps {
            if step.isMultiple(of: 100) { busy = Double.random(in: 0...1, using: &random) }
            switch Double.random(in: 0..<1, using: &random) {
            case ..<busy:
                let expected = model.enter()
                let admission = machine.enter(at: MonotonicInstant(nanoseconds: Int64(model.now)))
                try #require(admission == expected, "step \(step), \(policy)")
                if admission == .run { try note(model.now, &admissions, policy) }
            case ..<(busy + 0.05) where !model.waiting.isEmpty:
                let waiter = model.waiting.remove(at: Int.random(in: model.waiting.indices, using: &random))
                let isOut = machine.abandon(UInt64(waiter))
                let isOutAgain = machine.abandon(UInt64(waiter))
                try #require(isOut && !isOutAgain)
            default:
                try pass(Int.random(in: 1...8, using: &random), &machine, &model, &admissions, policy)
            }
            try #require(machine.waiting == model.waiting.map(UInt64.init))
            machine.checkInvariants()
        }
    }

    /// Lets time pass, waking the machine when it wants to be woken, as its shell does.
    func pass(
        _ time: Int, _ machine: inout Machine, _ model: inout Model, _ admissions: inout [Int],
        _ policy: RateLimitPolicy
    ) throws {
        for _ in 0..<time {
            model.admitted = []
            model.tick()
            let now = MonotonicInstant(nanoseconds: Int64(model.now))
            let isDue = machine.nextPermit.map { $0 <= now } ?? false
            try #require(isDue == !model.admitted.isEmpty)
            guard isDue else { continue }
            let admitted = machine.advance(to: now)
            try #require(admitted == model.admitted.map(UInt64.init))
            for _ in model.admitted { try note(model.now, &admissions, policy) }
        }
    }

    /// Notes an admission, and checks every stretch of time that ends with it.
    func note(_ now: Int, _ admissions: inout [Int], _ policy: RateLimitPolicy) throws {
        admissions.append(now)
        if admissions.count > 60 { admissions.removeFirst(10) }
        let per = Int(policy.per / .nanoseconds(1))
        for (index, start) in admissions.enumerated() {
            let count = admissions.count - index
            try #require(count * per <= policy.burst * per + policy.permits * (now - start))
        }
    }

    @Test func `a limit beyond 64 bits is neither rounded nor overflows`() {
        var machine = Machine(
            policy: RateLimitPolicy(permits: 1_000_000_007, per: .seconds(86_400 * 365), burst: .max))
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: 0)) == .run)
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: .max)) == .run)
        var slow = Machine(policy: RateLimitPolicy(permits: 1, per: .seconds(Int64.max)))
        #expect(slow.enter(at: MonotonicInstant(nanoseconds: 0)) == .run)
        #expect(
            slow.enter(at: MonotonicInstant(nanoseconds: 1)) == .reject(retryAfter: .nanoseconds(Int64.max - 1)))
    }

    @Test func `a clock that goes back adds nothing`() {
        var machine = Machine(policy: RateLimitPolicy(permits: 1, per: .nanoseconds(10)))
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: 100)) == .run)
        #expect(
            machine.enter(at: MonotonicInstant(nanoseconds: 50)) == .reject(retryAfter: .nanoseconds(10)))
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: 110)) == .run)
    }

    @Test func `who takes a permit only if it is there leaves what has come to those who wait`() {
        var machine = Machine(policy: RateLimitPolicy(permits: 1, per: .nanoseconds(10), maxWait: .seconds(1)))
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: 0)) == .run)
        #expect(machine.enter(at: MonotonicInstant(nanoseconds: 0)) == .wait(1))
        let isTaken = machine.takesAtOnce(at: MonotonicInstant(nanoseconds: 20))
        #expect(!isTaken)
        machine.checkInvariants()
        let admitted = machine.advance(to: MonotonicInstant(nanoseconds: 20))
        #expect(admitted == [1])
    }
}
#endif
