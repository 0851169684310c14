#if OUTBOX
/// The reason a kept change is not delivered until a person decides. Each case has a text for that person.
public enum OutboxRefusal: Error, Sendable, Hashable, Codable {
    /// The receiver refused the change.
    case rejected(String)
    /// Somebody else has changed the same thing in the meantime.
    case conflict(String)
    /// The program cannot decode the change, as its format is another one. Its bytes are kept.
    case unreadable(String)

    /// The text for a person.
    public var reason: String {
        switch self {
        case .rejected(let reason), .conflict(let reason), .unreadable(let reason): reason
        }
    }
}
#endif
