#if PostgreSQL
import CLibPQ

public import struct Foundation.UUID

/// What a statement answered. It belongs to the thread of its connection.
@safe public final class PostgresResult {
    private let result: OpaquePointer

    /// Takes over a result, which is freed with this object.
    init(owning result: OpaquePointer) {
        unsafe self.result = unsafe result
    }

    deinit { unsafe PQclear(result) }

    /// How many rows there are.
    public var count: Int { unsafe Int(PQntuples(result)) }

    /// How many rows the statement inserted, changed or removed.
    public var changed: Int {
        unsafe PQcmdTuples(result).flatMap { unsafe Int(String(cString: $0)) } ?? 0
    }

    /// Which statement it was, as `COMMIT` or `INSERT 0 1`.
    var tag: String {
        unsafe PQcmdStatus(result).map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns a value as text; nil for NULL, and for what is not there.
    public func text(_ row: Int, _ column: Int) -> String? {
        unsafe bytes(row, column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a value that is a whole number; nil for NULL.
    ///
    /// - Throws: ``PostgresError/unreadable(details:)`` where it is none.
    public func integer(_ row: Int, _ column: Int) throws(PostgresError) -> Int64? {
        guard let text = text(row, column) else { return nil }
        guard let number = Int64(text) else { throw .unreadable(details: "Column \(column) holds no whole number.") }
        return number
    }

    /// Returns a value that is a UUID; nil for NULL.
    ///
    /// - Throws: ``PostgresError/unreadable(details:)`` where it is none.
    public func uuid(_ row: Int, _ column: Int) throws(PostgresError) -> UUID? {
        guard let text = text(row, column) else { return nil }
        guard let id = UUID(uuidString: text) else { throw .unreadable(details: "Column \(column) holds no UUID.") }
        return id
    }

    /// Returns a value of type `bytea`; nil for NULL.
    ///
    /// - Throws: ``PostgresError/unreadable(details:)`` where it is none.
    public func data(_ row: Int, _ column: Int) throws(PostgresError) -> [UInt8]? {
        guard let text = text(row, column) else { return nil }
        let digits = text.utf8.dropFirst(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
        guard text.hasPrefix("\\x"), digits.count == text.utf8.count - 2, digits.count.isMultiple(of: 2) else {
            throw .unreadable(details: "Column \(column) holds no bytes.")
        }
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    private func bytes<Value>(_ row: Int, _ column: Int, _ read: (UnsafeRawBufferPointer) -> Value) -> Value? {
        guard row < count, unsafe column < Int(PQnfields(result)) else { return nil }
        let (row, column) = (Int32(row), Int32(column))
        guard unsafe PQgetisnull(result, row, column) == 0, let value = unsafe PQgetvalue(result, row, column) else {
            return nil
        }
        let length = unsafe Int(PQgetlength(result, row, column))
        return unsafe read(UnsafeRawBufferPointer(start: value, count: length))
    }
}
#endif
