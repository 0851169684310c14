import Foundation
@_spi(Lock) import Service
import Testing

/// Counts threads that reached a point, for others to wait for.
final class Arrivals: Sendable {
    private let condition = NSCondition()
    private let arrived = Lock(0)

    var count: Int { arrived.withLock { $0 } }

    func arrive() {
        condition.lock()
        arrived.withLock { $0 += 1 }
        condition.broadcast()
        condition.unlock()
    }

    /// Blocks the calling thread until so many arrived. Records an issue and goes on if they do not.
    func wait(for expected: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        let end = Date(timeIntervalSinceNow: patience)
        condition.lock()
        defer { condition.unlock() }
        while count < expected {
            guard condition.wait(until: end) else {
                Issue.record("\(count) of \(expected) arrived.", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// Arrives and waits for all others, so that everybody goes on at the same moment.
    func meet(_ expected: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        arrive()
        wait(for: expected, sourceLocation: sourceLocation)
    }
}
