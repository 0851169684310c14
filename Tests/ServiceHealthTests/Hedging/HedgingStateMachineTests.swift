#if Health
import Testing

@testable import ServiceHealth

/// Goes through every sequence of events that two and three attempts can meet.
@Suite struct HedgingStateMachineTests {
    typealias End = HedgingStateMachine.End

    enum Event: Equatable {
        case tookTooLong(Int)
        case claim(Int)
        case ended(Int, End)
    }

    /// What happened so far, written down without the machine.
    struct Run {
        var machine: HedgingStateMachine
        var running: Set<Int> = [1]
        var claimed: Set<Int> = []
        var timed: Set<Int> = []
        var events: [Event] = []
        var starts = 1
        var finishes: [Int] = []
        var winner: Int?

        /// What the call comes to, told from the events alone: the first answer or cancellation; where there is none and
        /// nothing runs, the last failure, or else the last rejection.
        var expected: Int? {
            for event in events {
                switch event {
                case .claim(let attempt), .ended(let attempt, .cancelled): return attempt
                case .tookTooLong, .ended: continue
                }
            }
            guard running.isEmpty else { return nil }
            var failed: Int?
            var rejected: Int?
            for case .ended(let attempt, let end) in events {
                if end == .rejected { rejected = attempt } else { failed = attempt }
            }
            return failed ?? rejected
        }

        var possibleEvents: [Event] {
            var possible: [Event] = []
            for attempt in running.sorted() {
                if claimed.contains(attempt) {
                    possible += [.ended(attempt, .success), .ended(attempt, .refusal)]
                } else {
                    possible.append(.claim(attempt))
                    possible += [End.failure, .finalFailure, .rejected, .cancelled].map {
                        .ended(attempt, $0)
                    }
                }
            }
            // Also of attempts that ended before their time came.
            for attempt in 1...starts where !timed.contains(attempt) { possible.append(.tookTooLong(attempt)) }
            return possible
        }

        mutating func apply(_ event: Event) throws {
            let wasDecided = expected != nil
            events.append(event)
            var action = HedgingStateMachine.Action.none
            switch event {
            case .tookTooLong(let attempt):
                timed.insert(attempt)
                action = machine.tookTooLong(attempt)
            case .claim(let attempt):
                claimed.insert(attempt)
                let isWinner = machine.claim(attempt)
                try #require(isWinner == !wasDecided, "\(events)")
                if isWinner { winner = attempt }
            case .ended(let attempt, let end):
                running.remove(attempt)
                action = machine.ended(attempt, with: end)
            }
            machine.checkInvariants()
            switch action {
            case .none: break
            case .start(let attempt):
                starts += 1
                try #require(attempt == starts && starts <= machine.maxAttempts, "\(events)")
                try #require(!wasDecided && expected == (running.isEmpty ? expected : nil), "\(events)")
                running.insert(attempt)
            case .finish(let attempt): finishes.append(attempt)
            }
        }

        /// Whether a failure must have started the next attempt at once.
        func mustHaveStarted(before: Run, _ event: Event) -> Bool {
            guard case .ended(_, .failure) = event, before.expected == nil else { return false }
            let isHopeless = events.contains { if case .ended(_, .finalFailure) = $0 { true } else { false } }
            return !isHopeless && before.starts < machine.maxAttempts
        }
    }

    @Test(arguments: [(1, 5), (2, 400), (3, 25_000)])
    func `every sequence of events gives one result, the right one`(maxAttempts: Int, atLeast: Int) throws {
        var machine = HedgingStateMachine(maxAttempts: maxAttempts)
        #expect(machine.begin() == .start(1))
        var count = 0
        var stack = [Run(machine: machine)]
        while let run = stack.popLast() {
            guard !run.running.isEmpty else {
                try #require(run.finishes == [try #require(run.expected)], "\(run.events)")
                try #require(run.winner == nil || run.winner == run.finishes.first, "\(run.events)")
                count += 1
                continue
            }
            for event in run.possibleEvents {
                var next = run
                try next.apply(event)
                if next.mustHaveStarted(before: run, event) {
                    try #require(next.starts == run.starts + 1, "\(next.events)")
                }
                stack.append(next)
            }
        }
        #expect(count >= atLeast)
    }

    @Test func `time starts the next attempt beside the last one only`() {
        var machine = HedgingStateMachine(maxAttempts: 3)
        _ = machine.begin()
        #expect(machine.tookTooLong(1) == .start(2))
        #expect(machine.tookTooLong(1) == .none)
        #expect(machine.tookTooLong(2) == .start(3))
        #expect(machine.tookTooLong(3) == .none)
    }
}
#endif
