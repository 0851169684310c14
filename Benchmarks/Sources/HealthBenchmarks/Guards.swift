import ServiceHealth
import ServiceMacros

/// What guards protect here.
@Resilient
protocol Answers: Sendable {
    func any() async throws -> Int
    func typed() async throws(Refused) -> Int
    @Fallback func standIn() async throws -> Int
}

struct Refused: Error, CallFailureRepresentable {
    init() {}
    init(unanswered failure: CallFailure<Never>) {}
}

final class LiveAnswers: Answers {
    let target = Target()

    func any() async throws -> Int { try await target.answer() }
    func typed() async throws(Refused) -> Int {
        do throws(Down) { return try await target.answer() } catch { throw Refused() }
    }
    func standIn() async throws -> Int { try await target.answer() }
}

/// The guard as one writes it by hand.
final class GuardByHand: Answers {
    let live: any Answers
    let spare: any Answers
    let pipeline: ResiliencePipeline

    init(_ live: any Answers, standIn spare: any Answers, pipeline: ResiliencePipeline) {
        self.live = live
        self.spare = spare
        self.pipeline = pipeline
    }

    func any() async throws -> Int {
        do throws(CallFailure<any Error>) {
            return try await pipeline.call("any") { try await live.any() }
        } catch {
            guard case .failed(let error) = error else { throw error }
            throw error
        }
    }

    func typed() async throws(Refused) -> Int {
        do throws(CallFailure<Refused>) {
            return try await pipeline.call("typed") { () async throws(Refused) -> Int in try await live.typed() }
        } catch {
            guard case .failed(let error) = error else { throw Refused() }
            throw error
        }
    }

    func standIn() async throws -> Int {
        try await pipeline.call("standIn") {
            try await live.standIn()
        } recover: { _ in
            try await spare.standIn()
        }.value
    }
}

/// Compares generated guards with those written by hand.
struct Guards {
    let health = ServiceHealthManager()

    /// What a generated guard may cost: 60 ns and no allocation more than one written by hand.
    ///
    /// With `.server` a call takes microseconds, which differ by more than that from run to run: allocations alone count there.
    func limits() async -> [HealthBenchmarks.Limit] {
        var limits: [HealthBenchmarks.Limit] = []
        for (name, policy, calls, most) in [
            ("no stage", ResiliencePolicy(), 1_000_000, 60), (".server", .server, 100_000, Double.infinity),
        ] {
            let pipeline = ResiliencePipeline(service: "guarded", policy: policy, health: health, seed: 1)
            let byHand = GuardByHand(LiveAnswers(), standIn: LiveAnswers(), pipeline: pipeline)
            let generated = ResilientAnswers(
                LiveAnswers(), standIn: LiveAnswers(), calls: ResilientCalls(pipeline))
            let refusing = ResilientAnswers(
                LiveAnswers(), standIn: LiveAnswers(), calls: ResilientCalls(pipeline, refusals: { $0 is Refused }))
            let hand = [
                await measure("guard by hand, throws, \(name)", calls, byHand) { try? await $0.any() },
                await measure("guard by hand, throws(E), \(name)", calls, byHand) { try? await $0.typed() },
                await measure("guard by hand, stand-in, \(name)", calls, byHand) { try? await $0.standIn() },
            ]
            let macro = [
                await measure("@Resilient, throws, \(name)", calls, generated) { try? await $0.any() },
                await measure("@Resilient, throws(E), \(name)", calls, generated) { try? await $0.typed() },
                await measure("@Resilient, stand-in, \(name)", calls, generated) { try? await $0.standIn() },
            ]
            limits += zip(macro, hand).map { .init($0, above: $1, most, allocations: $1.allocations) }
            limits.append(
                .init(
                    await measure("@Resilient, refusals, \(name)", calls, refusing) { try? await $0.any() },
                    above: hand[0], most, allocations: hand[0].allocations))
        }
        return limits
    }

    private func measure(
        _ name: String, _ calls: Int, _ service: any Answers, _ body: (any Answers) async -> Int?
    ) async -> Measurement {
        await Measurement.take(name, calls: calls, rounds: 300) { calls in
            for _ in 0..<calls { consume(await body(service)) }
        }
    }
}
