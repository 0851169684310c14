import Foundation

@main
enum Main {
    static func main() {
        let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 41
        var isWithinLimits = true
        print("Medians of \(rounds) rounds, both sides in turn, in nanoseconds.\n")
        print("                                               hand-written  swift-service   ratio   at most")
        let only = CommandLine.arguments.dropFirst(2).first ?? ""
        for comparison in Comparison.all where comparison.name.contains(only) || only.isEmpty {
            let figures = comparison.run(rounds: rounds)
            let isOver = figures.ratio > comparison.limit
            if isOver { isWithinLimits = false }
            print(
                String(
                    format: "%@ %12.1f   %12.1f   %5.2f   %7.2f%@",
                    comparison.name.padding(toLength: 46, withPad: " ", startingAt: 0), figures.baseline,
                    figures.measured, figures.ratio, comparison.limit, isOver ? "  OVER" : ""))
        }
        exit(isWithinLimits ? 0 : 1)
    }
}
