#if Health
public import Observation

/// Mirrors a manager for views: views that read it are updated when a service's health changes.
///
/// ```swift
/// @MainActor func banner(for health: ObservableHealth) -> String? {
///     health.isDegradedMode ? health.statusMessage(for: .inventory) : nil
/// }
/// ```
@Observable @MainActor
public final class ObservableHealth {
    /// The state of every service, at most a moment old.
    public private(set) var serviceStates: [ServiceID: HealthState]

    @ObservationIgnored private let manager: ServiceHealthManager
    @ObservationIgnored private var mirroring: Mirroring?

    /// Creates a mirror, which follows the manager as long as the mirror exists.
    ///
    /// - Parameter manager: The manager to follow.
    public init(_ manager: ServiceHealthManager = .shared) {
        self.manager = manager
        let changes = manager.changes
        serviceStates = manager.serviceStates
        mirroring = Mirroring(
            task: Task { [weak self] in
                for await _ in changes { self?.refresh() }
            })
    }

    /// Whether any service is degraded.
    public var isDegradedMode: Bool {
        serviceStates.values.contains { !$0.isHealthy }
    }

    /// Describes the state of a service, in words for people.
    ///
    /// - Parameter service: Its name, the same as in `health:`.
    /// - Returns: One to three short sentences, see ``ServiceHealthManager/statusMessage(for:)``.
    public func statusMessage(for service: ServiceID) -> String {
        _ = serviceStates[service]
        return manager.statusMessage(for: service)
    }

    private func refresh() {
        serviceStates = manager.serviceStates
    }

    /// Ends with its owner, on whatever thread that ends.
    private final class Mirroring: Sendable {
        let task: Task<Void, Never>

        init(task: Task<Void, Never>) { self.task = task }

        deinit { task.cancel() }
    }
}
#endif
