internal import Observation

/// An activity that reports whether it is running.
@MainActor public protocol RunningActivity: AnyObject {
    /// Whether something runs now. Observable by views.
    var isRunning: Bool { get }
}

extension RunningActivity {
    /// Returns when nothing runs any more; for tests, which start something and then check the result.
    ///
    /// ```swift
    /// action.start("lamp")
    /// await action.settled()
    /// #expect(action.value == ["Lamp"])
    /// ```
    ///
    /// Debounce and the pauses between attempts count as running, so a test with a clock of its own advances that
    /// first. A caller that is cancelled stops waiting.
    public func settled() async {
        while isRunning, !Task.isCancelled {
            let change = Waiter<Void>()
            withObservationTracking {
                _ = isRunning
            } onChange: {
                // It may be called before the change. The task looks after it.
                Task { @MainActor in change.end(with: ()) }
            }
            await withTaskCancellationHandler {
                _ = await change.wait()
            } onCancel: {
                Task { @MainActor in change.end(with: nil) }
            }
        }
    }
}
