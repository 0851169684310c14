/// Whether an action retries by itself before it shows a failure.
public enum RetryRule: Sendable, Equatable {
    /// One attempt; the person decides about the next.
    case never
    /// Retries after failures whose message is recoverable (``UserMessage/isRecoverable``), as that of an unknown error is.
    ///
    /// `maxAttempts` counts the first attempt too; one or less means a single attempt. `delay` is the pause between
    /// two attempts; it is longer after a failure that says when the service takes calls again.
    case recoverable(maxAttempts: Int = 3, delay: Duration = .seconds(1))

    /// The pause after so many failed attempts, or nil when there is no further one.
    func pause(afterAttempts attempts: Int) -> Duration? {
        switch self {
        case .never: nil
        case .recoverable(let maxAttempts, let delay): attempts < maxAttempts ? delay : nil
        }
    }
}
