public import NestoryServices
public import Service
public import ServiceHealth

/// Registers what keeps book of the services' health, for one program, and what protects their calls.
public struct HealthAssembly: ServiceAssembly {
    private let health: ServiceHealthManager
    private let policies: ServicePolicies
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameters:
    ///   - health: Keeps book.
    ///   - policies: How calls are protected.
    ///   - clock: What every limit of time is based on.
    nonisolated public init(
        health: ServiceHealthManager, policies: ServicePolicies, clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.health = health
        self.policies = policies
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(ServiceHealthManager.self, declaring: []) { [health] in health }
        env.register(ServiceProtection.self, needs: ServiceHealthManager.self) { [policies, clock] in
            ServiceProtection(health: $0, policies: policies, clock: clock)
        }
        env.register(Chaos.self, needs: ServiceProtection.self) { Chaos(protection: $0) }
    }
}
