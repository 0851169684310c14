#if OUTBOX
import GRDB
import GRDBSQLite

/// The start of a SQLite file, as far as it says whether it is an outbox. The places are those of SQLite's file format.
///
/// It is read through SQLite's own handle: a program that opens and closes the file beside SQLite takes away the locks that
/// SQLite holds on it. SQLite looks at nothing else then, and changes nothing.
struct FileHeader: Equatable {
    /// Marks a SQLite file as an outbox: "SvOb" in ASCII.
    static let outboxID: UInt32 = 0x5376_4F62

    private static let length = 100
    /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not see.
    private static let shortRead = SQLITE_IOERR | (2 << 8)

    let applicationID: UInt32
    let version: UInt32

    /// Reads the header of a file that is there.
    ///
    /// - Throws: ``OutboxError/damaged(details:)`` if it is not a SQLite file, ``OutboxError/noAccess(details:)``,
    ///   ``OutboxError/failed(details:)``.
    init(path: String) throws(OutboxError) {
        let bytes: [UInt8]
        do { bytes = try Self.start(of: path) } catch { throw SQLiteErrors.translate(error) }
        guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .damaged(details: bytes.allSatisfy { $0 == 0 } ? "The file is empty." : "It is not a SQLite file.")
        }
        version = bytes[60..<64].reduce(0) { $0 << 8 | UInt32($1) }
        applicationID = bytes[68..<72].reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func start(of path: String) throws -> [UInt8] {
        var connection: SQLiteConnection?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
        var code = unsafe sqlite3_open_v2(address(of: path), &connection, flags, nil)
        defer { _ = unsafe sqlite3_close(connection) }
        var file: UnsafeMutablePointer<sqlite3_file>?
        if code == SQLITE_OK {
            code = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        }
        guard code == SQLITE_OK, let file = unsafe file, let read = unsafe file.pointee.pMethods?.pointee.xRead
        else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        var bytes = [UInt8](repeating: 0, count: length)
        code = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, Int32(length), 0) }
        // What a short file does not have is filled with zeros.
        guard code == SQLITE_OK || code == shortRead else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        return bytes
    }

    /// The path as a URI that SQLite opens without looking at locks and logs.
    private static func address(of path: String) -> String {
        var address = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"), 0x00...0x20, 0x7F...:
                address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            default: address.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return address + "?immutable=1"
    }
}
#endif
