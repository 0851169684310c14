/// What one run of an action does away from the main actor: debounce, the work, pauses and further attempts.
struct Attempts<Input: Sendable, Output: Sendable>: Sendable {
    enum Outcome: Sendable {
        case succeeded(Output)
        case failed(any Error, UserMessage)
        case cancelled
    }

    let presenter: ErrorPresenter
    let retry: RetryRule
    let debounce: Duration
    let clock: any Clock<Duration>
    let work: @concurrent @Sendable (Input) async throws -> Output

    @concurrent func callAsFunction(_ input: Input) async -> Outcome {
        guard await pause(for: debounce) else { return .cancelled }
        var attempts = 0
        while true {
            do {
                return .succeeded(try await work(input))
            } catch {
                attempts += 1
                guard !Task.isCancelled, let message = presenter.message(for: error) else {
                    return .cancelled
                }
                guard message.isRecoverable, let delay = retry.pause(afterAttempts: attempts) else {
                    return .failed(error, message)
                }
                // Before the time that the failure names, another attempt would only be refused.
                guard await pause(for: max(delay, error.retryAfter ?? .zero)) else { return .cancelled }
            }
        }
    }

    /// Waits; false when the run was cancelled meanwhile.
    private func pause(for duration: Duration) async -> Bool {
        if duration > .zero {
            // A sleep fails only because its task was cancelled, and that is asked next.
            // No clock of the system can sleep for what does not fit its instants.
            try? await clock.sleep(for: min(duration, .seconds(Int64(3_155_760_000))))  // 100 years
        }
        return !Task.isCancelled
    }
}
