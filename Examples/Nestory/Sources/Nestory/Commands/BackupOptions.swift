import ArgumentParser
import Inventory
import InventoryStore

/// Where the copies of an inventory are.
struct BackupOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The folder for copies; without it, one beside the inventory's file.", valueName: "path"))
    var backupDir: String?

    /// The folder for the copies of an inventory.
    func folder(of database: String) -> String { backupDir ?? database + "-backups" }

    /// Returns the copies of an inventory, the newest first.
    func copies(of database: String) throws -> [Backup] { try SQLiteBackups.list(folder(of: database)) }

    func validate() throws {
        if backupDir?.isEmpty == true { throw ValidationError("Give --backup-dir the path of a folder.") }
    }
}

extension NestoryWork {
    /// Why a command for copies does nothing with a database on a server.
    static var noCopies: String {
        "Nestory keeps no copies of a database on a server. Use PostgreSQL’s own pg_basebackup or pg_dump."
    }
}

extension Backup {
    /// The copy in a line: its name, and how many items it has.
    var line: String {
        let count = items.map { "\($0) item\($0 == 1 ? "" : "s")" } ?? "cannot be read"
        return "\(name)  \(count)  \((size + 1023) / 1024) KiB"
    }
}
