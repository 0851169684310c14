@_spi(Lock) import Service
import Testing

private final class Pool: Sendable {}

/// Does something when an environment next reads the time.
private struct InterruptingClock: Clock {
    let next: Cell<@Sendable () -> Void>

    var now: ContinuousClock.Instant {
        let interrupt = next.value
        next.value = {}
        interrupt()
        // Always later than what any instance was cached for.
        return ContinuousClock.now + .seconds(60)
    }

    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
}

/// A service that is registered asynchronously and synchronously in turn while somebody resolves it.
@Suite struct ChangingKindTests {
    private let interrupt = Cell<@Sendable () -> Void>({})

    @Test func `a service that is asynchronous for a moment only is resolved`() async throws {
        let env = ServiceEnv(name: "changing", clock: InterruptingClock(next: interrupt))
        env.register(Pool.self, scope: .timed(.zero)) { Pool() }
        try env.resolve(Pool.self)
        let last = Pool()
        let events = Cell<[String]>([])
        // The synchronous resolution meets an asynchronous registration, and by the time it has failed that one is gone.
        interrupt.value = { env.registerAsync(Pool.self) { Pool() } }
        let observation = env.observe { event in
            events.value.append(event.service)
            if case .failed = event.outcome { env.register(Pool.self) { last } }
        }
        #expect(try await env.resolveAsync(Pool.self) === last)
        #expect(events.value == ["Pool", "Pool"])
        observation.cancel()
    }

    @Test(arguments: [false, true])
    func `an error that an asynchronous service once gave is a failure like any other`(isNeed: Bool) async throws {
        let other = ServiceEnv(name: "other")
        other.registerAsync(Pool.self) { Pool() }
        let earlier = other.outcome(Pool.self)
        let env = ServiceEnv(name: "failing")
        let runs = Cell(0)
        env.register(Pool.self) {
            // Would go on for ever otherwise.
            if runs.increment() > 10 { return Pool() }
            return try earlier.get()
        }
        env.registerAsync(String.self, needs: Pool.self) { _ in "" }
        await #expect(throws: ServiceError.self) {
            if isNeed { _ = try await env.resolveAsync(String.self) } else { _ = try await env.resolveAsync(Pool.self) }
        }
        #expect(runs.value == 1)
    }
}
