import ArgumentParser
import Foundation
import Inventory
import InventoryStore

/// `nestory restore`.
struct RestoreCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Checks a copy of the inventory, and puts it in place.",
        discussion: "The file that is there now is kept under another name. A server that runs notices by itself.")

    @Argument(
        help: ArgumentHelp("The copy, as “nestory backups” names it; without it, the newest.", valueName: "backup"))
    var backup: String?

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var backups: BackupOptions

    func validate() throws {
        guard options.databaseUrl == nil else { throw ValidationError(Self.noCopies) }
    }

    func work() async throws {
        let copy = try chosen()
        let kept: String?
        do {
            kept = try await Restoration(path: options.database, clock: SystemClock()).restore(copy)
        } catch BackupError.damagedCopy {
            throw CommandFailure.failed(
                "\(copy) is damaged, so nothing was replaced. Name another one: “nestory backups” lists them.")
        }
        let items = SQLiteBackups.countItems(copy).map { "with \($0) item\($0 == 1 ? "" : "s") " } ?? ""
        Console.say("\(copy) \(items)is in place at \(options.database).")
        if let kept { Console.say("The file that was there is now \(kept).") }
    }

    private func chosen() throws -> String {
        let folder = backups.folder(of: options.database)
        guard let backup else {
            // One that cannot be read is no help, however new it is.
            guard let newest = try backups.copies(of: options.database).first(where: { $0.items != nil }) else {
                throw CommandFailure.failed(
                    "There are no copies in \(folder). Name one, or its folder with --backup-dir.")
            }
            return "\(folder)/\(newest.name)"
        }
        for path in ["\(folder)/\(backup)", backup] where FileManager.default.fileExists(atPath: path) { return path }
        throw CommandFailure.failed("There is no copy \(backup). “nestory backups” lists those that there are.")
    }
}
