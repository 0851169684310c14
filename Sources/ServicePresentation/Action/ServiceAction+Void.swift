extension ServiceAction where Input == Void {
    /// Creates an action whose work needs no input.
    ///
    /// - Parameters: As for the other initialiser.
    public convenience init(
        overlap: Overlap = .latestWins, presenter: ErrorPresenter = .standard, retry: RetryRule = .never,
        debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @concurrent @Sendable () async throws -> Output
    ) {
        self.init(overlap: overlap, presenter: presenter, retry: retry, debounce: debounce, clock: clock) {
            (_: Void) in
            try await work()
        }
    }

    /// Runs the work and waits for its result. For `.task` and `.refreshable`.
    ///
    /// - Returns: The result; nil if there was none to use, see ``run(_:)``.
    @discardableResult public func run() async -> Output? { await run(()) }

    /// Runs the work without waiting. For buttons.
    public func start() { start(()) }
}
