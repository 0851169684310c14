#if PostgreSQL
import CLibPQ

public import struct Foundation.UUID

/// What is handed to a statement in place of `$1`, `$2` and so on, with its type.
public enum PostgresValue: Sendable, Hashable {
    /// A `text`. PostgreSQL's texts hold no NUL: one that does is refused.
    case text(String?)
    /// A `bigint`.
    case integer(Int64?)
    /// A `date`, as ISO 8601 writes it.
    case date(String?)
    /// A `uuid`.
    case uuid(UUID?)
    /// A `bytea`.
    case bytes([UInt8]?)

    /// The type's number in every server.
    var type: Oid {
        switch self {
        case .text: 25
        case .integer: 20
        case .date: 1082
        case .uuid: 2950
        case .bytes: 17
        }
    }

    /// How it is written; nil for NULL.
    var written: String? {
        switch self {
        case .text(let text), .date(let text): text
        case .integer(let number): number.map { String($0) }
        case .uuid(let id): id?.uuidString
        case .bytes(let bytes): bytes.map(Self.hexadecimal)
        }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return "\\x"
            + String(
                decoding: bytes.lazy.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
#endif
