import ArgumentParser
import Foundation

/// Which inventory a command works on.
struct DatabaseOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("The file of the inventory.", valueName: "path"))
    var database = "nestory.db"

    /// Whether the file is there.
    var exists: Bool { FileManager.default.fileExists(atPath: database) }

    /// The file for changes that wait until the inventory is available.
    var outbox: String { database + "-outbox" }

    /// Removes the file that this command has made, with what SQLite keeps beside it, as the work came to nothing.
    func removeNew() {
        Self.remove(database, ["", "-wal", "-shm"])
    }

    /// Removes a file with what is kept beside it, as far as it is there.
    static func remove(_ path: String, _ endings: [String]) {
        for name in endings.map({ path + $0 }) where FileManager.default.fileExists(atPath: name) {
            try? FileManager.default.removeItem(atPath: name)
        }
    }

    func validate() throws {
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
