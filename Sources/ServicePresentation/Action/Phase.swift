/// The state of an action, with everything a view needs to draw it.
///
/// A view that switches over it handles every case: the first load and a reload are separate, and a failed reload still
/// has the previous value.
public enum Phase<Value> {
    /// Nothing has run, or what ran was cancelled.
    case idle
    /// Running, with nothing to show yet.
    case loading
    /// Done, with this value.
    case loaded(Value)
    /// Running again, with the previous value.
    case reloading(Value)
    /// Failed, with nothing to show but the message.
    case failed(UserMessage)
    /// Failed to run again, with the previous value.
    case reloadFailed(Value, UserMessage)

    /// The last value, also during a reload and after one that failed.
    public var value: Value? {
        switch self {
        case .loaded(let value), .reloading(let value), .reloadFailed(let value, _): value
        case .idle, .loading, .failed: nil
        }
    }

    /// Whether something runs, for the first time or again.
    public var isRunning: Bool { isLoading || isReloading }

    /// Whether something runs while there is nothing to show yet.
    public var isLoading: Bool {
        if case .loading = self { true } else { false }
    }

    /// Whether something runs while the previous value is shown.
    public var isReloading: Bool {
        if case .reloading = self { true } else { false }
    }

    /// What went wrong, for people.
    public var error: UserMessage? {
        switch self {
        case .failed(let message), .reloadFailed(_, let message): message
        case .idle, .loading, .loaded, .reloading: nil
        }
    }

    /// The phase after a start.
    var started: Phase { value.map { .reloading($0) } ?? .loading }

    /// The phase after a failure.
    func failing(with message: UserMessage) -> Phase {
        value.map { .reloadFailed($0, message) } ?? .failed(message)
    }

    /// The same phase with its error taken away.
    var withoutError: Phase {
        switch self {
        case .failed: .idle
        case .reloadFailed(let value, _): .loaded(value)
        case .idle, .loading, .loaded, .reloading: self
        }
    }
}

extension Phase: Equatable where Value: Equatable {}
extension Phase: Sendable where Value: Sendable {}
