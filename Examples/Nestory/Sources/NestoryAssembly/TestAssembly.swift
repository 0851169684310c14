public import Inventory
import InventoryStore
public import Service

/// Registers what tests run with: the real inventory in a file of their own, at a time of their choice.
public struct TestAssembly: ServiceAssembly {
    private let path: String
    private let now: Timestamp

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - now: What time it always is.
    nonisolated public init(path: String, now: Timestamp) {
        self.path = path
        self.now = now
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.assemble(HealthAssembly())
        env.register((any InventoryService).self, onShutdown: { try await $0.close() }) { [path] in
            try SQLiteInventory(path: path, busyTimeout: 0.1)
        }
        env.register((any WallClock).self) { [now] in StoppedClock(now: now) }
        env.assemble(OutsideAssembly(path: path, options: LiveOptions()))
        env.assemble(ComputedAssembly())
    }
}

/// A clock that always shows the same time.
private struct StoppedClock: WallClock {
    let now: Timestamp
}
