import Inventory
import Synchronization

/// Shows on a terminal how far an import is, some times a second; says nothing in a pipe.
final class ProgressLine: Sendable {
    private let isShown = Console.isWatched
    private let lastShown = Mutex<ContinuousClock.Instant?>(nil)

    /// Shows how far it is.
    func show(_ progress: ImportProgress) {
        guard isShown else { return }
        let isDue = lastShown.withLock { last in
            let now = ContinuousClock.now
            if let last, now - last < .milliseconds(100) { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let share = progress.totalBytes.map { $0 > 0 ? ", \(progress.bytes * 100 / $0) %" : "" } ?? ""
        Console.rewriteLine("\(progress.rows) rows\(share)")
    }

    /// Takes the line away.
    func finish() {
        if isShown { Console.rewriteLine("") }
    }
}
