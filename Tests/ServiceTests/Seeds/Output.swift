@_spi(Lock) import Service

/// Takes the place of the standard output in snippets that print.
final class Output: Sendable {
    private let printed = Lock<[String]>([])

    var lines: [String] { printed.withLock { $0 } }

    func print(_ line: String) {
        printed.withLock { $0.append(line) }
    }
}
