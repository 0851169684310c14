#if Outbox
@testable import ServiceOutbox

/// What the tests keep and deliver.
struct Change: Codable, Sendable, Hashable, ExpressibleByStringLiteral {
    var text: String

    init(_ text: String) { self.text = text }
    init(stringLiteral value: String) { text = value }
}

extension Outbox where Command == Change {
    /// The changes that are kept, in order.
    func keptTexts() async throws -> [String] { try await entries().map { $0.command?.text ?? "unreadable" } }

    /// Waits until the status satisfies a condition, and returns it.
    @discardableResult
    func status(where condition: (OutboxStatus) -> Bool) async -> OutboxStatus? {
        for await status in statuses where condition(status) { return status }
        return nil
    }
}
#endif
