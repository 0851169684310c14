import Foundation

@main
enum Main {
    static func main() {
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
}
