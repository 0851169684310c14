#if Health
import Foundation
import Service
import ServiceHealth
import Testing

// The examples of the docstrings of `ServiceHealth`.

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private struct Banner {
    var text = ""
    func show(_ text: String) {}
}

private struct Client: Sendable {
    func fetchRates() async throws -> [String: Double] { [:] }
    func ping() async throws {}
}

private struct Answer: Error {
    let status: Int
}

private typealias HTTPError = Answer

private struct Saved: Sendable { var rates: [String: Double]? }

private enum Declaring {
    @MainActor func banner(for health: ObservableHealth) -> String? {
        health.isDegradedMode ? health.statusMessage(for: .inventory) : nil
    }

    static func record(_ error: any Error) {
        var banner = Banner()
        let health = ServiceHealthManager()
        health.recordFailure(for: .inventory, error: error)
        if health.isDegradedMode { banner.text = health.statusMessage(for: .inventory) }
        _ = banner
    }

    static func register(_ env: ServiceEnv, path: String) {
        env.register((any Inventory).self, health: .inventory, fallback: { LastKnownInventory() }) {
            try DiskInventory(path: path)
        }
    }

    struct LastKnownInventory: Inventory {
        func items() -> [String] { [] }
        func add(_ item: String) throws { throw Down() }
    }

    static func check(_ database: Client) async {
        let checks = HealthChecks()
        checks.register("database") {
            try await database.ping()
            return HealthCheckResult(.pass)
        }
        let report = await checks.report(.readiness)
        _ = report
    }
}

private enum Protecting {
    static func inject(_ pipeline: ResiliencePipeline) {
        pipeline.inject([.latency(.seconds(2), rate: 0.1), .error(URLError(.timedOut))])
        pipeline.inject([])
    }

    static func hedge() {
        // Of a hundred searches, five take longer than 300 ms: these are made a second time, and the first answer counts.
        let hedging = HedgingPolicy(after: .milliseconds(300))
        _ = hedging
    }

    static func limit() {
        // 100 calls a minute, and up to 20 more at once after a pause.
        let limit = RateLimitPolicy(permits: 100, per: .seconds(60), burst: 20, maxWait: .seconds(2))
        _ = limit
    }

    static func classify() {
        let classifier = ErrorClassifier.standard.adding { error in
            switch (error as? HTTPError)?.status {
            case 404, 409: .refusal
            case 401, 403: .permanent
            default: nil
            }
        }
        _ = classifier
    }

    static func policy() throws {
        var policy = ResiliencePolicy.server
        policy.bulkhead = BulkheadPolicy(maxConcurrent: 10, maxQueued: 50)
        try policy.validate()
    }

    static func pipeline(client: Client) async throws {
        let pipeline = ResiliencePipeline(service: .rates, policy: .server)
        let rates = try await pipeline.call(idempotent: true) { try await client.fetchRates() }
        _ = rates
    }

    static func stages() {
        // One failed call with all its attempts counts as one failure.
        let pipeline = ResiliencePipeline(
            service: .rates,
            outermostFirst: [
                .circuitBreaker(CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(60))),
                .retry(RetryPolicy()),
                .timeout(.seconds(2)),
            ])
        _ = pipeline
    }

    static func errors(pipeline: ResiliencePipeline, fetch: @Sendable () async throws(Down) -> Void) async throws {
        try await pipeline.call { () throws(Down) in try await fetch() }  // CallFailure<Down>
        try await pipeline.call("fetch", fetch)  // CallFailure<Down>
        try await pipeline.call { try await fetch() }  // CallFailure<any Error>
    }

    static func recover(pipeline: ResiliencePipeline, client: Client, saved: Saved, banner: Banner) async throws {
        let rates = try await pipeline.call(idempotent: true) {
            try await client.fetchRates()
        } recover: { failure in
            guard let saved = saved.rates else { throw failure }
            return saved
        }
        if rates.source == .fallback { banner.show("Rates may be out of date.") }
    }
}
#endif
