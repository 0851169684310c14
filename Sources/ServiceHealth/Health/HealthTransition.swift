#if Health
/// A service was seen for the first time, or its health or its source changed.
public struct HealthTransition: Sendable, Equatable {
    /// The service.
    public let service: ServiceID
    /// The state before; nil if the service was not known.
    public let from: HealthState?
    /// The state after.
    public let to: HealthState

    /// Creates a transition.
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
