public import Service

extension ServiceName {
    /// The service itself, without protection: it throws where it fails.
    public static let live: Self = "live"
    /// What stands in for a service that fails.
    public static let lastKnown: Self = "last-known"
}
