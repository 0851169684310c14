/// Why some notices were not sent. They are kept, and sent later.
///
/// The details are for logs; ``message`` is for people.
public enum NotificationError: Error, Sendable, Equatable {
    /// The webhook answered with something else than 2xx.
    ///
    /// - Parameters:
    ///   - status: Its last answer.
    ///   - waiting: How many notices were kept.
    case refused(status: Int, waiting: Int)
    /// The webhook did not answer.
    case unreachable(details: String, waiting: Int)
    /// The list of what is to be sent could not be read or written.
    case outbox(InventoryError)

    /// What happened, without details of the machine.
    public var message: String {
        switch self {
        case .refused(let status, let waiting):
            "The webhook refused with status \(status). \(Self.kept(waiting))"
        case .unreachable(_, let waiting): "The webhook does not answer. \(Self.kept(waiting))"
        case .outbox: "What is to be sent cannot be read or noted just now. Nothing is lost; it is tried again."
        }
    }

    private static func kept(_ waiting: Int) -> String {
        waiting == 1 ? "1 notice is kept and sent later." : "\(waiting) notices are kept and sent later."
    }
}
