import Observation
@_spi(Lock) import Service

/// What happened, in order.
final class Journal<Entry: Sendable>: Sendable {
    private let entries = Lock<[Entry]>([])
    var all: [Entry] { entries.withLock { $0 } }
    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }
}

/// Whether reading something tells a view when it changes.
@MainActor func isObserved<Value>(_ read: () -> Value, when change: () -> Void) -> Bool {
    let changed = Signal()
    _ = withObservationTracking(read) { changed.set() }
    change()
    return changed.isSet
}
