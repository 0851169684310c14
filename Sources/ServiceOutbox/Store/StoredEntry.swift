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

    /// - Throws: GRDB's `RowDecodingError` for a value of another type: SQLite takes any for any column.
    init(row: Row) throws {
        guard let key = IdempotencyKey(rawValue: try row.decode(String.self, atIndex: 1)) else {
            throw OutboxError.damaged(details: "The key of a change is damaged.")
        }
        number = try row.decode(Int64.self, atIndex: 0)
        self.key = key
        subject = String(decoding: try row.decode(Data.self, atIndex: 2), as: UTF8.self)
        command = try row.decode(Data.self, atIndex: 3)
        acceptedAt = EntryDate.date(ofMilliseconds: try row.decode(Int64.self, atIndex: 4))
        let reason = try row.decode(String?.self, atIndex: 6) ?? ""
        refusal = try row.decode(Int?.self, atIndex: 5).map { try OutboxRefusal(code: $0, reason: reason) }
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
