import Testing

extension SmallProgram {
    /// A random program of a few threads over three services.
    init(seed: UInt64) {
        var random = ModelRandom(seed: seed)
        // Most programs have no circle: each needs only later ones.
        let mayCircle = random.once(in: 4)
        needs = (0..<3).map { slot in
            (0..<3).filter { (mayCircle || $0 > slot) && random.once(in: 2) }
        }
        // A slot is registered again by one thread at most, so that it is known which registration is the newest.
        var writers: [Int: Int] = [:]
        threads = (0..<(2 + random.below(3))).map { thread in
            (0..<(2 + random.below(5))).map { _ in
                let slot = random.below(3)
                switch random.below(8) {
                case 0: return .reset
                case 1, 2:
                    guard writers[slot, default: thread] == thread else { return .resolve(slot) }
                    writers[slot] = thread
                    return .register(slot)
                default: return .resolve(slot)
                }
            }
        }
    }
}

/// Random programs whose threads run freely, checked for what must hold in every order.
@Suite(.timeLimit(.minutes(5))) struct FreeRunTests {
    @Test func `whatever the order, services are made once, by the newest registration, and nothing is lost`() async {
        for seed in ModelSeeds.programs(2000) {
            let run = SmallRun(SmallProgram(seed: seed))
            let mistakes = await onThread {
                runTogether(run.program.threads.count) { run.perform($0) }
                return run.mistakes()
            }
            run.end()
            if !mistakes.isEmpty {
                Issue.record(
                    """
                    SERVICE_MODEL_SEED=\(seed): \(run.program)
                    \(mistakes.joined(separator: "\n"))
                    """)
                return
            }
        }
    }
}
