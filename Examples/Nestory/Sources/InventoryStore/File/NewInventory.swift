import Foundation
import GRDB

/// The file of an inventory that was made for work that then came to nothing.
package enum NewInventory {
    /// Removes the file, with what SQLite keeps beside it, unless somebody else has begun to use it.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - items: How many items the work itself has added to it.
    /// - Returns: Whether it is gone. It stays if another program has it open, or if there is anything else in it.
    package static func remove(_ path: String, holding items: Int = 0) -> Bool {
        guard FileManager.default.fileExists(atPath: path) else { return true }
        var configuration = Configuration()
        // Connections of the work itself may take a moment to close.
        configuration.busyMode = .timeout(3)
        // Nobody else gets in while it is looked at, and nobody is in.
        configuration.prepareDatabase { try $0.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
        do {
            try DatabaseFile.checkOwner(path, mayCreate: true)
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            let isGone = try queue.writeWithoutTransaction { db in
                guard try isUnused(db, holding: items) else { return false }
                for name in ["-wal", "-shm", ""] where FileManager.default.fileExists(atPath: path + name) {
                    try FileManager.default.removeItem(atPath: path + name)
                }
                return true
            }
            try queue.close()
            return isGone
        } catch {
            // What cannot be looked at is not ours to remove.
            return false
        }
    }

    private static func isUnused(_ db: Database, holding items: Int) throws -> Bool {
        // A file that was not filled yet has no tables.
        guard try db.tableExists("item") else { return true }
        let others = ["trash", "applied_change", "notification"]
        for table in others where try db.tableExists(table) {
            guard try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM \(table)") == 0 else { return false }
        }
        return try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item WHERE revision = 1") == items
            && Int.fetchOne(db, sql: "SELECT COUNT(*) FROM item") == items
    }
}
