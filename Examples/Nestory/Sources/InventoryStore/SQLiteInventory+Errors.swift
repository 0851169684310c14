import Foundation
import GRDB
import Inventory

extension SQLiteInventory {
    /// Refuses a file that is not an inventory, without changing it.
    ///
    /// - Parameter mayCreate: Whether a file that is empty, or not there, may become one.
    static func checkOwner(_ path: String, mayCreate: Bool) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            if mayCreate { return }
            throw InventoryError.notAnInventory(path: path, details: "The file is gone.")
        }
        let start = try DatabaseFile.start(of: path)
        guard !start.isEmpty else {
            if mayCreate { return }
            throw InventoryError.notAnInventory(path: path, details: "The file is empty.")
        }
        guard let header = DatabaseHeader(start) else {
            throw InventoryError.notAnInventory(path: path, details: "It is not a SQLite file.")
        }
        guard header.isInventory || mayCreate && header.isWithoutTables else {
            throw InventoryError.notAnInventory(path: path, details: "It is another program's SQLite file.")
        }
    }

    /// Refuses a path at which there is no inventory.
    static func requireInventory(_ path: String) throws {
        do { try checkOwner(path, mayCreate: false) } catch { throw translate(error, path: path) }
    }

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
