import Inventory
import InventoryStore
public import Service

/// Registers what a command runs with that only reads: the items as they are in the file, which is not touched.
public struct ReadingAssembly: ServiceAssembly {
    private let path: String
    private let server: ServerDatabase?

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file; it may be on a disk that cannot be written.
    ///   - server: The database that takes the file's place.
    nonisolated public init(path: String, server: ServerDatabase? = nil) {
        self.path = path
        self.server = server
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        var options = LiveOptions(server: server)
        options.mayCreate = false
        env.assemble(LiveAssembly(path: path, options: options))
        guard server == nil else { return }
        env.register((any InventoryService).self, needs: (any WallClock).self) { [path] in
            let copy = ItemCopy(clock: $0)
            guard try copy.fill(from: path, follows: true) else {
                throw InventoryError.notAnInventory(path: path, details: "The file is gone.")
            }
            return copy
        }
    }
}
