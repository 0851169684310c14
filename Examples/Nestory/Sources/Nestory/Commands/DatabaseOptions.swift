import ArgumentParser
import Foundation
import InventoryStore
import NestoryAssembly

/// Which inventory a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(
        name: .customLong("database"),
        help: ArgumentHelp("The file of the inventory; without it, nestory.db.", valueName: "path"))
    var file: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A PostgreSQL database in place of the file. The password comes from PGPASSFILE or PGPASSWORD.",
            valueName: "url"))
    var databaseUrl: String?

    /// The file of the inventory.
    var database: String { file ?? "nestory.db" }

    /// Whether the inventory is there. A server's is taken to be.
    var exists: Bool { databaseUrl != nil || FileManager.default.fileExists(atPath: database) }

    /// The database that takes the place of the file; nil for the file.
    ///
    /// - Parameter connections: How many connections to use at most.
    /// - Throws: `ValidationError`, without the address.
    func server(connections: Int = 2) throws -> ServerDatabase? {
        do throws(ServerDatabaseError) {
            return try databaseUrl.map { url throws(ServerDatabaseError) in
                try ServerDatabase(url, connections: connections)
            }
        } catch {
            throw ValidationError(error.message)
        }
    }

    /// The file for changes that wait until the inventory is available.
    var outbox: String { database + "-outbox" }

    /// Removes the file that this command has made, as the work came to nothing, unless somebody else has begun to use it.
    ///
    /// - Parameter items: How many items this command has added.
    /// - Returns: Whether it is gone.
    @discardableResult func removeNew(holding items: Int = 0) -> Bool { NewInventory.remove(database, holding: items) }

    /// Removes a file with what is kept beside it, as far as it is there.
    static func remove(_ path: String, _ endings: [String]) {
        for name in endings.map({ path + $0 }) where FileManager.default.fileExists(atPath: name) {
            try? FileManager.default.removeItem(atPath: name)
        }
    }

    func validate() throws {
        if file != nil, databaseUrl != nil { throw ValidationError("Give --database or --database-url, not both.") }
        _ = try server()
        if database.isEmpty { throw ValidationError("Give --database the path of a file.") }
    }

    /// Refuses to read what is not there, rather than making an empty inventory where a path has a slip.
    ///
    /// - Throws: ``CommandFailure``.
    func requireFile() throws(CommandFailure) {
        guard exists else {
            throw .failed(
                """
                There is no inventory at \(database). \
                Check --database, or make one with “nestory import” or “nestory serve”.
                """)
        }
    }
}
