#if Health
import Logging
import Service
import ServiceHealth

// snippet: health-1
extension ServiceID {
    static let inventory: Self = "inventory"
    static let rates: Self = "exchange-rates"
}
// snippet end

struct HealthAndDegradationSnippets {
    typealias LastKnownInventory = WritingAFallbackThatDoesNotLieSnippets.LastKnownInventory

    // snippet: health-2
    func load(health: ServiceHealthManager, read: () throws -> [String]) -> [String] {
        do {
            let items = try read()
            health.recordSuccess(for: .inventory)
            return items
        } catch {
            health.recordFailure(for: .inventory, error: error)
            return []
        }
    }
    // snippet end

    // snippet: health-3
    func assemble(_ env: ServiceEnv, path: String, health: ServiceHealthManager) {
        env.register(
            (any Inventory).self, health: .inventory, manager: health, fallback: { LastKnownInventory() }
        ) {
            try DiskInventory(path: path)
        }
    }
    // snippet end

    // snippet: health-options
    func assembleMain(_ env: ServiceEnv, health: ServiceHealthManager) {
        env.register(
            (any Inventory).self, name: "main", needs: Disk.self, health: .inventory, manager: health,
            fallback: { LastKnownInventory() }, onShutdown: { $0.flush() }
        ) { disk in
            try DiskInventory(path: disk.path)
        }
    }
    // snippet end

    // snippet: health-4
    @MainActor func banner(_ health: ObservableHealth) -> String? {
        health.isDegradedMode ? health.statusMessage(for: .inventory) : nil
    }
    // snippet end

    // snippet: health-5
    func watch(_ health: ServiceHealthManager) -> Task<Void, Never> {
        let transitions = health.transitions
        return Task {
            for await transition in transitions where !transition.to.isHealthy {
                Logger.service.warning("\(transition.service) degraded")
            }
        }
    }
    // snippet end

    // snippet: health-6
    func makeChecks(
        health: ServiceHealthManager, ping: @escaping @Sendable () async throws -> Void
    ) -> HealthChecks {
        let checks = HealthChecks(health: health)
        checks.register("database") {
            try await ping()
            return HealthCheckResult(.pass)
        }
        return checks
    }
    // snippet end
}
#endif
