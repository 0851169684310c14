import Foundation
import ServiceHealth

/// Compares protected calls with the bare call, in one run. Exits with a failure where a promised limit is
/// passed.
@main
struct HealthBenchmarks {
    /// A promise: what a way to make a call may cost above another one.
    struct Limit {
        let measurement: Measurement
        let base: Measurement
        let nanoseconds: Double
        let allocations: Double?

        init(
            _ measurement: Measurement, above base: Measurement, _ nanoseconds: Double = .infinity,
            allocations: Double? = nil
        ) {
            self.measurement = measurement
            self.base = base
            self.nanoseconds = nanoseconds
            self.allocations = allocations
        }
    }

    static func main() async {
        // Off the main actor, where nothing but the call is measured.
        let isWithin = await Task.detached { await run() }.value
        if !isWithin { exit(1) }
    }

    static func run() async -> Bool {
        let calls = Calls()
        let bare = await calls.bare()
        let consecutive = CircuitBreakerPolicy(trip: .consecutive(3), openFor: .seconds(300))
        let rate = CircuitBreakerPolicy(
            trip: .rate(
                failure: 0.5, minimumCalls: 20, window: .seconds(10),
                slow: .init(rate: 0.8, longerThan: .seconds(5))),
            openFor: .seconds(5))
        let limit = RateLimitPolicy(permits: 1_000_000_000, per: .seconds(1))
        var hedged = ResiliencePolicy.app
        hedged.hedging = HedgingPolicy(after: .seconds(5))

        let breaker = await calls.measure("consecutive breaker", ResiliencePolicy(breaker: consecutive))
        let measuring = await calls.measure("rate breaker with durations", ResiliencePolicy(breaker: rate))
        let app = await calls.measure(".app", slow: true, .app)
        let idempotent = await calls.measure(".app, idempotent", slow: true, idempotent: true, .app)
        let limits = [
            Limit(breaker, above: bare, 15, allocations: 0),
            Limit(
                await calls.measure(
                    "consecutive breaker, classifier", ResiliencePolicy(breaker: consecutive),
                    classifier: .standard.adding { $0 is Down ? .refusal : nil }),
                above: breaker, 5, allocations: 0),
            Limit(measuring, above: bare, 110, allocations: 0),
            Limit(
                await calls.measure("rate breaker, rate limit", ResiliencePolicy(breaker: rate, rateLimit: limit)),
                above: measuring, 40, allocations: 0),
            // One reading of the clock is most of it, which the breaker has done above.
            Limit(
                await calls.measure("rate limit alone", ResiliencePolicy(rateLimit: limit)), above: bare,
                allocations: 0),
            Limit(await calls.measureOpen(ResiliencePolicy(breaker: consecutive)), above: bare, 80),
            Limit(
                await calls.measure("timeout", slow: true, ResiliencePolicy(attemptTimeout: .seconds(10))),
                above: bare, 2_000),
            Limit(
                await calls.measure(
                    "bulkhead", slow: true, ResiliencePolicy(bulkhead: BulkheadPolicy(maxConcurrent: 25))),
                above: bare),
            Limit(app, above: bare, 2_500),
            Limit(idempotent, above: bare),
            // It passes one stage more, which costs what the switch does.
            Limit(await calls.measure(".app, hedging, not idempotent", slow: true, hedged), above: app, 100),
            Limit(
                await calls.measure(".app, hedging, in time", slow: true, idempotent: true, hedged),
                above: idempotent),
            Limit(await calls.measure(".server", slow: true, .server), above: bare),
            Limit(await calls.measureHealth(), above: bare, allocations: 0),
        ]
        return report(bare, limits + (await Guards().limits()))
    }

    static func report(_ bare: Measurement, _ limits: [Limit]) -> Bool {
        print("call\tns\tadded ns\tto\tlimit\tallocations")
        print("\(bare.name)\t\(rounded(bare.nanoseconds))\t\t\t\t\(rounded(bare.allocations))")
        var isWithin = true
        for limit in limits {
            let measured = limit.measurement
            let added = measured.nanoseconds - limit.base.nanoseconds
            let most = limit.nanoseconds.isFinite ? rounded(limit.nanoseconds) : "-"
            var row = [
                measured.name, rounded(measured.nanoseconds), rounded(added), limit.base.name, most,
                rounded(measured.allocations),
            ]
            let allocatesTooMuch = limit.allocations.map { measured.allocations > $0 + 0.001 } ?? false
            if added > limit.nanoseconds || allocatesTooMuch {
                row.append("PASSED THE LIMIT")
                isWithin = false
            }
            print(row.joined(separator: "\t"))
        }
        return isWithin
    }

    static func rounded(_ number: Double) -> String { String(format: "%.2f", number) }
}
