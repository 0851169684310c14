#if Health
import Service
import ServiceHealth
import ServiceTesting
import Testing

@Suite struct ResiliencePipelineTests {
    let clock = ManualClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: clock)
    }

    func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
        ResiliencePipeline(service: .inventory, policy: policy, health: health, clock: clock, seed: 1)
    }

    static let tripsAtOnce = CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60))

    /// Waits until a task is cancelled, and says so.
    static func waitForCancellation() async {
        let gate = Gate()
        await withTaskCancellationHandler {
            await gate.pass()
        } onCancel: {
            gate.open()
        }
    }

    // MARK: Results and errors

    @Test func `a call returns what its body returns`() async throws {
        #expect(try await pipeline(.app).call { 42 } == 42)
        #expect(try await pipeline(ResiliencePolicy()).call { "text" } == "text")
    }

    @Test func `the type of the error is kept where it is written`() async {
        @Sendable func fetch() throws(Down) -> Int { throw Down(number: 7) }
        let pipeline = pipeline(.app)
        do throws(CallFailure<Down>) {
            _ = try await pipeline.call { () throws(Down) in try fetch() }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == .failed(Down(number: 7)))
        }
        do throws(CallFailure<Down>) {
            _ = try await pipeline.call("fetch", fetch)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == .failed(Down(number: 7)))
        }
        do throws(CallFailure<any Error>) {
            _ = try await pipeline.call { try fetch() }
            Issue.record("nothing was thrown")
        } catch {
            guard case .failed(let inner as Down) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(inner.number == 7)
        }
    }

    @Test func `a body that cannot fail is protected too`() async {
        let pipeline = pipeline(ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 1)))
        pipeline.isolate()
        await #expect(throws: CallFailure<Never>.rejected(.isolated(.inventory))) {
            try await pipeline.call { () throws(Never) in 1 }
        }
    }

    @Test func `a failure tells other layers what kind it is`() {
        func kind(_ failure: CallFailure<any Error>) -> String { "\(failure.failureKind)" }
        #expect(kind(.cancelled) == "cancelled")
        #expect(kind(.timedOut(.seconds(1))) == "timedOut")
        #expect(kind(.rejected(.isolated(.inventory))) == "unavailable(retryAfter: nil)")
        #expect(kind(.rejected(.bulkheadFull(.inventory))) == "unavailable(retryAfter: nil)")
        #expect(
            kind(.rejected(.circuitOpen(.inventory, retryAfter: .seconds(3))))
                == "unavailable(retryAfter: Optional(3.0 seconds))")
        #expect(kind(.failed(Down())) == "failed(ServiceHealthTests.Down(number: 0))")
        #expect(kind(.failed(CallFailure<Down>.timedOut(.seconds(1)))) == "timedOut")
    }

    // MARK: Cancellation

    @Test(arguments: [ResiliencePolicy(breaker: tripsAtOnce), .app, .server])
    func `a cancelled call is neither a success nor a failure`(policy: ResiliencePolicy) async {
        var policy = policy
        policy.breaker = Self.tripsAtOnce
        let pipeline = pipeline(policy)
        let gate = Gate()
        let call = Task {
            try await pipeline.call(idempotent: true) { () throws(Down) in
                await gate.pass()
                throw Down()
            }
        }
        await gate.waitForArrivals()
        call.cancel()
        gate.open()
        await #expect(throws: CallFailure<Down>.cancelled) { try await call.value }
        #expect(gate.arrivals == 1)
        #expect(pipeline.circuitState == .closed)
        #expect(health.serviceStates.isEmpty)
    }

    @Test(arguments: [ResiliencePolicy(), .app])
    func `a cancelled call whose body succeeds is a success`(policy: ResiliencePolicy) async throws {
        let pipeline = pipeline(policy)
        let gate = Gate()
        let call = Task {
            try await pipeline.call {
                await gate.pass()
                return 1
            }
        }
        await gate.waitForArrivals()
        call.cancel()
        gate.open()
        #expect(try await call.value == 1)
        #expect(health.serviceStates[.inventory]?.lastSuccess != nil)
    }

    @Test(arguments: [ResiliencePolicy(breaker: tripsAtOnce), .app])
    func `a CancellationError while the caller is not cancelled is a failure`(policy: ResiliencePolicy) async {
        var policy = policy
        policy.breaker = Self.tripsAtOnce
        let pipeline = pipeline(policy)
        await #expect {
            try await pipeline.call { throw CancellationError() }
        } throws: { error in
            guard case CallFailure<any Error>.failed(let inner) = error else { return false }
            return inner is CancellationError
        }
        #expect(pipeline.circuitState == .open)
        #expect(health.serviceStates[.inventory]?.consecutiveFailures == 1)
    }

    @Test func `a call made by a cancelled task runs, and sees that it is cancelled`() async throws {
        let pipeline = pipeline(.app)
        let gate = Gate()
        let call = Task {
            await gate.pass()
            return try await pipeline.call { Task.isCancelled }
        }
        call.cancel()
        gate.open()
        #expect(try await call.value)
    }

    // MARK: Fallback

    @Test func `a fallback answers and is told why, and its answer is no success`() async throws {
        let pipeline = pipeline(ResiliencePolicy(breaker: Self.tripsAtOnce))
        let reasons = Log<CallFailure<Down>>()
        for _ in 0..<2 {
            let answer = try await pipeline.call("fetch") { () throws(Down) -> Int in
                throw Down()
            } fallback: { failure in
                reasons.add(failure)
                return -1
            }
            #expect(answer == -1)
        }
        #expect(
            reasons.elements == [
                .failed(Down()), .rejected(.circuitOpen(.inventory, retryAfter: .seconds(60))),
            ])
        #expect(health.serviceStates[.inventory]?.lastSuccess == nil)
        #expect(health.serviceStates[.inventory]?.totalFailures == 1)
    }

    @Test func `a cancelled call gets no fallback`() async {
        let pipeline = pipeline(.app)
        let gate = Gate()
        let call = Task {
            try await pipeline.call { () throws(Down) -> Int in
                await gate.pass()
                throw Down()
            } fallback: { _ in
                Issue.record("nobody waits for this")
                return -1
            }
        }
        await gate.waitForArrivals()
        call.cancel()
        gate.open()
        await #expect(throws: CancellationError.self) { try await call.value }
    }

    // MARK: State

    @Test func `copies share their state, and another pipeline for the service does not`() async {
        let first = pipeline(ResiliencePolicy(breaker: Self.tripsAtOnce))
        let copy = first
        let second = pipeline(ResiliencePolicy(breaker: Self.tripsAtOnce))
        _ = try? await first.call { () throws(Down) in throw Down() }
        #expect(copy.circuitState == .open)
        #expect(second.circuitState == .closed)
    }

    @Test(arguments: [ResiliencePolicy(), .app, .server])
    func `an isolated pipeline rejects until it is closed`(policy: ResiliencePolicy) async throws {
        let pipeline = pipeline(policy)
        pipeline.isolate()
        #expect(pipeline.circuitState == .open)
        await clock.advance(by: .seconds(100_000))
        await #expect(throws: CallFailure<Down>.rejected(.isolated(.inventory))) {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        pipeline.close()
        #expect(try await pipeline.call { 1 } == 1)
    }

    @Test func `a pipeline that is gone leaves nothing behind but the service's health`() async throws {
        weak var released: Tally?
        do {
            let tally = Tally()
            released = tally
            let pipeline = pipeline(.server)
            _ = try await pipeline.call { tally.enter() }
        }
        #expect(released == nil)
    }

    // MARK: Health

    @Test func `what a call comes to is recorded as health`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(9), openFor: .seconds(1))))
        for _ in 0..<3 { _ = try? await pipeline.call { () throws(Down) in throw Down() } }
        #expect(health.isDegradedMode)
        _ = try await pipeline.call { 1 }
        #expect(!health.isDegradedMode)
        #expect(health.serviceStates[.inventory]?.totalFailures == 3)
    }

    @Test func `our own rejections change neither health nor the circuit`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: Self.tripsAtOnce, bulkhead: BulkheadPolicy(maxConcurrent: 1)))
        let gate = Gate()
        let holder = Task { try await pipeline.call { await gate.pass() } }
        await gate.waitForArrivals()
        await #expect(throws: CallFailure<Down>.rejected(.bulkheadFull(.inventory))) {
            try await pipeline.call { () throws(Down) in Issue.record("this must not run") }
        }
        #expect(pipeline.circuitState == .closed)
        gate.open()
        try await holder.value
        #expect(health.serviceStates[.inventory]?.totalFailures == 0)
    }
}
#endif
