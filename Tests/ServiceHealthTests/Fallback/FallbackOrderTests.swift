#if Health
import Service
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What a registration's failures and recoveries come to when the manager learns of them in another order.
@Suite(.timeLimit(.minutes(5))) struct FallbackOrderTests {
    /// A service that says which one it is.
    final class Part: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    /// An error whose description takes its time.
    struct Slow: Error, CustomStringConvertible {
        let gate: ThreadGate
        var description: String {
            gate.pass()
            return "slow"
        }
    }

    /// A clock that takes its time to answer one thread, once that has turned the wheel.
    final class SlowClock: Clock {
        final class Wheel: Sendable {
            let gate = ThreadGate()
            let isTurned = Tally()
        }

        @TaskLocal static var wheel: Wheel?

        let base = ManualClock()

        var now: ManualClock.Instant {
            if let wheel = Self.wheel, wheel.isTurned.total > 0 { wheel.gate.pass() }
            return base.now
        }

        var minimumResolution: Duration { base.minimumResolution }

        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            try await base.sleep(until: deadline, tolerance: tolerance)
        }
    }

    let clock = SlowClock()
    let health: ServiceHealthManager
    let env = ServiceEnv(name: "degrading")
    let fallbacks = Tally()
    let fallbackWorks = Log<Bool>()

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    /// Registers a part that is created for each caller, by what the caller brings along.
    func register() {
        env.register(
            Part.self, scope: .transient, health: .inventory, manager: health,
            fallback: {
                if fallbackWorks.elements.last == false { throw Elsewhere() }
                fallbacks.enter()
                return Part("fallback \(fallbacks.total)")
            }
        ) {
            try Self.factory()
            return Part("live")
        }
    }

    @TaskLocal static var factory: @Sendable () throws -> Void = {}

    /// Resolves the part on a thread, with a factory of its own.
    func resolve(_ wheel: SlowClock.Wheel? = nil, factory: @escaping @Sendable () throws -> Void) -> Task<
        String?, Never
    > {
        Task { [env] in
            await onThread {
                SlowClock.$wheel.withValue(wheel) {
                    Self.$factory.withValue(factory) { (try? env.resolve(Part.self))?.name }
                }
            }
        }
    }

    var state: HealthState? { health.state(of: .inventory) }

    @Test func `a failure that is reported after the recovery does not degrade again`() async throws {
        register()
        let (creating, describing) = (ThreadGate(), ThreadGate())
        let first = resolve { creating.pass() }
        await onThread { creating.waitForArrivals() }
        let second = resolve { throw Slow(gate: describing) }
        await onThread { describing.waitForArrivals() }
        creating.open()
        #expect(await first.value == "live")
        describing.open()
        #expect(await second.value == "fallback 1")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(state?.consecutiveFailures == 0)
        #expect(state?.totalFailures == 1)
        #expect(state?.lastError == "slow")
        #expect(health.lastError(of: .inventory) == nil)
        #expect(try env.resolve(Part.self).name == "live")
    }

    @Test func `a failure that is reported after a reset and the recovery does not degrade again`() async throws {
        register()
        let (creating, describing) = (ThreadGate(), ThreadGate())
        let first = resolve { creating.pass() }
        await onThread { creating.waitForArrivals() }
        let second = resolve { throw Slow(gate: describing) }
        await onThread { describing.waitForArrivals() }
        creating.open()
        _ = await first.value
        health.reset(.inventory)
        describing.open()
        _ = await second.value
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
    }

    @Test func `a caller whose own fallback fails gets the one that serves by then`() async throws {
        let trying = ThreadGate()
        let isFirst = Tally()
        env.register(
            Part.self, scope: .transient, health: .inventory, manager: health,
            fallback: {
                isFirst.enter()
                guard isFirst.total == 1 else { return Part("fallback") }
                trying.pass()
                throw Elsewhere()
            }
        ) {
            try Self.factory()
            return Part("live")
        }
        let first = resolve { throw Down() }
        await onThread { trying.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback")
        trying.open()
        #expect(await first.value == "fallback")
        #expect(state?.source == .fallback)
    }

    @Test func `a recovery that is reported after the next failure does not heal`() async throws {
        register()
        let (creating, wheel) = (ThreadGate(), SlowClock.Wheel())
        let first = resolve(wheel) {
            creating.pass()
            wheel.isTurned.enter()
        }
        await onThread { creating.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback 1")
        creating.open()
        // It has ended the fallback, and is about to report that.
        await onThread { wheel.gate.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback 2")
        wheel.gate.open()
        #expect(await first.value == "live")
        #expect(state?.isHealthy == false)
        #expect(state?.source == .fallback)
        await clock.base.advance(by: .seconds(300))
        #expect(try env.resolve(Part.self).name == "live")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
    }

    @Test func `a fallback that has ended does not serve again`() async throws {
        register()
        let (creating, failing, wheel) = (ThreadGate(), ThreadGate(), SlowClock.Wheel())
        let first = resolve { creating.pass() }
        let second = resolve(wheel) {
            failing.pass()
            wheel.isTurned.enter()
            throw Down()
        }
        await onThread { creating.waitForArrivals() }
        await onThread { failing.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback 1")
        failing.open()
        // It has failed while that fallback served, and is about to prolong its service.
        await onThread { wheel.gate.waitForArrivals() }
        creating.open()
        #expect(await first.value == "live")
        wheel.gate.open()
        #expect(await second.value == "fallback 2")
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(try env.resolve(Part.self).name == "live")
    }

    // MARK: What began before the fallback served

    @Test func `a probe stays the only one when a creation fails that began before it`() async throws {
        register()
        let (creating, probing) = (ThreadGate(), ThreadGate())
        let first = resolve {
            creating.pass()
            throw Down()
        }
        await onThread { creating.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback 1")
        await clock.base.advance(by: .seconds(300))
        let probe = resolve { probing.pass() }
        await onThread { probing.waitForArrivals() }
        creating.open()
        #expect(await first.value == "fallback 1")
        #expect(state?.consecutiveFailures == 2)
        await clock.base.advance(by: .seconds(300))
        // A second probe would get the live service.
        #expect(await resolve {}.value == "fallback 1")
        probing.open()
        #expect(await probe.value == "live")
        #expect(state?.isHealthy == true)
    }

    @Test func `a creation that began before and fails meanwhile does not put off the next try`() async throws {
        register()
        let creating = ThreadGate()
        let first = resolve {
            creating.pass()
            throw Down()
        }
        await onThread { creating.waitForArrivals() }
        _ = await resolve { throw Down() }.value
        let retryAt = state?.retryAt
        await clock.base.advance(by: .seconds(299))
        creating.open()
        #expect(await first.value == "fallback 1")
        #expect(state?.retryAt == retryAt)
        await clock.base.advance(by: .seconds(1))
        #expect(try env.resolve(Part.self).name == "live")
    }

    @Test(arguments: [true, false])
    func `a creation that began before a recovery and fails after it degrades nothing`(hasFallback: Bool) async throws {
        register()
        let creating = ThreadGate()
        let first = resolve {
            creating.pass()
            throw Down()
        }
        await onThread { creating.waitForArrivals() }
        #expect(await resolve { throw Down() }.value == "fallback 1")
        await clock.base.advance(by: .seconds(300))
        #expect(await resolve {}.value == "live")
        if !hasFallback { fallbackWorks.add(false) }
        creating.open()
        #expect(await first.value == (hasFallback ? "fallback 2" : nil))
        #expect(state?.isHealthy == true)
        #expect(state?.source == .live)
        #expect(state?.totalFailures == 2)
        #expect(health.lastError(of: .inventory) == nil)
        #expect(try env.resolve(Part.self).name == "live")
    }

    @Test func `what was created with a fallback that came too late is created again`() async throws {
        struct Whole: Sendable {
            let part: Part
        }
        register()
        env.register(Whole.self) { [env] in Whole(part: try env.resolve(Part.self)) }
        let creating = ThreadGate()
        let first = Task { [env] in
            await onThread {
                Self.$factory.withValue({
                    creating.pass()
                    throw Down()
                }) { (try? env.resolve(Whole.self))?.part.name }
            }
        }
        await onThread { creating.waitForArrivals() }
        _ = await resolve { throw Down() }.value
        await clock.base.advance(by: .seconds(300))
        #expect(await resolve {}.value == "live")
        creating.open()
        #expect(await first.value == "fallback 2")
        #expect(try env.resolve(Whole.self).part.name == "live")
    }
}
#endif
