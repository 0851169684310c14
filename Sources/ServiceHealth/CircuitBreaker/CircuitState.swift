#if Health
/// Whether a circuit lets calls through.
public enum CircuitState: String, Sendable, Codable {
    /// Calls go through.
    case closed
    /// Calls are rejected.
    case open
    /// A few calls go through, to find out whether the service is back.
    case halfOpen
}
#endif
