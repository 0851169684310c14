#if OUTBOX
import Foundation
import GRDB

/// A row of the outbox's file: a change whose command is still encoded.
struct StoredEntry: Sendable {
    let number: Int64
    let key: IdempotencyKey
    let subject: String
    let command: Data
    let acceptedAt: Date
    let refusal: OutboxRefusal?

    static let columns = "number, key, subject, command, accepted_at, refusal, reason"

    init(row: Row) throws {
        let (key, subject): (String, Data) = (row[1], row[2])
        guard let key = IdempotencyKey(rawValue: key) else {
            throw OutboxError.damaged(details: "The key of a change is damaged.")
        }
        number = row[0]
        self.key = key
        self.subject = String(decoding: subject, as: UTF8.self)
        command = row[3]
        acceptedAt = EntryDate.date(ofMilliseconds: row[4])
        refusal = try (row[5] as Int?).map { try OutboxRefusal(code: $0, reason: row[6] ?? "") }
    }

    var receipt: OutboxReceipt { OutboxReceipt(number: number, key: key, subject: subject, acceptedAt: acceptedAt) }
    var item: Backlog.Item {
        Backlog.Item(number: number, subject: subject, acceptedAt: acceptedAt, isRefused: refusal != nil)
    }
}

/// Dates as the file has them, so that a receipt is the same after a restart.
enum EntryDate {
    static func milliseconds(of date: Date) -> Int64 { Int64((date.timeIntervalSince1970 * 1000).rounded()) }
    static func date(ofMilliseconds milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
}

extension OutboxRefusal {
    /// The number that stands for the kind in the file.
    var code: Int {
        switch self {
        case .rejected: 1
        case .conflict: 2
        case .unreadable: 3
        }
    }

    init(code: Int, reason: String) throws {
        switch code {
        case 1: self = .rejected(reason)
        case 2: self = .conflict(reason)
        case 3: self = .unreadable(reason)
        default: throw OutboxError.damaged(details: "The refusal of a change is damaged.")
        }
    }
}
#endif
