#if os(Linux)
import Testing

/// Every order in which the steps of two or three small resolutions can happen.
@Suite(.timeLimit(.minutes(10))) struct InterleavingTests {
    /// Runs a program in every order.
    ///
    /// - Returns: How many orders there are, and the first mistake.
    private static func explore(_ program: SmallProgram) -> (count: Int, mistake: String?) {
        var choices: [Int] = []
        var count = 0
        while true {
            let run = SmallRun(program)
            guard let taken = run.run(choices) else {
                return (count, "\(program) in the order \(choices): all threads wait for each other.")
            }
            count += 1
            let mistakes = run.mistakes()
            run.end()
            if !mistakes.isEmpty {
                let order = taken.map(\.choice)
                return (count, "\(program) in the order \(order):\n\(mistakes.joined(separator: "\n"))")
            }
            // The next order: another choice at the last turn that has one left.
            guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.options }) else { return (count, nil) }
            choices = taken[..<last].map(\.choice) + [taken[last].choice + 1]
        }
    }

    @Test func `two resolutions in every order`() async {
        await exploreAll(SmallProgram.all(threads: 2))
    }

    @Test func `three resolutions in every order`() async {
        await exploreAll(SmallProgram.all(threads: 3))
    }

    /// All of them take a minute: `SERVICE_MODEL_FULL=1`.
    @Test func `two threads of two steps in every order`() async {
        let programs = SmallProgram.allOfTwoSteps
        await exploreAll(ModelSeeds.isFull ? programs : programs.filter { $0.needs == [[1], []] })
    }

    @Test func `three services that need each other in every order`() async {
        await exploreAll(SmallProgram.ofThreeServices)
    }

    private func exploreAll(_ programs: [SmallProgram]) async {
        let results = await onThread { programs.map(Self.explore) }
        for result in results {
            if let mistake = result.mistake { Issue.record("\(mistake)") }
        }
        let count = results.reduce(0) { $0 + $1.count }
        #expect(count > programs.count, "there is more than one order for each program")
        if ModelSeeds.isFull { print("\(programs.count) programs in \(count) orders") }
    }
}
#endif
