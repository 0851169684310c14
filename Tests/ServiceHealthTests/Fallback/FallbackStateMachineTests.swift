#if Health
import Testing

@testable import ServiceHealth

@Suite struct FallbackStateMachineTests {
    typealias Machine = FallbackStateMachine<Tick, String>

    static func degraded() -> Machine {
        var machine = Machine()
        _ = machine.degrade(to: "fallback", retryAt: .ms(300_000))
        return machine
    }

    @Test func `every caller creates the live service until it fails`() {
        var machine = Machine()
        for _ in 0..<3 { #expect(machine.admit(at: .ms(0)) == .create(probe: 0)) }
        #expect(machine.fallback == nil)
    }

    @Test func `the fallback serves until the retry time, then one caller probes`() {
        var machine = Self.degraded()
        #expect(machine.admit(at: .ms(299_999)) == .serve("fallback"))
        #expect(!machine.isProbeDue(at: .ms(299_999)))
        #expect(machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(300_000)) == .create(probe: 1))
        #expect(!machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(900_000)) == .serve("fallback"))
    }

    @Test func `a probe that fails begins another interval with the same fallback, one that succeeds ends it`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        #expect(machine.degrade(to: "another", retryAt: .ms(610_000)) == "fallback")
        #expect(machine.admit(at: .ms(609_999)) == .serve("fallback"))
        #expect(machine.admit(at: .ms(610_000)) == .create(probe: 2))
        #expect(machine.recover() == "fallback")
        #expect(machine.admit(at: .ms(610_001)) == .create(probe: 0))
        #expect(machine.fallback == nil)
    }

    @Test func `a probe that was given up is given to the next, and given up once`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000)) == .create(probe: 2))
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000)) == .serve("fallback"))
    }
}
#endif
