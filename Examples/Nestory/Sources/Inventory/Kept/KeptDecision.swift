/// What a person decides about a kept change that the inventory refused.
public enum KeptDecision: Sendable, Equatable {
    /// Sends it again.
    case retry
    /// Sends another change in its place.
    case replace(with: ItemChange)
    /// Throws it away.
    case discard
}
