@_spi(Lock) import Service

@testable import ServiceHealth

/// Writes down what happens, in its order.
final class Journal<Entry: Sendable>: Sendable {
    private let written = Lock<[Entry]>([])

    var entries: [Entry] { written.withLock { $0 } }

    func write(_ entry: Entry) {
        written.withLock { $0.append(entry) }
    }
}

extension Journal: DeadlineObserver where Entry == UInt64 {
    func deadlineCame(for waiter: UInt64) { write(waiter) }
}
