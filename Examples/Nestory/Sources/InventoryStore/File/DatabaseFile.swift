import Foundation
import GRDB
import GRDBSQLite

/// What a SQLite file itself holds, whatever SQLite remembers of it.
///
/// It is read through SQLite's own handles. A program that opens and closes the file beside SQLite takes away
/// the locks that SQLite holds on it.
enum DatabaseFile {
    /// `SQLITE_IOERR_SHORT_READ`, a macro that Swift does not see.
    private static let shortRead = SQLITE_IOERR | (2 << 8)

    /// Reads the start of a file that need not be open.
    ///
    /// - Returns: As many bytes as there are, up to the header's length.
    /// - Throws: `DatabaseError` where it cannot be opened or read.
    static func start(of path: String) throws -> [UInt8] {
        try unsafe withImmutable(path) { try unsafe start(of: $0) }
    }

    /// Copies a file that may only be read, without leaving a trace beside it.
    ///
    /// - Parameter follows: Whether what other programs are changing is copied, too. Where nobody has the file open, that
    ///   makes no difference.
    static func copy(_ path: String, into db: Database, follows: Bool = false) throws {
        guard follows else { return try copy(path, into: db, isImmutable: true) }
        if !hasLog(path) { try copy(path, into: db, isImmutable: true) }
        // Also where somebody has begun to write meanwhile.
        if hasLog(path) { try copy(path, into: db, isImmutable: false) }
    }

    /// Whether there is something in the log beside a file that may not be in the file yet.
    private static func hasLog(_ path: String) -> Bool {
        let size = try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size] as? Int
        return (size ?? 0) > 0
    }

    private static func copy(_ path: String, into db: Database, isImmutable: Bool) throws {
        try unsafe withConnection(path, isImmutable: isImmutable) { source in
            guard let backup = unsafe sqlite3_backup_init(db.sqliteConnection, "main", source, "main") else {
                throw DatabaseError(resultCode: db.lastErrorCode)
            }
            _ = unsafe sqlite3_backup_step(backup, -1)
            let code = unsafe sqlite3_backup_finish(backup)
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }

    /// Counts the rows of a table in a file that nobody changes.
    ///
    /// - Throws: `DatabaseError` where it cannot be read.
    static func count(_ table: String, in path: String) throws -> Int {
        try unsafe withImmutable(path) { connection in
            var statement: OpaquePointer?
            let code = unsafe sqlite3_prepare_v2(connection, "SELECT COUNT(*) FROM \(table)", -1, &statement, nil)
            defer { _ = unsafe sqlite3_finalize(statement) }
            guard code == SQLITE_OK, unsafe sqlite3_step(statement) == SQLITE_ROW else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
            return Int(unsafe sqlite3_column_int64(statement, 0))
        }
    }

    /// Opens a file for reading only. Neither locks nor a log are looked at, and nothing is written.
    private static func withImmutable<Result>(_ path: String, _ body: (SQLiteConnection) throws -> Result) throws
        -> Result
    {
        try unsafe withConnection(path, isImmutable: true, body)
    }

    private static func withConnection<Result>(
        _ path: String, isImmutable: Bool, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        var connection: SQLiteConnection?
        let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_FULLMUTEX
        let code = unsafe sqlite3_open_v2(address(of: path, isImmutable: isImmutable), &connection, flags, nil)
        defer { _ = unsafe sqlite3_close(connection) }
        guard code == SQLITE_OK, let connection = unsafe connection else {
            throw DatabaseError(resultCode: ResultCode(rawValue: code))
        }
        return try unsafe body(connection)
    }

    /// Reads the start of an open database's file.
    static func start(of db: Database) throws -> [UInt8] {
        guard let connection = unsafe db.sqliteConnection else { throw DatabaseError(resultCode: .SQLITE_MISUSE) }
        return try unsafe start(of: connection)
    }

    /// Whether another file is where an open database's file was, or none.
    static func hasMoved(_ db: Database) -> Bool {
        var moved: Int32 = 0
        let code = unsafe sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
        return code == SQLITE_OK && moved != 0
    }

    private static func start(of connection: SQLiteConnection) throws -> [UInt8] {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = unsafe sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file = unsafe file, let read = unsafe file.pointee.pMethods?.pointee.xRead
        else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        var bytes = [UInt8](repeating: 0, count: DatabaseHeader.length)
        let length = Int32(bytes.count)
        let result = unsafe bytes.withUnsafeMutableBytes { unsafe read(file, $0.baseAddress, length, 0) }
        switch result {
        case SQLITE_OK: return bytes
        // What a short file does not have is filled with zeros.
        case shortRead: return bytes.contains { $0 != 0 } ? bytes : []
        default: throw DatabaseError(resultCode: ResultCode(rawValue: result))
        }
    }

    /// The path as a URI that SQLite opens without looking at anything else.
    private static func address(of path: String, isImmutable: Bool) -> String {
        var address = "file:"
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            case 0x20..<0x7F: address.unicodeScalars.append(Unicode.Scalar(byte))
            default: address += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
        return address + (isImmutable ? "?immutable=1" : "?mode=ro")
    }
}
