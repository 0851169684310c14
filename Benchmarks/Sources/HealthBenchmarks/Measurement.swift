import CAllocationCounter

/// What one way to make a call costs.
struct Measurement {
    let name: String
    /// Of one call.
    let nanoseconds: Double
    /// Of one call.
    let allocations: Double

    /// Times short batches of calls many times over and keeps the quickest, which the rest of the machine
    /// disturbed least: a batch of a few milliseconds is often not interrupted at all.
    static func take(
        _ name: String, calls: Int, rounds: Int = 600, _ batch: (Int) async -> Void
    ) async -> Measurement {
        let clock = ContinuousClock()
        let calls = calls / 40
        await batch(calls)
        var best = Double.infinity
        var allocations = Double.infinity
        for _ in 0..<rounds {
            let allocated = allocation_count()
            let start = clock.now
            await batch(calls)
            let took = start.duration(to: clock.now)
            best = min(best, took / .nanoseconds(calls))
            allocations = min(allocations, Double(allocation_count() - allocated) / Double(calls))
        }
        return Measurement(name: name, nanoseconds: best, allocations: allocations)
    }
}
