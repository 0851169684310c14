import GRDB
import Inventory

/// Turns SQLite's errors into the inventory's.
enum SQLiteErrors {
    /// Turns SQLite's errors into the inventory's.
    static func translating<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw translate(error, path: "") }
    }

    /// Turns SQLite's errors into the inventory's.
    static func translating<Value>(_ body: () async throws -> Value) async throws -> Value {
        do { return try await body() } catch { throw translate(error, path: "") }
    }

    static func translate(_ error: any Error, path: String) -> any Error {
        guard let error = error as? DatabaseError else { return error }
        // Statements hold what people typed, which does not belong in a log.
        let details = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: return InventoryError.busy
        case .SQLITE_FULL: return InventoryError.diskFull
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            return InventoryError.noAccess(path: path, details: details)
        case .SQLITE_NOTADB, .SQLITE_CORRUPT:
            return InventoryError.notAnInventory(path: path, details: details)
        case .SQLITE_INTERRUPT, .SQLITE_ABORT: return CancellationError()
        default: return InventoryError.failed(details: details)
        }
    }
}
