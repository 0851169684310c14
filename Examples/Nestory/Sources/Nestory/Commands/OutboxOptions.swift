import ArgumentParser
import Inventory
import InventoryStore
import NestoryServices

/// Where changes wait that are kept on this device.
struct OutboxOptions: ParsableArguments {
    @Option(
        name: .customLong("outbox"),
        help: ArgumentHelp(
            "The file for changes that wait until the inventory is available; without it, one beside the inventory's file.",
            valueName: "path"))
    var file: String?

    func validate() throws {
        if file?.isEmpty == true { throw ValidationError("Give --outbox the path of a file.") }
    }

    /// The file.
    func path(_ options: DatabaseOptions) -> String { file ?? options.outbox }

    /// Refuses to write a result over the inventory or the changes that are kept.
    ///
    /// - Parameter output: Where the result shall go; nil for standard output.
    /// - Throws: ``CommandFailure``.
    func refuseToReplace(_ output: String?, in options: DatabaseOptions) throws(CommandFailure) {
        guard let output, let place = FileID(output) else { return }
        let files = [options.database, path(options)].flatMap { file in ["", "-wal", "-shm"].map { file + $0 } }
        guard files.contains(where: { FileID($0) == place }) else { return }
        throw .failed("\(output) belongs to the inventory itself, and stays as it is. Give --output another name.")
    }

    /// Returns the changes that are not in the inventory yet, and says on standard error that what is shown is without them.
    func kept(_ options: DatabaseOptions) async -> KeptChanges {
        let path = path(options)
        do {
            let kept = try await OutboxChanges.kept(at: path)
            if !kept.isEmpty {
                let count = kept.all.count
                Console.say(
                    "Without \(count == 1 ? "1 change that is" : "\(count) changes that are") saved on this device, and not yet in the inventory."
                )
            }
            return kept
        } catch {
            Console.say(
                "\(path) cannot be read. Changes that are saved there, and not yet in the inventory, are missing here.")
            return KeptChanges()
        }
    }
}
