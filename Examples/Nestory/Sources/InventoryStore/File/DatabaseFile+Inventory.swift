import Foundation
import Inventory

extension DatabaseFile {
    /// Refuses a file that is not an inventory, without changing it.
    ///
    /// - Parameter mayCreate: Whether a file that is empty, or not there, may become one.
    static func checkOwner(_ path: String, mayCreate: Bool) throws {
        guard FileManager.default.fileExists(atPath: path) else {
            if mayCreate { return }
            throw InventoryError.notAnInventory(path: path, details: "The file is gone.")
        }
        switch FileKind(path) {
        case .folder: throw InventoryError.notAnInventory(path: path, details: "It is a folder.")
        case .other: throw InventoryError.notAnInventory(path: path, details: "It is a pipe or a device.")
        case .file, nil: break
        }
        let start = try start(of: path)
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
        do { try checkOwner(path, mayCreate: false) } catch { throw SQLiteErrors.translate(error, path: path) }
    }
}
