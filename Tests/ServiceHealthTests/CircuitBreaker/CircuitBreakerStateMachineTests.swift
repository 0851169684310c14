#if Health
import Testing

@testable import ServiceHealth

/// The decisions alone: no clock, no lock, no task.
@Suite struct CircuitBreakerStateMachineTests {
    typealias Machine = CircuitBreakerStateMachine<Tick>

    static func machine(
        _ trip: CircuitBreakerPolicy.Trip = .consecutive(3), openFor: Duration = .seconds(10),
        maximumOpenFor: Duration? = nil, jitter: Double = 0, probes: Int = 1, successesToClose: Int = 1
    ) -> Machine {
        Machine(
            policy: CircuitBreakerPolicy(
                trip: trip, openFor: openFor, maximumOpenFor: maximumOpenFor, jitter: jitter, probes: probes,
                successesToClose: successesToClose),
            probeLease: .seconds(30), generator: SeededGenerator(seed: 1))
    }

    static func permit(_ admission: Machine.Admission) throws -> CircuitPermit {
        guard case .admitted(let permit) = admission else { throw Elsewhere() }
        return permit
    }

    /// Opens a circuit that trips on consecutive failures.
    static func trip(_ machine: inout Machine, at now: Tick, failures: Int = 3) throws {
        for _ in 0..<failures {
            let permit = try permit(machine.admit(at: now).0)
            _ = machine.record(.failure(took: .zero), permit: permit, at: now)
        }
        machine.checkInvariants()
    }

    @Test func `the failure that reaches the limit opens, and says for how long`() throws {
        var machine = Self.machine()
        let permit = try Self.permit(machine.admit(at: .ms(0)).0)
        #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(0)) == .none)
        #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(1)) == .none)
        #expect(
            machine.record(.failure(took: .zero), permit: permit, at: .ms(2)) == .opened(for: .seconds(10)))
        #expect(machine.admit(at: .ms(3)).0 == .open(retryAfter: .milliseconds(9_999)))
        machine.checkInvariants()
    }

    @Test func `open becomes half-open at the first admission after its time, not before`() throws {
        var machine = Self.machine()
        try Self.trip(&machine, at: .ms(0))
        #expect(machine.state == .open)
        #expect(machine.admit(at: .ms(9_999)).1 == .none)
        let (admission, action) = machine.admit(at: .ms(10_000))
        #expect(action == .halfOpened)
        #expect(machine.state == .halfOpen)
        let permit = try Self.permit(admission)
        #expect(machine.admit(at: .ms(10_000)).0 == .open(retryAfter: .zero))
        #expect(machine.record(.success(took: .zero), permit: permit, at: .ms(10_001)) == .closed)
        #expect(machine.state == .closed)
    }

    @Test(arguments: 1...4)
    func `exactly the allowed number of probes run at once, however many ask`(probes: Int) throws {
        var machine = Self.machine(probes: probes, successesToClose: 10)
        try Self.trip(&machine, at: .ms(0))
        let admitted = (0..<100).filter { _ in
            if case .admitted = machine.admit(at: .ms(10_000)).0 { true } else { false }
        }
        #expect(admitted.count == probes)
        machine.checkInvariants()
    }

    @Test func `outcomes from before a transition are ignored`() throws {
        var machine = Self.machine()
        let early = try Self.permit(machine.admit(at: .ms(0)).0)
        try Self.trip(&machine, at: .ms(1))
        #expect(machine.record(.success(took: .zero), permit: early, at: .ms(2)) == .none)
        #expect(machine.state == .open)
        let probe = try Self.permit(machine.admit(at: .ms(10_001)).0)
        #expect(machine.record(.failure(took: .zero), permit: early, at: .ms(10_002)) == .none)
        #expect(machine.record(.success(took: .zero), permit: early, at: .ms(10_002)) == .none)
        #expect(machine.state == .halfOpen)
        #expect(machine.activeProbes == 1)
        #expect(machine.record(.success(took: .zero), permit: probe, at: .ms(10_003)) == .closed)
        #expect(machine.record(.failure(took: .zero), permit: early, at: .ms(10_004)) == .none)
        #expect(machine.consecutiveFailures == 0)
    }

    @Test func `a cancelled probe gives its permit to the next caller`() throws {
        var machine = Self.machine()
        try Self.trip(&machine, at: .ms(0))
        let first = try Self.permit(machine.admit(at: .ms(10_000)).0)
        #expect(machine.record(.neither, permit: first, at: .ms(10_001)) == .none)
        #expect(machine.state == .halfOpen)
        let second = try Self.permit(machine.admit(at: .ms(10_001)).0)
        #expect(machine.record(.neither, permit: first, at: .ms(10_002)) == .none)
        #expect(machine.activeProbes == 1)
        #expect(machine.record(.success(took: .zero), permit: second, at: .ms(10_003)) == .closed)
    }

    @Test func `a probe that hangs loses its permit after its lease, and its say`() throws {
        var machine = Self.machine()
        try Self.trip(&machine, at: .ms(0))
        let hung = try Self.permit(machine.admit(at: .ms(10_000)).0)
        #expect(machine.admit(at: .ms(39_999)).0 == .open(retryAfter: .zero))
        let next = try Self.permit(machine.admit(at: .ms(40_000)).0)
        #expect(machine.record(.failure(took: .zero), permit: hung, at: .ms(40_001)) == .none)
        #expect(machine.state == .halfOpen)
        #expect(machine.record(.success(took: .zero), permit: next, at: .ms(40_002)) == .closed)
    }

    @Test func `a failed probe opens again, and the successes before it count for nothing`() throws {
        var machine = Self.machine(successesToClose: 2)
        try Self.trip(&machine, at: .ms(0))
        var probe = try Self.permit(machine.admit(at: .ms(10_000)).0)
        #expect(machine.record(.success(took: .zero), permit: probe, at: .ms(10_000)) == .none)
        probe = try Self.permit(machine.admit(at: .ms(10_001)).0)
        #expect(
            machine.record(.failure(took: .zero), permit: probe, at: .ms(10_001))
                == .opened(for: .seconds(10)))
        probe = try Self.permit(machine.admit(at: .ms(20_001)).0)
        #expect(machine.record(.success(took: .zero), permit: probe, at: .ms(20_001)) == .none)
        #expect(machine.state == .halfOpen)
    }

    @Test func `the open time doubles up to its maximum, and starts over after closing`() throws {
        var machine = Self.machine(.consecutive(1), openFor: .seconds(5), maximumOpenFor: .seconds(30))
        var now = 0
        var lengths: [Duration] = []
        for _ in 0..<5 {
            let permit = try Self.permit(machine.admit(at: .ms(now)).0)
            guard
                case .opened(let length) = machine.record(.failure(took: .zero), permit: permit, at: .ms(now))
            else {
                throw Elsewhere()
            }
            lengths.append(length)
            now += Int(length / .milliseconds(1))
        }
        #expect(lengths == [.seconds(5), .seconds(10), .seconds(20), .seconds(30), .seconds(30)])
        let probe = try Self.permit(machine.admit(at: .ms(now)).0)
        #expect(machine.record(.success(took: .zero), permit: probe, at: .ms(now)) == .closed)
        let again = try Self.permit(machine.admit(at: .ms(now)).0)
        #expect(
            machine.record(.failure(took: .zero), permit: again, at: .ms(now)) == .opened(for: .seconds(5)))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `a circuit may stay open to the end of time`(seed: UInt64) throws {
        let endless = Duration(attoseconds: .max)
        for maximum in [nil, endless] {
            var machine = CircuitBreakerStateMachine<MonotonicInstant>(
                policy: CircuitBreakerPolicy(
                    trip: .consecutive(1), openFor: endless, maximumOpenFor: maximum, jitter: 0.2),
                probeLease: .seconds(1), generator: SeededGenerator(seed: seed))
            let now = MonotonicInstant(nanoseconds: 0)
            guard case .admitted(let permit) = machine.admit(at: now).0,
                case .opened(let duration) = machine.record(.failure(took: .zero), permit: permit, at: now)
            else { throw Elsewhere() }
            #expect(duration > .seconds(1_000_000_000_000))
        }
    }

    @Test func `jitter stays within its share and below the maximum, and a seed repeats it`() throws {
        func lengths() throws -> [Duration] {
            var machine = Self.machine(
                .consecutive(1), openFor: .seconds(100), maximumOpenFor: .seconds(100), jitter: 0.2)
            return try (0..<200).map { _ in
                _ = machine.close()
                let permit = try Self.permit(machine.admit(at: .ms(0)).0)
                guard
                    case .opened(let length) = machine.record(
                        .failure(took: .zero), permit: permit, at: .ms(0))
                else {
                    throw Elsewhere()
                }
                return length
            }
        }
        let drawn = try lengths()
        #expect(drawn.min() ?? .zero >= .seconds(80))
        #expect(drawn.max() == .seconds(100))
        #expect(Set(drawn).count > 50)
        #expect(try lengths() == drawn)
    }

    @Test func `a rate is judged from the minimum of calls on, also after a success`() throws {
        var machine = Self.machine(.rate(failure: 0.5, minimumCalls: 4, window: .seconds(10)))
        let permit = try Self.permit(machine.admit(at: .ms(0)).0)
        for _ in 0..<3 { #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(0)) == .none) }
        #expect(
            machine.record(.success(took: .zero), permit: permit, at: .ms(0)) == .opened(for: .seconds(10)))
    }

    @Test func `what is out of the window does not count`() throws {
        var machine = Self.machine(.rate(failure: 0.5, minimumCalls: 4, window: .seconds(10)))
        let permit = try Self.permit(machine.admit(at: .ms(0)).0)
        for _ in 0..<3 { _ = machine.record(.failure(took: .zero), permit: permit, at: .ms(0)) }
        #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(10_000)) == .none)
        for _ in 0..<2 {
            #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(10_000)) == .none)
        }
        #expect(
            machine.record(.failure(took: .zero), permit: permit, at: .ms(10_001))
                == .opened(for: .seconds(10)))
    }

    @Test func `slow calls open the circuit though none of them fails`() throws {
        var machine = Self.machine(
            .rate(
                failure: 0.5, minimumCalls: 5, window: .seconds(10),
                slow: .init(rate: 0.8, longerThan: .seconds(1))))
        let permit = try Self.permit(machine.admit(at: .ms(0)).0)
        _ = machine.record(.success(took: .seconds(1)), permit: permit, at: .ms(0))
        for _ in 0..<3 { _ = machine.record(.success(took: .milliseconds(1001)), permit: permit, at: .ms(0)) }
        #expect(
            machine.record(.success(took: .milliseconds(1001)), permit: permit, at: .ms(0))
                == .opened(for: .seconds(10)))
    }

    @Test func `a slow probe does not close the circuit`() throws {
        var machine = Self.machine(
            .rate(
                failure: 0.5, minimumCalls: 1, window: .seconds(10),
                slow: .init(rate: 0.8, longerThan: .seconds(1))))
        let permit = try Self.permit(machine.admit(at: .ms(0)).0)
        _ = machine.record(.failure(took: .zero), permit: permit, at: .ms(0))
        let probe = try Self.permit(machine.admit(at: .ms(10_000)).0)
        #expect(
            machine.record(.success(took: .seconds(2)), permit: probe, at: .ms(12_000))
                == .opened(for: .seconds(10)))
    }

    @Test func `closing forgets the counts, by hand as by success`() throws {
        var machine = Self.machine(.rate(failure: 0.5, minimumCalls: 4, window: .seconds(10)))
        var permit = try Self.permit(machine.admit(at: .ms(0)).0)
        for _ in 0..<3 { _ = machine.record(.failure(took: .zero), permit: permit, at: .ms(0)) }
        #expect(machine.close() == .none)
        permit = try Self.permit(machine.admit(at: .ms(0)).0)
        for _ in 0..<3 { #expect(machine.record(.failure(took: .zero), permit: permit, at: .ms(0)) == .none) }
    }

    @Test func `isolated rejects everything until it is closed by hand`() throws {
        var machine = Self.machine()
        let early = try Self.permit(machine.admit(at: .ms(0)).0)
        #expect(machine.isolate() == .opened(for: .zero))
        #expect(machine.isolate() == .none)
        #expect(machine.state == .open)
        #expect(machine.admit(at: .ms(1_000_000)).0 == .isolated)
        #expect(machine.record(.success(took: .zero), permit: early, at: .ms(1)) == .none)
        #expect(machine.close() == .closed)
        #expect(machine.state == .closed)
    }
}
#endif
