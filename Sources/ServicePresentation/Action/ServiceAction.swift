public import Observation

/// Runs work for a controller and keeps what its views show: the value, whether it runs, and what went wrong.
///
/// A controller owns one action for each thing it does, and its views read the action:
///
/// ```swift
/// @Observable @MainActor final class SearchController {
///     let search: ServiceAction<String, [Item]>
///
///     init(service: SearchService) {
///         search = ServiceAction(debounce: .milliseconds(300)) { query in try await service.search(query) }
///     }
/// }
/// ```
///
/// Starting clears the error and immediately enters ``Phase/loading`` or ``Phase/reloading(_:)``. Only the newest run
/// changes the phase. Cancelling immediately restores the last phase in which nothing ran, with its error and retry;
/// work that ignores cancellation continues, but its result is not used. Debounce and the pauses between attempts count
/// as running.
///
/// Dropping the action cancels what ``start(_:)`` began; an awaiting ``run(_:)`` keeps it alive.
///
/// - Important: The work must not capture the action's owner strongly, or neither is ever released. Capture the
///   service instead.
@Observable @MainActor public final class ServiceAction<Input: Sendable, Output: Sendable>: RunningActivity {
    /// What happens when a run is started while another one runs.
    public enum Overlap: Sendable {
        /// The newer run replaces the older one, which is cancelled.
        case latestWins
        /// The newer one does not start.
        case dropWhileRunning
        /// Both callers get the result of the older one, whatever the input of the newer one is.
        case joinInFlight
    }

    private struct Run {
        let id: Int
        let input: Input
        let task: Task<Void, Never>
        /// Whether `start` began or joined it: nobody waits, and nobody leaves.
        var isHeld: Bool
        var waiters: [Waiter<Output>] = []

        /// Cancels the run and lets its callers go; its result will not be used. What the work does when it is cancelled may
        /// use the action, so this comes last.
        @MainActor func end() {
            for waiter in waiters { waiter.end(with: nil) }
            task.cancel()
        }
    }

    /// The last phase in which nothing ran, which cancelling puts back. Kept only while something runs.
    private struct Rest {
        var phase: Phase<Output> = .idle
        var retryInput: Input?
    }

    /// The current state, for views. Observers are told once it is written, so what they start or cancel then counts.
    public var phase: Phase<Output> { shown.value }

    @ObservationIgnored private let shown = Observed<Phase<Output>>(.idle)
    @ObservationIgnored private let overlap: Overlap
    @ObservationIgnored private let attempts: Attempts<Input, Output>
    @ObservationIgnored private var current: Run?
    @ObservationIgnored private var runCount = 0
    @ObservationIgnored private var rest = Rest()
    /// Changes only together with `phase`, which is what views observe.
    @ObservationIgnored private var retryInput: Input?
    /// Gets each result that is used, once, with the phase that shows it and before any observer or caller learns of it.
    @ObservationIgnored var didSucceed: ((Output) -> Void)?

    /// Creates an action that has not run yet.
    ///
    /// - Parameters:
    ///   - overlap: What happens when a run is started while another one runs.
    ///   - presenter: Finds the words for failures, and logs the technical text of those that are shown.
    ///   - retry: Whether to try again before a failure is shown.
    ///   - debounce: How long to wait for a newer start before the work begins. It counts as running.
    ///   - clock: Measures the debounce and the pauses between attempts.
    ///   - work: The work. It runs off the main actor.
    public init(
        overlap: Overlap = .latestWins, presenter: ErrorPresenter = .standard, retry: RetryRule = .never,
        debounce: Duration = .zero, clock: any Clock<Duration> = ContinuousClock(),
        _ work: @escaping @concurrent @Sendable (Input) async throws -> Output
    ) {
        self.overlap = overlap
        attempts = Attempts(presenter: presenter, retry: retry, debounce: debounce, clock: clock, work: work)
    }

    deinit {
        current?.task.cancel()
    }

    /// The last value, also during a reload and after one that failed.
    public var value: Output? { phase.value }

    /// Whether a run is active, including its debounce and pauses.
    public var isRunning: Bool { phase.isRunning }

    /// What went wrong, for people; nil while something runs.
    public var error: UserMessage? { phase.error }

    /// The text of ``error``.
    public var errorMessage: String? { error?.message }

    /// Whether ``retry()`` has an effect: the last run failed, trying again may help, and its input is still known.
    public var canRetry: Bool { phase.error?.isRecoverable == true && retryInput != nil }

    /// Runs the work and waits for its result. For `.task` and `.refreshable`.
    ///
    /// The caller's cancellation is passed on to the work, unless others wait for the same run.
    ///
    /// - Parameter input: What the work needs.
    /// - Returns: The result; nil if the run failed, was cancelled or superseded, or did not start because another one
    ///   was running. ``phase`` shows which.
    @discardableResult public func run(_ input: Input) async -> Output? {
        await run(input) {}
    }

    /// Does the same, and changes something else together with the start. A caller that is cancelled already changes nothing.
    @discardableResult func run(_ input: Input, alongWith change: () -> Void) async -> Output? {
        guard !Task.isCancelled else { return nil }
        let waiter = Waiter<Output>()
        let isBegun = ObservedChanges.together {
            defer { change() }
            return begin(input, for: waiter)
        }
        guard isBegun else { return nil }
        return await withTaskCancellationHandler {
            await waiter.wait()
        } onCancel: {
            waiter.leave()
            Task { @MainActor [weak self] in self?.removeLeftWaiters() }
        }
    }

    /// Runs the work without waiting. For buttons.
    ///
    /// - Parameter input: What the work needs.
    public func start(_ input: Input) {
        begin(input, for: nil)
    }

    /// Runs the work again with the input that failed, and waits. Does nothing if ``canRetry`` is false.
    public func retry() async {
        guard canRetry, let retryInput else { return }
        await run(retryInput)
    }

    /// Cancels the current run and immediately restores the last phase in which nothing ran.
    public func cancel() {
        guard let run = takeRun() else { return }
        let before = takeRest()
        show(before.phase, retryInput: before.retryInput)
        run.end()
    }

    /// Clears the error and the input kept for a retry. The value stays.
    public func clearError() {
        if isRunning {
            rest = Rest(phase: rest.phase.withoutError)
        } else if phase.error != nil {
            show(phase.withoutError)
        }
    }

    /// Cancels the current run and forgets everything, for example after signing out.
    public func reset() {
        let run = takeRun()
        rest = Rest()
        show(.idle)
        run?.end()
    }

    /// Sets the value without running anything, for example from a cache.
    ///
    /// Clears an error. A run that is active continues, and replaces this value with its own.
    ///
    /// - Parameter value: The value to show.
    public func set(_ value: Output) {
        if isRunning { rest = Rest(phase: .loaded(value)) }
        show(isRunning ? .reloading(value) : .loaded(value))
    }

    /// Forgets the input that was kept for a retry.
    func forgetInput() {
        rest.retryInput = nil
        if retryInput != nil { show(phase) }
    }

    /// Starts the work again with the input that failed; nil where there is none.
    ///
    /// Holds the input itself: an alert may take the error away before it calls the button's action.
    var retryStarter: (@MainActor () -> Void)? {
        guard canRetry, let retryInput else { return nil }
        return { [weak self] in self?.start(retryInput) }
    }
}

extension ServiceAction {
    /// Starts or joins a run; false when the rule for overlaps does not let it start.
    @discardableResult private func begin(_ input: Input, for waiter: Waiter<Output>?) -> Bool {
        removeLeftWaiters()
        let superseded: Run?
        if current != nil {
            switch overlap {
            case .latestWins: superseded = takeRun()
            case .dropWhileRunning: return false
            case .joinInFlight:
                join(waiter)
                return true
            }
        } else {
            superseded = nil
            rest = Rest(phase: phase, retryInput: retryInput)
        }
        runCount += 1
        let task = Task { [weak self, attempts, id = runCount] in
            let outcome = await attempts(input)
            self?.finish(id, with: outcome)
        }
        current = Run(id: runCount, input: input, task: task, isHeld: false)
        join(waiter)
        show(phase.started)
        superseded?.end()
        return true
    }

    private func join(_ waiter: Waiter<Output>?) {
        if let waiter {
            current?.waiters.append(waiter)
        } else {
            current?.isHeld = true
        }
    }

    /// Shows the outcome of a run, if it is the newest, and then tells of it: what callers and the log do may use the action.
    private func finish(_ id: Int, with outcome: Attempts<Input, Output>.Outcome) {
        removeLeftWaiters()
        guard let run = current, run.id == id else { return }
        current = nil
        let before = takeRest()
        switch outcome {
        case .succeeded(let output):
            ObservedChanges.together {
                show(.loaded(output))
                didSucceed?(output)
            }
            for waiter in run.waiters { waiter.end(with: output) }
            return
        case .failed(let error, let message):
            show(phase.failing(with: message), retryInput: message.isRecoverable ? run.input : nil)
            for waiter in run.waiters { waiter.end(with: nil) }
            attempts.presenter.log(error)
        case .cancelled:
            show(before.phase, retryInput: before.retryInput)
            for waiter in run.waiters { waiter.end(with: nil) }
        }
    }

    /// Lets cancelled callers go. The last one to leave cancels the run, unless `start` holds it.
    private func removeLeftWaiters() {
        guard let run = current, run.waiters.contains(where: \.hasLeft) else { return }
        for waiter in run.waiters where waiter.hasLeft { waiter.end(with: nil) }
        current?.waiters.removeAll(where: \.hasLeft)
        if !run.isHeld, current?.waiters.isEmpty == true { cancel() }
    }

    /// Takes the current run out, to be ended once the action shows what it does without it.
    private func takeRun() -> Run? {
        defer { current = nil }
        return current
    }

    private func takeRest() -> Rest {
        defer { rest = Rest() }
        return rest
    }

    private func show(_ phase: Phase<Output>, retryInput: Input? = nil) {
        self.retryInput = retryInput
        shown.value = phase
    }
}
