#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

/// What a call that ends after its circuit opened or closed says about the health of the service: nothing that contradicts
/// the circuit.
@Suite(.timeLimit(.minutes(5))) struct LateOutcomeTests {
    typealias SlowClock = FallbackOrderTests.SlowClock

    static let breaker = CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(60))
    /// One that meets nothing but the circuit breaker, and one that goes through stages.
    static let policies = [
        ResiliencePolicy(breaker: breaker),
        ResiliencePolicy(breaker: breaker, bulkhead: BulkheadPolicy(maxConcurrent: 10)),
    ]

    let clock = ManualClock()
    let healthClock = SlowClock()
    let health: ServiceHealthManager

    init() {
        health = ServiceHealthManager(clock: healthClock)
    }

    private func pipeline(_ policy: ResiliencePolicy = Self.policies[0]) -> ResiliencePipeline {
        ResiliencePipeline(
            service: .inventory, policy: policy, health: health, clock: clock,
            classifier: .standard.adding { $0 is Elsewhere ? .refusal : nil })
    }

    private func fail(_ pipeline: ResiliencePipeline, times: Int) async {
        for _ in 0..<times { _ = try? await pipeline.call { () throws(Down) in throw Down() } }
    }

    /// Begins calls that end when the gate is opened.
    private func begin(
        _ count: Int, _ pipeline: ResiliencePipeline, _ gate: Gate, failing error: (any Error)? = nil
    ) async -> [Task<Void, any Error>] {
        let calls = (0..<count).map { _ in
            Task {
                try await pipeline.call {
                    await gate.pass()
                    if let error { throw error }
                }
            }
        }
        await gate.waitForArrivals(count)
        return calls
    }

    private var state: HealthState? { health.state(of: .inventory) }

    @Test(arguments: policies, [nil, Elsewhere()])
    func `a success that comes when the circuit has opened does not heal`(
        policy: ResiliencePolicy, refusal: Elsewhere?
    ) async throws {
        let (pipeline, gate) = (pipeline(policy), Gate())
        let late = await begin(1, pipeline, gate, failing: refusal)
        await fail(pipeline, times: 3)
        #expect(pipeline.circuitState == .open)
        gate.open()
        _ = await late[0].result
        #expect(pipeline.circuitState == .open)
        #expect(state?.isHealthy == false)
        #expect(state?.consecutiveFailures == 3)
        #expect(health.lastError(of: .inventory) is Down)
        await clock.advance(by: .seconds(60))
        try await pipeline.call {}
        #expect(state?.isHealthy == true)
    }

    @Test func `a success that comes when the circuit was opened by hand does not heal`() async {
        let (pipeline, gate) = (pipeline(ResiliencePolicy()), Gate())
        let late = await begin(1, pipeline, gate)
        await fail(pipeline, times: 3)
        pipeline.isolate()
        gate.open()
        _ = await late[0].result
        #expect(state?.isHealthy == false)
    }

    @Test(arguments: policies)
    func `failures that come when the circuit has closed again are counted, and do not degrade`(
        policy: ResiliencePolicy
    ) async throws {
        let (pipeline, gate) = (pipeline(policy), Gate())
        let late = await begin(3, pipeline, gate, failing: Down())
        await fail(pipeline, times: 3)
        await clock.advance(by: .seconds(60))
        try await pipeline.call {}
        #expect(pipeline.circuitState == .closed)
        gate.open()
        for call in late { _ = await call.result }
        #expect(state?.isHealthy == true)
        #expect(state?.consecutiveFailures == 0)
        #expect(state?.totalFailures == 6)
        #expect(health.lastError(of: .inventory) == nil)
    }

    @Test(arguments: policies)
    func `failures that come while the circuit is open count as any`(policy: ResiliencePolicy) async {
        let (pipeline, gate) = (pipeline(policy), Gate())
        let late = await begin(2, pipeline, gate, failing: Down())
        await fail(pipeline, times: 3)
        gate.open()
        for call in late { _ = await call.result }
        #expect(state?.isHealthy == false)
        #expect(state?.consecutiveFailures == 5)
    }

    @Test(arguments: [nil, BulkheadPolicy(maxConcurrent: 10)])
    func `a success so slow that it opens the circuit does not heal`(bulkhead: BulkheadPolicy?) async throws {
        let trip = CircuitBreakerPolicy.Trip.rate(
            failure: 0.5, minimumCalls: 3, window: .seconds(10), slow: .init(rate: 0.8, longerThan: .seconds(1)))
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: trip, openFor: .seconds(60)), bulkhead: bulkhead))
        await fail(pipeline, times: 3)
        #expect(state?.isHealthy == false)
        await clock.advance(by: .seconds(60))
        try await pipeline.call { await clock.advance(by: .seconds(2)) }
        #expect(pipeline.circuitState == .open)
        #expect(state?.isHealthy == false)
        #expect(health.lastError(of: .inventory) is Down)
    }

    // MARK: What the manager learns of as the circuit changes once more

    /// Reports an outcome on a thread that stops before the manager knows of it.
    private func report(_ wheel: SlowClock.Wheel, _ body: @escaping @Sendable () -> Void) async -> Task<Void, Never> {
        wheel.isTurned.enter()
        let report = Task { await onThread { SlowClock.$wheel.withValue(wheel) { body() } } }
        await onThread { wheel.gate.waitForArrivals() }
        return report
    }

    @Test func `a success that is reported when the circuit has opened once more does not heal`() async throws {
        let pipeline = pipeline()
        let core = pipeline.core
        await fail(pipeline, times: 3)
        await clock.advance(by: .seconds(60))
        let (probe, wheel) = (try core.breaker.admit(), SlowClock.Wheel())
        let success = await report(wheel) { core.succeeded(probe, since: core.breaker.startTime()) }
        #expect(pipeline.circuitState == .closed)
        await fail(pipeline, times: 3)
        #expect(pipeline.circuitState == .open)
        wheel.gate.open()
        await success.value
        #expect(state?.isHealthy == false)
        #expect(state?.consecutiveFailures == 6)
    }

    @Test func `a failure that is reported when the circuit has closed again does not degrade`() async throws {
        let pipeline = pipeline(
            ResiliencePolicy(breaker: CircuitBreakerPolicy(trip: .consecutive(1), openFor: .seconds(60))))
        let core = pipeline.core
        let (permit, wheel) = (try core.breaker.admit(), SlowClock.Wheel())
        let failure = await report(wheel) { core.failed(permit, since: core.breaker.startTime(), Down()) }
        #expect(pipeline.circuitState == .open)
        await clock.advance(by: .seconds(60))
        try await pipeline.call {}
        #expect(pipeline.circuitState == .closed)
        wheel.gate.open()
        await failure.value
        #expect(state?.consecutiveFailures == 0)
        #expect(state?.totalFailures == 1)
    }
}
#endif
