import Inventory
import NestoryServices
public import Service
import ServiceHealth

/// Registers what changes of single items are made with: in the inventory, or kept until it is available.
public struct ChangesAssembly: ServiceAssembly {
    private let outbox: String?
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - outbox: The file for changes that wait; nil to keep none.
    ///   - clock: What the time between two attempts is based on.
    nonisolated public init(outbox: String?, clock: any Clock<Duration> = ContinuousClock()) {
        self.outbox = outbox
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        guard let outbox else {
            env.register((any ItemChanges).self, needs: (any InventoryService).self) { DirectChanges(inventory: $0) }
            return
        }
        env.register(OutboxChanges.self, needs: ServiceHealthManager.self, onShutdown: { try $0.close() }) { [clock] in
            OutboxChanges(path: outbox, health: $0, clock: clock) {
                try env.resolve((any InventoryService).self)
            }
        }
        env.register((any ItemChanges).self, needs: OutboxChanges.self) { $0 }
    }
}
