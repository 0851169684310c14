import Foundation
@_spi(Lock) import Service
import Testing

/// How long a test waits for something that comes at once if all is well, before it fails instead of hanging.
let patience: TimeInterval = 240

/// A door that threads wait at until somebody opens it; from then on everybody passes.
final class Gate: Sendable {
    private let condition = NSCondition()
    private let openness = Lock(false)

    var isOpen: Bool { openness.withLock { $0 } }

    func open() {
        condition.lock()
        openness.withLock { $0 = true }
        condition.broadcast()
        condition.unlock()
    }

    /// Blocks the calling thread until the gate is open. Records an issue and goes on if it stays shut.
    func wait(sourceLocation: SourceLocation = #_sourceLocation) {
        let end = Date(timeIntervalSinceNow: patience)
        condition.lock()
        defer { condition.unlock() }
        while !isOpen {
            guard condition.wait(until: end) else {
                Issue.record("A gate stayed shut.", sourceLocation: sourceLocation)
                return
            }
        }
    }

    /// Suspends the calling task until the gate is open, without keeping one of the threads that tasks share.
    func opened(sourceLocation: SourceLocation = #_sourceLocation) async {
        await onThread { self.wait(sourceLocation: sourceLocation) }
    }
}
