import ServiceHealth

struct ChoosingPoliciesSnippets {
    // snippet: policies-1
    struct RatesClient: Sendable {
        private let pipeline: ResiliencePipeline
        private let fetch: @Sendable () async throws(Down) -> [String: Double]

        init(health: ServiceHealthManager, fetch: @escaping @Sendable () async throws(Down) -> [String: Double]) {
            var policy = ResiliencePolicy.server
            policy.attemptTimeout = .seconds(2)
            pipeline = ResiliencePipeline(service: .rates, policy: policy, health: health)
            self.fetch = fetch
        }

        func rates() async throws(CallFailure<Down>) -> [String: Double] {
            try await pipeline.call("rates", idempotent: true, fetch)
        }
    }
    // snippet end

    // snippet: policies-2
    func makePatient(health: ServiceHealthManager) -> ResiliencePipeline {
        // All attempts of a call together count as one failure.
        ResiliencePipeline(
            service: .rates,
            outermostFirst: [
                .circuitBreaker(CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(60))),
                .retry(RetryPolicy(maxAttempts: 5)),
                .timeout(.seconds(2)),
            ],
            health: health)
    }
    // snippet end

    // snippet: policies-3
    func call(_ pipeline: ResiliencePipeline, _ fetch: @Sendable () async throws(Down) -> Int) async -> Int? {
        do throws(CallFailure<Down>) {
            return try await pipeline.call("fetch", fetch)
        } catch {
            switch error {
            case .failed(let down): return down.number
            case .rejected, .timedOut, .cancelled: return nil
            }
        }
    }
    // snippet end

    // snippet: policies-4
    func makePipeline(_ policy: ResiliencePolicy, health: ServiceHealthManager) throws -> ResiliencePipeline {
        try policy.validate()
        return ResiliencePipeline(service: .rates, policy: policy, health: health)
    }
    // snippet end
}
