import Testing

@testable import ServiceHealth

@Suite struct FallbackStateMachineTests {
    typealias Machine = FallbackStateMachine<Tick>

    static func degraded() -> Machine {
        var machine = Machine()
        machine.failed(at: .ms(0), retryAfter: .seconds(300))
        return machine
    }

    @Test func `everyone makes the live service until it fails`() {
        var machine = Machine()
        #expect(
            (0..<3).map { _ in machine.admit(at: .ms(0), mayCreate: true) } == [
                .create(0), .create(0), .create(0),
            ])
        #expect(machine.admit(at: .ms(0), mayCreate: false) == .create(0))
    }

    @Test func `the fallback serves until the interval is over, then one probes`() {
        var machine = Self.degraded()
        #expect(machine.admit(at: .ms(299_999), mayCreate: true) == .serve)
        #expect(!machine.isProbeDue(at: .ms(299_999)))
        #expect(machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(300_000), mayCreate: false) == .serve)
        #expect(machine.admit(at: .ms(300_000), mayCreate: true) == .create(1))
        #expect(!machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(900_000), mayCreate: true) == .serve)
    }

    @Test func `a probe that fails begins another interval, one that succeeds ends the fallback`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000), mayCreate: true)
        machine.failed(at: .ms(310_000), retryAfter: .seconds(300))
        #expect(machine.admit(at: .ms(609_999), mayCreate: true) == .serve)
        #expect(machine.admit(at: .ms(610_000), mayCreate: true) == .create(2))
        machine.succeeded()
        #expect(machine.admit(at: .ms(610_001), mayCreate: true) == .create(0))
        #expect(!machine.isDegraded)
    }

    @Test func `a probe that was given up is given to the next, and given up once`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000), mayCreate: true)
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000), mayCreate: true) == .create(2))
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000), mayCreate: true) == .serve)
    }
}
