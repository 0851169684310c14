public import ServiceHealth

/// How the household's services are protected, each by its name.
public struct ServicePolicies: Sendable, Equatable {
    /// The services whose calls are protected.
    public static let services = ServiceID.nestory + [.inventoryChanges]

    /// When a service counts as degraded: at the third failure in a row, so that a single hiccup alarms nobody. It is
    /// tried again after five seconds: people who put a disk back look at the page right then, and asking a file or a
    /// server again every five seconds costs nothing.
    public var health = HealthPolicy(failureThreshold: 3, recoveryInterval: .seconds(5))

    private var calls: [ServiceID: ResiliencePolicy] = [
        .inventory: .inventoryReads, .inventoryChanges: .inventoryChanges, .currency: .currency, .backup: .jobs,
        .notifications: .jobs, .export: .computed, .report: .computed, .analytics: .computed,
    ]

    /// The policies that the program has unless it is told others.
    public init() {}

    /// The policies for an inventory in a database on a server. What is away for a second only, as after a failover, is
    /// asked again after a second, because most of the outage would be that wait.
    public static var forServerDatabase: ServicePolicies {
        var policies = ServicePolicies()
        for service: ServiceID in [.inventory, .inventoryChanges] {
            policies[service].breaker?.openFor = .seconds(1)
        }
        return policies
    }

    /// How the calls of a service are protected. Those of a service that is not among ``services`` are not.
    public subscript(service: ServiceID) -> ResiliencePolicy {
        get { calls[service, default: ResiliencePolicy()] }
        set { calls[service] = newValue }
    }
}
