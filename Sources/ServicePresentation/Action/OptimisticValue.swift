public import Observation

/// Shows changes at once, sends them one after the other, and undoes those that the service refuses.
///
/// The value on screen is always the confirmed one with the unconfirmed changes applied in the order in which they were
/// made. A refused change is removed from among them, so the later ones stay.
///
/// ```swift
/// let likes = OptimisticValue(post.likes)
/// await likes.update {
///     $0 += 1
/// } commit: {
///     try await service.like(post.id)
/// }
/// ```
@Observable @MainActor public final class OptimisticValue<Value: Sendable>: RunningActivity {
    private struct Change {
        let id: Int
        let apply: @MainActor (inout Value) -> Void
        /// Ends when this change and all before it are answered or undone.
        let turn: Task<Void, Never>
    }

    private struct State {
        var value: Value
        var confirmed: Value
        var error: UserMessage?
        var pending: [Change] = []
    }

    @ObservationIgnored private let state: Observed<State>
    @ObservationIgnored private let presenter: ErrorPresenter
    @ObservationIgnored private var changeCount = 0
    /// The change that is being sent.
    @ObservationIgnored private var sentChange: Int?

    /// Creates a value without changes.
    ///
    /// - Parameters:
    ///   - value: The value that the service is known to have.
    ///   - presenter: Finds the words for refusals, and logs the technical text of those that are shown.
    public init(_ value: Value, presenter: ErrorPresenter = .standard) {
        state = Observed(State(value: value, confirmed: value))
        self.presenter = presenter
    }

    /// The value to show: the confirmed one with all unconfirmed changes applied.
    public var value: Value { state.value.value }

    /// The value that the service is known to have.
    public var confirmed: Value { state.value.confirmed }

    /// Why the last change was undone, for people.
    public var error: UserMessage? { state.value.error }

    /// The text of ``error``.
    public var errorMessage: String? { error?.message }

    /// Whether changes are being sent.
    public var isRunning: Bool { pendingCount > 0 }

    /// The number of changes that are not confirmed yet.
    public var pendingCount: Int { state.value.pending.count }

    /// Shows a change at once, sends it when all earlier ones are answered, and waits for the answer.
    ///
    /// If sending fails or is cancelled, the change is undone. A change that is cancelled while it waits for earlier ones is undone at
    /// once, and never sent. One that was being sent may have reached the service all the same; if that matters, load the value
    /// and ``confirm(_:)`` it.
    ///
    /// - Parameters:
    ///   - change: Makes the change. It is applied again whenever a value below it changes, so it must not have other
    ///     effects.
    ///   - commit: Sends the change. It runs off the main actor. The caller's cancellation is passed on to it.
    /// - Returns: Whether the service accepted the change.
    @discardableResult public func update(
        _ change: @escaping @MainActor (inout Value) -> Void,
        commit: @escaping @concurrent @Sendable () async throws -> Void
    ) async -> Bool {
        guard !Task.isCancelled else { return false }
        let changed = applying(change, to: value)
        var new = state.value
        changeCount += 1
        let id = changeCount
        let answer = Waiter<Bool>()
        let turn = Task { [earlier = new.pending.last?.turn] in
            await earlier?.value
            let isAccepted = await send(id, commit)
            answer.end(with: isAccepted)
        }
        new.pending.append(Change(id: id, apply: change, turn: turn))
        new.error = nil
        new.value = changed
        state.value = new
        return await withTaskCancellationHandler {
            await answer.wait() ?? false
        } onCancel: {
            turn.cancel()
            Task { @MainActor in
                // The service's answer decides about what is being sent.
                guard sentChange != id else { return }
                settle(id, isAccepted: false)
                answer.end(with: false)
            }
        }
    }

    /// Sets the confirmed value, as the service returned it. Unconfirmed changes stay applied.
    ///
    /// - Parameter value: The value that the service has.
    public func confirm(_ value: Value) {
        var new = state.value
        new.confirmed = value
        show(new)
    }

    /// Clears the error.
    public func clearError() {
        state.value.error = nil
    }

    /// Sends a change whose turn has come, unless it was cancelled.
    private func send(_ id: Int, _ commit: @concurrent @Sendable () async throws -> Void) async -> Bool {
        do {
            try Task.checkCancellation()
            sentChange = id
            defer { sentChange = nil }
            try await commit()
            settle(id, isAccepted: true)
            return true
        } catch {
            let message = Task.isCancelled ? nil : presenter.message(for: error)
            settle(id, isAccepted: false, message)
            // Last: the log may use this object.
            if message != nil { presenter.log(error) }
            return false
        }
    }

    private func settle(_ id: Int, isAccepted: Bool, _ message: UserMessage? = nil) {
        var new = state.value
        guard let index = new.pending.firstIndex(where: { $0.id == id }) else { return }
        let change = new.pending.remove(at: index)
        if isAccepted { new.confirmed = applying(change.apply, to: new.confirmed) }
        if let message { new.error = message }
        show(new)
    }

    private func show(_ new: State) {
        var new = new
        new.value = new.pending.reduce(new.confirmed) { value, change in applying(change.apply, to: value) }
        state.value = new
    }

    /// Works on a copy, since a change may read this very object.
    private func applying(_ change: @MainActor (inout Value) -> Void, to value: Value) -> Value {
        var copy = value
        change(&copy)
        return copy
    }
}
