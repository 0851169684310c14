import NestoryServices
public import Service
import ServiceHealth

/// Registers what keeps book of the services' health, for one program: `ServiceHealthManager` and
/// `HealthChecks`.
public struct HealthAssembly: ServiceAssembly {
    private let clock: any Clock<Duration>

    /// Describes the services.
    ///
    /// - Parameter clock: What every decision about health is based on.
    nonisolated public init(clock: any Clock<Duration> = ContinuousClock()) {
        self.clock = clock
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(ServiceHealthManager.self) { [clock] in
            ServiceHealthManager(policy: .nestory, clock: clock)
        }
        env.register(HealthChecks.self, needs: ServiceHealthManager.self) { [clock] in
            HealthChecks(health: $0, clock: clock)
        }
    }
}
