import Foundation

@main
enum Main {
    static func main() {
        if CommandLine.arguments.dropFirst().first == "--count" { return count(CommandLine.arguments.dropFirst(2)) }
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 41
        var isWithinLimits = true
        print(
            "Medians of \(rounds) rounds, both sides in turn, in nanoseconds for one; allocations hand-written / ours.\n"
        )
        print(
            "\("".padding(toLength: 46, withPad: " ", startingAt: 0)) hand-written      ours   ratio  at most  allocations"
        )
        let only = CommandLine.arguments.dropFirst(2).first ?? ""
        for comparison in Comparison.all where comparison.name.contains(only) || only.isEmpty {
            let figures = comparison.run(rounds: rounds)
            let isOver = figures.ratio > comparison.limit
            if isOver { isWithinLimits = false }
            print(
                String(
                    format: "%@ %12.1f %9.1f   %5.2f    %5.2f   %4.1f / %.1f%@",
                    comparison.name.padding(toLength: 46, withPad: " ", startingAt: 0), figures.baseline,
                    figures.measured, figures.ratio, comparison.limit, figures.baselineAllocations,
                    figures.measuredAllocations, isOver ? "  OVER" : ""))
        }
        exit(isWithinLimits ? 0 : 1)
    }

    /// Runs one side of one comparison a number of times, for a program that counts instructions.
    private static func count(_ arguments: ArraySlice<String>) {
        let arguments = Array(arguments)
        guard arguments.count == 3, let iterations = Int(arguments[2]),
            let comparison = Comparison.all.first(where: { $0.name == arguments[0] })
        else {
            print("usage: Ratios --count NAME hand-written|ours ITERATIONS; the names are:")
            for comparison in Comparison.all { print("  \(comparison.name)") }
            exit(64)
        }
        (arguments[1] == "ours" ? comparison.measured : comparison.baseline)(iterations)
    }
}
