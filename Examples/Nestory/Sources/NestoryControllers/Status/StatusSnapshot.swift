public import Inventory

/// Which services do not work as they should, at one instant.
public struct StatusSnapshot: Sendable, Equatable {
    /// The services in trouble.
    public var troubles: [ServiceStatus]
}
