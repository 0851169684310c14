import ServiceHealth
import Synchronization

/// What a call throws here.
struct Down: Error {}

/// The ways to make a call.
struct Calls: Sendable {
    let health = ServiceHealthManager()
    let target = Target()

    func bare() async -> Measurement {
        await Measurement.take("bare call", calls: 2_000_000) { calls in
            for _ in 0..<calls { consume(try? await target.answer()) }
        }
    }

    /// - Parameter slow: Whether a call takes microseconds, so that fewer of them are enough.
    func measure(
        _ name: String, slow: Bool = false, idempotent: Bool = false, _ policy: ResiliencePolicy,
        classifier: ErrorClassifier = .standard
    ) async -> Measurement {
        let pipeline = ResiliencePipeline(
            service: "benchmark", policy: policy, health: health, seed: 1, classifier: classifier)
        return await measure(name, calls: slow ? 100_000 : 1_000_000, idempotent: idempotent, pipeline)
    }

    func measureOpen(_ policy: ResiliencePolicy) async -> Measurement {
        let open = ResiliencePipeline(service: "open", policy: policy, health: health, seed: 1)
        for _ in 0..<3 { _ = try? await open.call { () throws(Down) in throw Down() } }
        return await measure("open circuit", calls: 500_000, idempotent: false, open)
    }

    func measureHealth() async -> Measurement {
        await Measurement.take("recordSuccess, healthy", calls: 2_000_000) { calls in
            for _ in 0..<calls { health.recordSuccess(for: "benchmark") }
        }
    }

    /// One function for all of them, so that the compiler makes the same calls of each.
    @inline(never)
    private func measure(
        _ name: String, calls: Int, idempotent: Bool, _ pipeline: ResiliencePipeline
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
