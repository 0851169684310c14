import NestoryServices
public import Service
public import ServiceHealth

/// Registers what keeps book of the services' health, for one program, and what protects their calls.
public struct HealthAssembly: ServiceAssembly {
    private let health: ServiceHealthManager
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - health: Keeps book.
    ///   - clock: What every limit of time is based on.
    nonisolated public init(health: ServiceHealthManager, clock: any Clock<Duration> = ContinuousClock()) {
        self.health = health
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(ServiceHealthManager.self) { [health] in health }
        env.register(ServiceProtection.self, needs: ServiceHealthManager.self) { [clock] in
            ServiceProtection(health: $0, clock: clock)
        }
        env.register(Chaos.self, needs: ServiceProtection.self) { Chaos(protection: $0) }
    }
}
