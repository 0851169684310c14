#if os(Linux)
    import Testing

    /// Every order in which the steps of two or three small resolutions can happen.
    @Suite(.serialized, .timeLimit(.minutes(10))) struct InterleavingTests {
        /// Runs a program in every order.
        ///
        /// - Returns: How many orders there are.
        private func explore(_ program: SmallProgram) -> Int {
            var choices: [Int] = []
            var count = 0
            while true {
                let run = SmallRun(program)
                guard let taken = run.run(choices) else {
                    Issue.record("\(program) in the order \(choices): all threads wait for each other.")
                    return count
                }
                count += 1
                let mistakes = run.mistakes()
                run.end()
                if !mistakes.isEmpty {
                    Issue.record(
                        "\(program) in the order \(taken.map(\.choice)):\n\(mistakes.joined(separator: "\n"))")
                    return count
                }
                // The next order: another choice at the last turn that has one left.
                guard let last = taken.lastIndex(where: { $0.choice + 1 < $0.options }) else { return count }
                choices = taken[..<last].map(\.choice) + [taken[last].choice + 1]
            }
        }

        @Test func `two resolutions in every order`() {
            let programs = SmallProgram.all(threads: 2)
            let count = programs.reduce(0) { $0 + explore($1) }
            print("INTER", programs.count, count)
            #expect(count > programs.count)
        }

        @Test func `three resolutions in every order`() {
            let programs = SmallProgram.all(threads: 3)
            let count = programs.reduce(0) { $0 + explore($1) }
            print("INTER", programs.count, count)
            #expect(count > programs.count)
        }

        @Test func `two threads of two steps in every order`() {
            let programs = SmallProgram.allOfTwoSteps
            let count = programs.reduce(0) { $0 + explore($1) }
            print("INTER", programs.count, count)
            #expect(count > programs.count)
        }

        @Test func `three services that need each other in every order`() {
            let programs = SmallProgram.ofThreeServices
            let count = programs.reduce(0) { $0 + explore($1) }
            print("INTER", programs.count, count)
            #expect(count > programs.count)
        }
    }
#endif
