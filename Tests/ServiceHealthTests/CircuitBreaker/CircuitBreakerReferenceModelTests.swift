#if Health
import Testing

@testable import ServiceHealth

/// The circuit breaker against a model that is written for being right, not quick: it keeps every event, and
/// counts anew.
@Suite struct CircuitBreakerReferenceModelTests {
    typealias Machine = CircuitBreakerStateMachine<Tick>

    struct Model {
        enum Mode: Equatable { case closed, open(Int), halfOpen, isolated }
        struct Event { let bucket, time: Int, isFailure, isSlow: Bool }

        let trip: CircuitBreakerPolicy.Trip
        let openFor, maximum, probes, successesToClose: Int
        let lease = 30_000
        var mode = Mode.closed
        var era = 0
        var events: [Event] = []
        var origin: Int?
        var running: [(id: Int, end: Int)] = []
        var successes = 0
        var opens = 0
        var nextID = 0

        mutating func move(to mode: Mode) {
            self.mode = mode
            era += 1
            (events, origin, running, successes) = ([], nil, [], 0)
        }

        /// The era and the number of the probe (zero for none), or nil for a rejection with its time.
        mutating func admit(at now: Int) -> (era: Int, probe: Int)? {
            if case .open(let end) = mode, now >= end { move(to: .halfOpen) }
            switch mode {
            case .closed: return (era, 0)
            case .open, .isolated: return nil
            case .halfOpen:
                running.removeAll { $0.end <= now }
                guard running.count < probes else { return nil }
                nextID += 1
                running.append((nextID, now + lease))
                return (era, nextID)
            }
        }

        mutating func record(_ call: (era: Int, probe: Int), isFailure: Bool, took: Int, at now: Int) {
            guard call.era == era else { return }
            if mode == .halfOpen {
                guard let index = running.firstIndex(where: { $0.id == call.probe }) else { return }
                running.remove(at: index)
                if isFailure || isSlow(took) { return open(at: now) }
                successes += 1
                if successes >= successesToClose {
                    opens = 0
                    move(to: .closed)
                }
                return
            }
            guard mode == .closed else { return }
            note(isFailure: isFailure, isSlow: isSlow(took), at: now)
            if shouldOpen { open(at: now) }
        }

        func isSlow(_ took: Int) -> Bool {
            guard case .rate(_, _, _, let slow?) = trip else { return false }
            return .milliseconds(took) > slow.longerThan
        }

        mutating func note(isFailure: Bool, isSlow: Bool, at now: Int) {
            guard case .rate(_, _, let window, _) = trip else {
                events.append(Event(bucket: 0, time: now, isFailure: isFailure, isSlow: isSlow))
                return
            }
            let width = Int(window / .milliseconds(1)) / 10
            let last = events.last.map { origin.map { origin in { origin + $0.bucket * width } }?($0) ?? now }
            if let last, now - last >= width * 10 { (events, origin) = ([], nil) }
            let start = origin ?? now
            origin = start
            let bucket = max((now - start) / width, events.last?.bucket ?? 0)
            events.removeAll { $0.bucket <= bucket - 10 }
            events.append(Event(bucket: bucket, time: now, isFailure: isFailure, isSlow: isSlow))
        }

        var shouldOpen: Bool {
            switch trip {
            case .consecutive(let limit):
                return events.suffix(limit).count { $0.isFailure } == limit
            case .rate(let failure, let minimum, _, let slow):
                guard events.count >= minimum else { return false }
                let failures = events.count { $0.isFailure }
                let slowCalls = events.count { $0.isSlow }
                return Double(failures) >= failure * Double(events.count)
                    || slow.map { Double(slowCalls) >= $0.rate * Double(events.count) } ?? false
            }
        }

        mutating func open(at now: Int) {
            var length = openFor
            for _ in 0..<min(opens, 20) { length = min(length * 2, maximum) }
            opens += 1
            move(to: .open(now + length))
        }

        mutating func cancel(_ call: (era: Int, probe: Int)) {
            guard call.era == era else { return }
            running.removeAll { $0.id == call.probe }
        }
    }

    static let trips: [CircuitBreakerPolicy.Trip] = [
        .consecutive(1), .consecutive(3), .rate(failure: 0.5, minimumCalls: 4, window: .seconds(1)),
        .rate(failure: 0.25, minimumCalls: 10, window: .seconds(2)),
        .rate(
            failure: 1, minimumCalls: 2, window: .seconds(1),
            slow: .init(rate: 0.5, longerThan: .milliseconds(70))),
    ]

    @Test(arguments: Randomness.seeds)
    func `a million random steps give what the model gives`(seed: UInt64) throws {
        var random = Randomness.start(seed)
        for trip in Self.trips { try compare(trip, steps: 20_000, &random) }
    }

    func compare(_ trip: CircuitBreakerPolicy.Trip, steps: Int, _ random: inout SeededGenerator) throws {
        let probes = Int.random(in: 1...3, using: &random)
        let successes = Int.random(in: 1...4, using: &random)
        var machine = Machine(
            policy: CircuitBreakerPolicy(
                trip: trip, openFor: .milliseconds(500), maximumOpenFor: .milliseconds(3000), probes: probes,
                successesToClose: successes),
            probeLease: .seconds(30), generator: SeededGenerator(seed: 0))
        var model = Model(
            trip: trip, openFor: 500, maximum: 3000, probes: probes, successesToClose: successes)
        var now = 0
        var calls: [(permit: CircuitPermit, model: (era: Int, probe: Int), start: Int)] = []
        // Spells of good and bad luck, so that every state is lived in.
        var failureShare = 0.5
        for step in 0..<steps {
            now += Int.random(in: 0...40, using: &random)
            if step.isMultiple(of: 200) { failureShare = Double.random(in: 0...1, using: &random) }
            switch Int.random(in: 0..<1000, using: &random) {
            case 0:
                _ = machine.isolate()
                if model.mode != .isolated { model.move(to: .isolated) }
            case 1...5:
                _ = machine.close()
                model.opens = 0
                model.move(to: .closed)
            case 6...8:
                now += 31_000
            case 9..<500 where calls.count < 8:
                let admitted = model.admit(at: now)
                switch (machine.admit(at: .ms(now)).0, admitted) {
                case (.admitted(let permit), let admitted?): calls.append((permit, admitted, now))
                case (.open(let after), nil):
                    if case .open(let end) = model.mode {
                        try #require(after == .milliseconds(end - now))
                    } else {
                        try #require(model.mode == .halfOpen && after == .zero)
                    }
                case (.isolated, nil): try #require(model.mode == .isolated)
                case (let admission, let admitted):
                    Issue.record("\(admission) but the model says \(admitted as Any)")
                }
            case 500..<520 where !calls.isEmpty:
                let call = calls.remove(at: Int.random(in: calls.indices, using: &random))
                _ = machine.record(.neither, permit: call.permit, at: .ms(now))
                model.cancel(call.model)
            default:
                guard !calls.isEmpty else { continue }
                let call = calls.remove(at: Int.random(in: calls.indices, using: &random))
                let isFailure = Double.random(in: 0..<1, using: &random) < failureShare
                let took = now - call.start
                _ = machine.record(
                    isFailure ? .failure(took: .milliseconds(took)) : .success(took: .milliseconds(took)),
                    permit: call.permit, at: .ms(now))
                model.record(call.model, isFailure: isFailure, took: took, at: now)
            }
            let state: CircuitState =
                switch model.mode {
                case .closed: .closed
                case .open, .isolated: .open
                case .halfOpen: .halfOpen
                }
            try #require(machine.state == state, "step \(step), \(trip)")
            machine.checkInvariants()
        }
    }
}
#endif
