import CoreMetrics
public import PrometheusText
public import Service

/// Registers what counts for Prometheus.
public struct MetricsAssembly: ServiceAssembly {
    private let registry: PrometheusRegistry

    /// Describes the services.
    ///
    /// - Parameter registry: What the program's metrics are counted in.
    nonisolated public init(registry: PrometheusRegistry) {
        self.registry = registry
    }

    /// Registers the services.
    public func assemble(env: ServiceEnv) {
        env.register(PrometheusRegistry.self, declaring: []) { [registry] in registry }
        env.register((any MetricsFactory).self, needs: PrometheusRegistry.self) { $0 }
    }
}
