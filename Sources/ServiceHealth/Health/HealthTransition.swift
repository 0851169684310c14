#if Health
/// Tells that a service was seen for the first time, or that its health or its source changed.
public struct HealthTransition: Sendable, Equatable {
    /// The service.
    public let service: ServiceID
    /// The state before, or nil where the service was not known.
    public let from: HealthState?
    /// The state after.
    public let to: HealthState

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - from: The state before; nil if the service was not known.
    ///   - to: The state after.
    public init(service: ServiceID, from: HealthState?, to: HealthState) {
        self.service = service
        self.from = from
        self.to = to
    }
}
#endif
