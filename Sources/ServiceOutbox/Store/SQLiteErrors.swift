#if OUTBOX
import GRDB

/// Turns SQLite's errors into the outbox's.
enum SQLiteErrors {
    static func translate(_ error: any Error) -> OutboxError {
        if let error = error as? OutboxError { return error }
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
