import Foundation

/// The demonstration's lines: a second each, in colour on a terminal and plain in a pipe.
struct DemoTimeline {
    private let isColoured: Bool

    init() {
        isColoured = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
    }

    /// The heading.
    func begin() throws(CommandFailure) {
        try write("  time  list                  change   total    degraded")
    }

    /// Something that happens to the services.
    func tell(_ second: Int, _ event: String) throws(CommandFailure) {
        try write(paint("\(time(second))  -- \(event)", .bold))
    }

    /// What somebody who uses the program sees.
    func show(
        _ second: Int, _ reading: DemoHousehold.Reading, isSaved: Bool, hasTotal: Bool, degraded: [String]
    ) throws(CommandFailure) {
        let list =
            switch reading {
            case .live(let count): paint(pad("\(count) items", 20), .green)
            case .lastKnown(let count): paint(pad("\(count) items, last known", 20), .yellow)
            case .nothing: paint(pad("not available", 20), .red)
            }
        let change = isSaved ? paint(pad("saved", 7), .green) : paint(pad("refused", 7), .yellow)
        let total = hasTotal ? paint(pad("there", 7), .green) : paint(pad("missing", 7), .yellow)
        let names = degraded.isEmpty ? "-" : paint(degraded.joined(separator: ", "), .yellow)
        try write("\(time(second))  \(list)  \(change)  \(total)  \(names)")
    }

    /// What came of it.
    func conclude(_ text: String, isGood: Bool) throws(CommandFailure) {
        try write(paint(text, isGood ? .green : .red))
    }

    private enum Paint: String {
        case bold = "1"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    private func paint(_ text: String, _ paint: Paint) -> String {
        isColoured ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }

    private func time(_ second: Int) -> String { (second < 10 ? "   " : "  ") + "\(second) s" }

    private func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    private func write(_ line: String) throws(CommandFailure) { try Console.output(Array((line + "\n").utf8)) }
}
