import Inventory
import NestoryServices
public import Service
import ServiceHealth

/// Registers what the program runs with: the inventory in a file, the machine's clock, and what the options say.
public struct LiveAssembly: ServiceAssembly {
    private let path: String
    private let options: LiveOptions

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file; it is opened, or made, when the inventory is first used.
    ///   - options: Where the other services are.
    nonisolated public init(path: String, options: LiveOptions = LiveOptions()) {
        self.path = path
        self.options = options
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        let health = ServiceHealthManager(policy: options.policies.health)
        env.register((any WallClock).self, declaring: []) { SystemClock() }
        env.assemble(
            HealthAssembly(health: health, policies: options.policies),
            MetricsAssembly(registry: options.metrics),
            InventoryAssembly(
                path: path, backups: options.backupFolder(of: path), busyTimeout: 2, staysUp: options.staysUp,
                health: health),
            ChangesAssembly(outbox: options.outbox),
            OutsideAssembly(path: path, options: options),
            ComputedAssembly(),
            GuardAssembly(notifies: options.webhook != nil, keepsCopies: options.server == nil))
        if let server = options.server { env.assemble(DatabaseAssembly(server, options: options)) }
    }
}
