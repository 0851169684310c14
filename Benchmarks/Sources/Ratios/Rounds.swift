import CAllocationCounter

/// One thing to measure: the container's way and the hand-written way to the same end.
struct Comparison: Sendable {
    let name: String
    /// The ratio that the project promises not to exceed.
    let limit: Double
    let iterations: Int
    let baseline: @Sendable (Int) -> Void
    let measured: @Sendable (Int) -> Void
}

/// What the rounds of a comparison came to, in nanoseconds for one iteration.
struct Figures {
    let baseline: Double
    let measured: Double
    let ratio: Double
    /// How many blocks of memory one iteration of each side allocates on the measuring thread.
    let baselineAllocations: Double
    let measuredAllocations: Double
}

extension Comparison {
    /// Runs both sides in turn, round after round, so that a machine that gets faster or slower does so for both.
    ///
    /// - Returns: The medians of both sides and of the ratios of each round.
    func run(rounds: Int) -> Figures {
        baseline(iterations / 10)
        measured(iterations / 10)
        var baselines: [Double] = []
        var measurements: [Double] = []
        for _ in 0..<rounds {
            baselines.append(time(baseline))
            measurements.append(time(measured))
        }
        let ratios = zip(measurements, baselines).map { $0 / $1 }
        return Figures(
            baseline: median(baselines), measured: median(measurements), ratio: median(ratios),
            baselineAllocations: allocations(baseline), measuredAllocations: allocations(measured))
    }

    private func allocations(_ body: (Int) -> Void) -> Double {
        let before = allocation_count()
        body(iterations)
        return Double(allocation_count() - before) / Double(iterations)
    }

    private func time(_ body: (Int) -> Void) -> Double {
        let duration = ContinuousClock().measure { body(iterations) }
        let (seconds, attoseconds) = duration.components
        return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(iterations)
    }

    private func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }
}
