import Foundation
import ServiceHealth
import Synchronization

/// What a call throws here.
struct Down: Error {}

/// Compares protected calls with the bare call, in one run. Exits with a failure where a promised limit is
/// passed.
@main
struct HealthBenchmarks {
    /// A promise: what a way to make a call may cost above the bare call.
    struct Limit {
        let measurement: Measurement
        let nanoseconds: Double
        let allocations: Double?
    }

    static func main() async {
        // Off the main actor, where nothing but the call is measured.
        let isWithin = await Task.detached { await run() }.value
        if !isWithin { exit(1) }
    }

    static func run() async -> Bool {
        let health = ServiceHealthManager()
        let target = Target()
        let bare = await Measurement.take("bare call", calls: 2_000_000) { calls in
            for _ in 0..<calls { consume(try? await target.answer()) }
        }

        func measure(
            _ name: String, calls: Int, idempotent: Bool = false, _ pipeline: ResiliencePipeline
        ) async -> Measurement {
            await Measurement.take(name, calls: calls) { calls in
                for _ in 0..<calls {
                    consume(
                        try? await pipeline.call("answer", idempotent: idempotent) { () throws(Down) in
                            try await target.answer()
                        })
                }
            }
        }

        func pipeline(_ policy: ResiliencePolicy) -> ResiliencePipeline {
            ResiliencePipeline(service: "benchmark", policy: policy, health: health, seed: 1)
        }

        let consecutive = CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(300))
        let rate = CircuitBreakerPolicy(
            trip: .rate(
                failure: 0.5, minimumCalls: 20, window: .seconds(10),
                slow: .init(rate: 0.8, longerThan: .seconds(5))),
            openFor: .seconds(5))
        var hedged = ResiliencePolicy.app
        hedged.hedging = HedgingPolicy(after: .seconds(5))
        let open = pipeline(ResiliencePolicy(breaker: consecutive))
        for _ in 0..<3 { _ = try? await open.call { () throws(Down) in throw Down() } }

        let limits = [
            Limit(
                measurement: await measure(
                    "consecutive breaker", calls: 2_000_000, pipeline(ResiliencePolicy(breaker: consecutive))),
                nanoseconds: 15, allocations: 0),
            Limit(
                measurement: await measure(
                    "rate breaker with durations", calls: 500_000, pipeline(ResiliencePolicy(breaker: rate))),
                nanoseconds: 110, allocations: nil),
            Limit(
                measurement: await measure("open circuit", calls: 500_000, open), nanoseconds: 80,
                allocations: nil),
            Limit(
                measurement: await measure(
                    "timeout", calls: 100_000, pipeline(ResiliencePolicy(attemptTimeout: .seconds(10)))),
                nanoseconds: 2_000, allocations: nil),
            Limit(
                measurement: await measure(
                    "rate limit", calls: 500_000,
                    pipeline(
                        ResiliencePolicy(
                            rateLimit: RateLimitPolicy(permits: 1_000_000_000, per: .seconds(1))))),
                nanoseconds: .infinity, allocations: 0),
            Limit(
                measurement: await measure(
                    "rate breaker and rate limit", calls: 500_000,
                    pipeline(
                        ResiliencePolicy(
                            breaker: rate,
                            rateLimit: RateLimitPolicy(permits: 1_000_000_000, per: .seconds(1))))),
                nanoseconds: .infinity, allocations: 0),
            Limit(
                measurement: await measure(
                    "bulkhead", calls: 500_000,
                    pipeline(
                        ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 25)))),
                nanoseconds: .infinity, allocations: nil),
            Limit(
                measurement: await measure(".app", calls: 100_000, pipeline(.app)), nanoseconds: 2_500,
                allocations: nil),
            Limit(
                measurement: await measure(
                    ".app, idempotent", calls: 100_000, idempotent: true, pipeline(.app)), nanoseconds: .infinity,
                allocations: nil),
            Limit(
                measurement: await measure(
                    ".app, idempotent, hedged", calls: 100_000, idempotent: true, pipeline(hedged)),
                nanoseconds: .infinity, allocations: nil),
            Limit(
                measurement: await measure(".server", calls: 100_000, pipeline(.server)),
                nanoseconds: .infinity,
                allocations: nil),
            Limit(
                measurement: await Measurement.take("recordSuccess, healthy", calls: 2_000_000) { calls in
                    for _ in 0..<calls { health.recordSuccess(for: "benchmark") }
                },
                nanoseconds: .infinity, allocations: 0),
        ]
        return report(bare, limits)
    }

    static func report(_ bare: Measurement, _ limits: [Limit]) -> Bool {
        print("call\tns\tadded ns\tlimit\tallocations")
        print("\(bare.name)\t\(rounded(bare.nanoseconds))\t\t\t\(rounded(bare.allocations))")
        var isWithin = true
        for limit in limits {
            let added = limit.measurement.nanoseconds - bare.nanoseconds
            var row =
                "\(limit.measurement.name)\t\(rounded(limit.measurement.nanoseconds))\t\(rounded(added))"
            row += "\t\(limit.nanoseconds.isFinite ? rounded(limit.nanoseconds) : "-")"
            row += "\t\(rounded(limit.measurement.allocations))"
            let isTooSlow = added > limit.nanoseconds
            let allocatesTooMuch =
                limit.allocations.map { limit.measurement.allocations > $0 + 0.001 } ?? false
            if isTooSlow || allocatesTooMuch {
                row += "\tPASSED THE LIMIT"
                isWithin = false
            }
            print(row)
        }
        return isWithin
    }

    static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}

/// The service that is called: it never waits, and what it answers is not known before.
final class Target: Sendable {
    private let number = Atomic(42)

    @inline(never)
    func answer() async throws(Down) -> Int { number.load(ordering: .relaxed) }
}

/// Uses a value, so that making it is not optimised away.
@inline(never)
func consume<T>(_ value: T) {}
