import Service
import Testing

/// Random programs do in the container what they do in the reference model, step by step.
@Suite struct SequentialModelTests {
    @Test func `random programs do what the reference model says`() async {
        for seed in ModelSeeds.programs(4000) {
            let program = Program(seed: seed)
            if let difference = await firstDifference(program) {
                Issue.record("SERVICE_MODEL_SEED=\(seed) differs from the model.\n\(difference)")
                return
            }
        }
    }

    /// Runs a program in both worlds; nil if nobody could tell them apart.
    private func firstDifference(_ program: Program) async -> String? {
        let real = RealWorld()
        let model = ReferenceModel()
        defer { real.end() }
        return await ServiceEnv.$maxResolutionDepth.withValue(Program.maximumDepth) {
            for (index, operation) in program.operations.enumerated() {
                let before = (real: real.log.count, closed: real.closed.count)
                await real.run(operation)
                let shouldClose = model.run(operation)
                if real.log != model.log {
                    return difference(
                        program, upTo: index, real.log.suffix(from: before.real), model.log.suffix(from: before.real))
                }
                let closed = Array(real.closed.suffix(from: before.closed))
                if let mistake = mistake(in: closed, expected: shouldClose) {
                    return difference(program, upTo: index, [mistake], [])
                }
            }
            return nil
        }
    }

    private func difference(
        _ program: Program, upTo index: Int, _ real: ArraySlice<String>, _ model: ArraySlice<String>
    ) -> String {
        let operations = program.operations.prefix(index + 1).enumerated().map { "  \($0). \($1)" }
        return """
            Program:
            \(operations.joined(separator: "\n"))
            The container:
              \(real.joined(separator: "\n  "))
            The model:
              \(model.joined(separator: "\n  "))
            """
    }

    /// What is wrong with what was shut down: each instance once, and none before what was made of it.
    private func mistake(in closed: [Node], expected: [Node]) -> String? {
        let closedSerials = closed.map(\.serial)
        if closedSerials.sorted() != expected.map(\.serial).sorted() {
            return "closed \(closedSerials), should close \(expected.map(\.serial))"
        }
        for (index, node) in closed.enumerated() {
            let needed = Set(node.parts.flatMap(\.all).map(\.serial))
            if let early = closedSerials.prefix(index).first(where: needed.contains) {
                return "closed #\(early) before #\(node.serial), which needs it"
            }
        }
        return nil
    }
}
