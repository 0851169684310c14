#if Health
import Service
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

    // snippet: policies-5
    struct HTTPError: FailureDescribing {
        let status: Int
        var retryAfter: Duration?

        var failureKind: FailureKind {
            status == 429 || status == 503 ? .unavailable(retryAfter: retryAfter) : .failed(self)
        }
    }

    struct PartnerClient: Sendable {
        private let pipeline: ResiliencePipeline
        private let get: @Sendable (String) async throws(HTTPError) -> String

        init(health: ServiceHealthManager, get: @escaping @Sendable (String) async throws(HTTPError) -> String) {
            var policy = ResiliencePolicy.server
            policy.rateLimit = RateLimitPolicy(permits: 80, per: .seconds(60), burst: 20, maxWait: .seconds(2))
            pipeline = ResiliencePipeline(
                service: .rates, policy: policy, health: health,
                classifier: .standard.adding { error in
                    switch (error as? HTTPError)?.status {
                    case 404, 409, 422: .refusal
                    case 401, 403: .permanent
                    default: nil
                    }
                })
            self.get = get
        }

        /// The price of an item, or nil for an item that the partner does not know.
        func price(of item: String) async throws(CallFailure<HTTPError>) -> String? {
            do throws(CallFailure<HTTPError>) {
                return try await pipeline.call(idempotent: true) { () throws(HTTPError) in
                    try await get("/prices/\(item)")
                }
            } catch {
                if case .failed(let answer) = error, answer.status == 404 { return nil }
                throw error
            }
        }
    }
    // snippet end

    // snippet: policies-6
    struct Search: Sendable {
        private let pipeline: ResiliencePipeline
        private let find: @Sendable (String) async throws -> [String]
        private let found: @Sendable (String) -> [String]?

        init(
            health: ServiceHealthManager, find: @escaping @Sendable (String) async throws -> [String],
            found: @escaping @Sendable (String) -> [String]?
        ) {
            var policy = ResiliencePolicy.app
            policy.hedging = HedgingPolicy(after: .milliseconds(300))
            pipeline = ResiliencePipeline(service: .search, policy: policy, health: health, fallbackKind: .cached)
            self.find = find
            self.found = found
        }

        func results(for words: String) async throws -> Served<[String]> {
            try await pipeline.call(idempotent: true) {
                try await find(words)
            } recover: { failure in
                guard let results = found(words) else { throw failure }
                return results
            }
        }
    }

    func heading(_ results: Served<[String]>) -> String {
        results.source == .live ? "Results" : "Search is not available. These are earlier results."
    }
    // snippet end
}
#endif
