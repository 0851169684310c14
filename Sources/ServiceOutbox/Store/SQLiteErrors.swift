#if OUTBOX
import Foundation
import GRDB
import GRDBSQLite

/// Turns SQLite's errors into the outbox's.
enum SQLiteErrors {
    /// Runs statements, and asks the system why one failed. SQLite has no code for a quota that is used up, nor for space that is
    /// found missing only when a file is synchronized.
    ///
    /// - Throws: ``OutboxError/diskFull``, or what the body throws.
    static func explaining<Value>(_ db: Database, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let error as DatabaseError {
            let numbers = systemNumbers(of: error, db)
            // SQLite forgets no number, so one may be an old one. A disk that is broken, too, is not taken to be full.
            guard !numbers.isEmpty, numbers.allSatisfy({ $0 == ENOSPC || $0 == EDQUOT }) else { throw error }
            throw OutboxError.diskFull
        }
    }

    /// The system's numbers of errors of calls that may need space.
    private static func systemNumbers(of error: DatabaseError, _ db: Database) -> [Int32] {
        let connection = unsafe db.sqliteConnection
        let general = unsafe [sqlite3_system_errno(connection)].filter { $0 != 0 }
        switch error.extendedResultCode {
        case .SQLITE_IOERR_WRITE, .SQLITE_IOERR_FSYNC, .SQLITE_IOERR_DIR_FSYNC, .SQLITE_IOERR_TRUNCATE:
            // Of a commit that failed, only the file knows the number.
            let numbers = [number(of: SQLITE_FCNTL_FILE_POINTER), number(of: SQLITE_FCNTL_JOURNAL_POINTER)]
                .compactMap { $0 }
            return numbers.isEmpty ? general : numbers
        default:
            return error.resultCode == .SQLITE_CANTOPEN ? general : []
        }

        func number(of pointer: Int32) -> Int32? {
            var file: UnsafeMutablePointer<sqlite3_file>?
            var number: Int32 = 0
            guard unsafe sqlite3_file_control(connection, "main", pointer, &file) == SQLITE_OK,
                let control = unsafe file?.pointee.pMethods?.pointee.xFileControl,
                unsafe control(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK
            else { return nil }
            return number == 0 ? nil : number
        }
    }

    static func translate(_ error: any Error) -> OutboxError {
        if let error = error as? OutboxError { return error }
        // Its text has the values of a row.
        if error is RowDecodingError { return .damaged(details: "A value has another type.") }
        guard let error = error as? DatabaseError else { return .failed(details: String(describing: error)) }
        // A statement's arguments hold what people typed, which does not belong in a log.
        let details = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.extendedResultCode {
        case .SQLITE_READONLY_DBMOVED: return .gone
        // The index of the log could not be made longer.
        case .SQLITE_IOERR_SHMSIZE: return .diskFull
        default: break
        }
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return .busy
        case .SQLITE_FULL: return .diskFull
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH: return .noAccess(details: details)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT: return .damaged(details: details)
        default: return .failed(details: details)
        }
    }
}
#endif
