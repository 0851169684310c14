import Service
import Testing

/// Random programs of asynchronous services, checked for what must hold in every order.
@Suite(.timeLimit(.minutes(5))) struct AsyncProgramTests {
    @Test func `asynchronous services fail only where planned, and none stays behind`() async throws {
        for seed in ModelSeeds.programs(300) {
            let program = AsyncProgram(seed: seed)
            await program.run()
            // A creation that everybody left goes on for a moment, unseen.
            while program.livingNodes > 0 { await Task.yield() }
            if !program.mistakes.isEmpty {
                Issue.record("SERVICE_MODEL_SEED=\(seed):\n\(program.mistakes.joined(separator: "\n"))")
                return
            }
        }
    }

    @Test func `in a ring of asynchronous services everybody is told the way round, in any order`() async {
        for seed in ModelSeeds.programs(300) {
            var random = ModelRandom(seed: seed)
            let env = ring(of: 4, &random)
            let mistakes = await withTaskGroup(of: String?.self) { group in
                for slot in [0, 1, 2, 3, 0, 1, 2, 3] { group.addTask { await self.mistake(in: env, from: slot) } }
                return await group.reduce(into: []) { $0 += $1.map { [$0] } ?? [] }
            }
            if !mistakes.isEmpty {
                Issue.record("SERVICE_MODEL_SEED=\(seed):\n\(mistakes.joined(separator: "\n"))")
                return
            }
        }
    }

    private struct Link: Sendable {}

    /// Services of which each needs the next, and some another one at the same time.
    private func ring(of count: Int, _ random: inout ModelRandom) -> ServiceEnv {
        let env = ServiceEnv(name: "ring")
        for slot in 0..<count {
            let next = ServiceName("\((slot + 1) % count)")
            let other = random.once(in: 2) ? ServiceName("\(random.below(count))") : nil
            env.registerAsync(Link.self, name: ServiceName("\(slot)")) {
                await Task.yield()
                guard let other else { return try await ServiceEnv.current.resolveAsync(Link.self, name: next) }
                async let one = ServiceEnv.current.resolveAsync(Link.self, name: next)
                async let two = ServiceEnv.current.resolveAsync(Link.self, name: other)
                return try await (one, two).0
            }
        }
        return env
    }

    /// What is wrong with the outcome of one resolution; nil if nothing is.
    private func mistake(in env: ServiceEnv, from slot: Int) async -> String? {
        do throws(ServiceError) {
            _ = try await env.resolveAsync(Link.self, name: ServiceName("\(slot)"))
            return "\(slot) was resolved"
        } catch {
            guard case .circularDependency(let service, let chain) = error else { return "\(slot): \(error)" }
            let way = chain.dropLast()
            let isWayRound =
                chain.first == "Link(\(slot))" && chain.last == service && way.contains(service)
                && Set(way).count == way.count
            return isWayRound ? nil : "\(slot): \(chain)"
        }
    }
}
