@_spi(Lock) import Service

/// Keeps what happened, in order, from any thread.
final class Recorder<Element: Sendable>: Sendable {
    private let recorded = Lock<[Element]>([])

    var all: [Element] { recorded.withLock { $0 } }
    var count: Int { recorded.withLock { $0.count } }

    func record(_ element: Element) {
        recorded.withLock { $0.append(element) }
    }
}

extension Recorder<Void> {
    func record() { record(()) }
}
