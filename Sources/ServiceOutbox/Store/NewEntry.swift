#if OUTBOX
import Foundation

/// A change that is about to be kept.
struct NewEntry: Sendable {
    let key: IdempotencyKey
    let subject: String
    let command: Data
    let acceptedAt: Date

    /// - Parameter subject: Stored in one of the forms that are equal as text, so that equal subjects have equal bytes.
    init(key: IdempotencyKey, subject: String, command: Data, acceptedAt: Date = Date()) {
        self.key = key
        self.subject = subject.precomposedStringWithCanonicalMapping
        self.command = command
        self.acceptedAt = acceptedAt
    }

    /// How much of the outbox it takes.
    var bytes: Int { command.count + subject.utf8.count }
}
#endif
