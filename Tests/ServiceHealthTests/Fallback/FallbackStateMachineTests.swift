#if Health
import Testing

@testable import ServiceHealth

@Suite struct FallbackStateMachineTests {
    typealias Machine = FallbackStateMachine<Tick, String>

    /// What callers get who come while the live service serves, before anything has changed.
    static let early = Machine.Permit(probe: 0, changeCount: 0)

    static func degraded() -> Machine {
        var machine = Machine()
        _ = machine.degrade(to: "fallback", retryAt: .ms(300_000), early)
        return machine
    }

    /// The permit of the first probe of a machine that has degraded once.
    static let firstProbe = Machine.Permit(probe: 1, changeCount: 1)

    @Test func `every caller creates the live service until it fails`() {
        var machine = Machine()
        for _ in 0..<3 { #expect(machine.admit(at: .ms(0)) == .create(Self.early)) }
        #expect(machine.fallback == nil)
    }

    @Test func `the fallback serves until the retry time, then one caller probes`() {
        var machine = Self.degraded()
        #expect(machine.admit(at: .ms(299_999)) == .serve("fallback"))
        #expect(!machine.isProbeDue(at: .ms(299_999)))
        #expect(machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(300_000)) == .create(Self.firstProbe))
        #expect(!machine.isProbeDue(at: .ms(300_000)))
        #expect(machine.admit(at: .ms(900_000)) == .serve("fallback"))
    }

    @Test func `a probe that fails begins another interval with the same fallback, one that succeeds ends it`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        let failure = machine.degrade(to: "another", retryAt: .ms(610_000), Self.firstProbe)
        #expect(failure == .serving("fallback", retryAt: .ms(610_000)))
        #expect(machine.admit(at: .ms(609_999)) == .serve("fallback"))
        #expect(machine.admit(at: .ms(610_000)) == .create(.init(probe: 2, changeCount: 2)))
        #expect(machine.recover() == "fallback")
        #expect(machine.admit(at: .ms(610_001)) == .create(.init(probe: 0, changeCount: 3)))
        #expect(machine.fallback == nil)
    }

    @Test func `a probe that was given up is given to the next, and given up once`() {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000)) == .create(.init(probe: 2, changeCount: 1)))
        machine.release(1)
        #expect(machine.admit(at: .ms(300_000)) == .serve("fallback"))
    }

    // MARK: What began earlier

    @Test func `while a fallback serves, only the failure of the probe decides when the next one is due`() {
        var machine = Self.degraded()
        let earlier = machine.degrade(to: "another", retryAt: .ms(400_000), Self.early)
        #expect(earlier == .serving("fallback", retryAt: .ms(300_000)))
        _ = machine.admit(at: .ms(300_000))
        let duringProbe = machine.degrade(to: nil, retryAt: .ms(500_000), Self.early)
        #expect(duringProbe == .serving("fallback", retryAt: .ms(300_000)))
        #expect(machine.admit(at: .ms(300_000)) == .serve("fallback"))
        #expect(machine.changeCount == 1)
        #expect(machine.degrade(to: nil, retryAt: .ms(600_000), Self.firstProbe) != nil)
        #expect(machine.admit(at: .ms(600_000)) == .create(.init(probe: 2, changeCount: 2)))
    }

    @Test(arguments: [nil, "another"])
    func `a failure of what began before a recovery is outdated`(new: String?) {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        #expect(machine.recover() == "fallback")
        #expect(machine.isOutdated(Self.early) && machine.isOutdated(Self.firstProbe))
        #expect(machine.degrade(to: new, retryAt: .ms(600_000), Self.early) == .outdated)
        #expect(machine.degrade(to: new, retryAt: .ms(600_000), Self.firstProbe) == .outdated)
        #expect(machine.fallback == nil)
        #expect(machine.isProven)
    }

    @Test(arguments: [nil, "another"])
    func `a failure of what began before a fallback was dropped is outdated`(new: String?) {
        var machine = Self.degraded()
        _ = machine.admit(at: .ms(300_000))
        #expect(machine.abandon() == "fallback")
        #expect(machine.abandon() == nil)
        #expect(machine.isOutdated(Self.early) && machine.isOutdated(Self.firstProbe))
        #expect(machine.degrade(to: new, retryAt: .ms(600_000), Self.firstProbe) == .outdated)
        #expect(!machine.isProbeDue(at: .ms(600_000)))
        #expect(machine.recover() == nil)
        #expect(machine.isProven)
        #expect(machine.abandon() == nil)
        #expect(!machine.isProven)
    }

    @Test func `a failure of what began before a reset decides where no fallback has served`() {
        var machine = Machine()
        #expect(machine.abandon() == nil)
        let failure = machine.degrade(to: "fallback", retryAt: .ms(300_000), Self.early)
        #expect(failure == .serving("fallback", retryAt: .ms(300_000)))
    }

    @Test func `a success that ended no fallback is no recovery`() {
        var machine = Machine()
        #expect(machine.recover() == nil)
        #expect(machine.degrade(to: nil, retryAt: .ms(300_000), Self.early) == nil)
        #expect(machine.isProven)
        let failure = machine.degrade(to: "fallback", retryAt: .ms(300_000), Self.early)
        #expect(failure == .serving("fallback", retryAt: .ms(300_000)))
        #expect(!machine.isProven)
    }
}
#endif
