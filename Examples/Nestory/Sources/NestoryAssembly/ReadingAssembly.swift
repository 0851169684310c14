import Inventory
import InventoryStore
public import Service

/// Registers what a command runs with that only reads: the items as they are in the file, which is not touched.
public struct ReadingAssembly: ServiceAssembly {
    private let path: String

    /// Describes the services.
    ///
    /// - Parameter path: The inventory's file; it may be on a disk that cannot be written.
    nonisolated public init(path: String) {
        self.path = path
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.assemble(LiveAssembly(path: path))
        env.register((any InventoryService).self, needs: (any WallClock).self) { [path] in
            let copy = ItemCopy(clock: $0)
            guard try copy.fill(from: path, follows: true) else {
                throw InventoryError.notAnInventory(path: path, details: "The file is gone.")
            }
            return copy
        }
    }
}
