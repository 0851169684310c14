#if os(Linux)
extension SmallRun {
    /// Runs the program in the order of `choices`, and then always the first thread that can move.
    ///
    /// - Returns: How many threads could move at each turn, and which did; nil if nobody could go on.
    func run(_ choices: [Int]) -> [(choice: Int, options: Int)]? {
        let turns = Turns(
            program.threads.indices.map { thread in { [self] in perform(thread) } })
        pause { turns.stop() }
        var taken: [(choice: Int, options: Int)] = []
        while let ready = turns.settled() {
            guard !ready.isEmpty else { return nil }
            let choice = min(taken.count < choices.count ? choices[taken.count] : 0, ready.count - 1)
            taken.append((choice, ready.count))
            turns.go(ready[choice])
        }
        return taken
    }
}
#endif
