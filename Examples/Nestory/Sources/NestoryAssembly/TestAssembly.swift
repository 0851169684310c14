public import Inventory
import NestoryServices
public import Service
import ServiceHealth

/// Registers what tests run with: the real inventory in a file of their own, at a time of their choice.
public struct TestAssembly: ServiceAssembly {
    private let path: String
    private let now: Timestamp
    private let options: LiveOptions
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - path: The inventory's file.
    ///   - now: What time it always is.
    ///   - options: Where the other services are.
    ///   - clock: What every limit of time is based on.
    nonisolated public init(
        path: String, now: Timestamp, options: LiveOptions = LiveOptions(staysUp: true),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.path = path
        self.now = now
        self.options = options
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        let health = ServiceHealthManager(policy: options.policies.health, clock: clock)
        env.register((any WallClock).self) { [now] in StoppedClock(now: now) }
        env.assemble(
            HealthAssembly(health: health, policies: options.policies, clock: clock),
            MetricsAssembly(registry: options.metrics),
            InventoryAssembly(
                path: path, backups: options.backupFolder(of: path), busyTimeout: 0.1, staysUp: options.staysUp,
                health: health),
            ChangesAssembly(outbox: options.outbox, clock: clock),
            OutsideAssembly(path: path, options: options),
            ComputedAssembly(),
            GuardAssembly(notifies: options.webhook != nil, clock: clock))
    }
}

/// A clock that always shows the same time.
private struct StoppedClock: WallClock {
    let now: Timestamp
}
