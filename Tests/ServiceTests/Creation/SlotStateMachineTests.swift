import Testing

@testable import Service

/// Runs every short sequence of events through the state machine of a slot, and compares each response with ``SlotHistory``.
@Suite struct SlotStateMachineTests {
    private typealias Machine = SlotStateMachine<Int, Int, Int>

    /// One sequence, as far as it got, in the machine and as a history.
    private struct Walk {
        var machine = Machine(0)
        var history = SlotHistory()
        var count = 0

        /// Takes every possible next step, and every sequence of steps from there.
        mutating func run(steps: Int, creations: Int) throws {
            guard steps > 0 else { return }
            for event in history.possibleEvents(registrations: 2, creations: creations) {
                let here = machine
                try take(event)
                count += 1
                try run(steps: steps - 1, creations: creations)
                history.removeLast()
                machine = here
            }
        }

        /// Takes one step, which has to be what the rules demand.
        mutating func take(_ event: SlotHistory.Event) throws {
            let expected = history.response(to: event)
            let response = apply(event)
            history.append(event, response)
            let isRight = response == expected && isConsistent && history.violations().isEmpty
            try #require(isRight, "\(history.events): \(response), not \(expected); \(history.violations())")
        }

        /// Tells the machine of an event.
        private mutating func apply(_ event: SlotHistory.Event) -> SlotHistory.Response {
            switch event {
            case .ask(let registration):
                let new = history.started.count
                switch machine.ask(for: registration, with: new) {
                case .cached(let instance): return .cached(instance)
                case .join(let creation): return .join(creation)
                case .create: return .create(new)
                case .startOver: return .startOver
                }
            case .finish(let creation, let succeeds):
                let (outcome, replaced) = machine.finish(creation, with: succeeds ? creation : nil)
                switch outcome {
                case .publish: return .published(replacing: replaced)
                case .handToWaiters: return .handedToWaiters
                case .discard: return .discarded
                }
            case .abandon(let creation): machine.abandon(creation)
            case .renew(let version): machine.renew(version)
            case .replace(let registration): return .dropped(machine.replace(with: registration))
            case .reset: return .dropped(machine.reset())
            case .expire(let version): return .dropped(machine.expire(version))
            }
            return .nothing
        }

        /// Whether what the machine shows is what the history says.
        private var isConsistent: Bool {
            machine.registration == history.registration && machine.creation == history.wanted
                && machine.instance == history.cached && machine.version == history.version
                && machine.isRenewalDue == history.isRenewalDue
        }
    }

    /// From an empty slot, from one with an instance, and from one whose instance is being created again.
    @Test(
        arguments: [
            [], [.ask(for: 0), .finish(0, succeeds: true)],
            [.ask(for: 0), .finish(0, succeeds: true), .renew(version: 1), .ask(for: 0)],
        ] as [[SlotHistory.Event]])
    func `every short sequence of events gives what the rules demand`(start: [SlotHistory.Event]) throws {
        var walk = Walk()
        for event in start { try walk.take(event) }
        try walk.run(steps: start.isEmpty ? 5 : 4, creations: 3)
        #expect(walk.count > 10_000, "\(walk.count)")
    }

    @Test func `a renewal has one creator, and the others go on with the old instance`() {
        var machine = Machine(0)
        #expect(machine.ask(for: 0, with: 0) == .create)
        #expect(machine.finish(0, with: 10) == (.publish, nil))
        machine.renew(machine.version)
        #expect(machine.ask(for: 0, with: 1) == .create)
        #expect(machine.ask(for: 0, with: 2) == .cached(10))
        #expect(machine.finish(1, with: 11) == (.publish, 10))
        #expect(machine.ask(for: 0, with: 3) == .cached(11))
    }

    @Test(arguments: [true, false])
    func `a renewal that fails or is abandoned leaves the old instance until it is due again`(fails: Bool) {
        var machine = Machine(0)
        #expect(machine.ask(for: 0, with: 0) == .create)
        #expect(machine.finish(0, with: 10) == (.publish, nil))
        machine.renew(machine.version)
        #expect(machine.ask(for: 0, with: 1) == .create)
        if fails { #expect(machine.finish(1, with: nil) == (.discard, nil)) } else { machine.abandon(1) }
        #expect(machine.ask(for: 0, with: 2) == .cached(10))
        machine.renew(machine.version)
        #expect(machine.ask(for: 0, with: 3) == .create)
    }
}
