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
        let isAccepted: Task<Bool, Never>
    }

    /// The value to show: the confirmed one with all unconfirmed changes applied.
    public private(set) var value: Value
    /// The value that the service is known to have.
    public private(set) var confirmed: Value
    /// Why the last change was undone, for people.
    public private(set) var error: UserMessage?
    private var pending: [Change] = []

    @ObservationIgnored private let presenter: ErrorPresenter
    @ObservationIgnored private var changeCount = 0

    /// Creates a value without changes.
    ///
    /// - Parameters:
    ///   - value: The value that the service is known to have.
    ///   - presenter: Finds the words for refusals, and logs the technical text of those that are shown.
    public init(_ value: Value, presenter: ErrorPresenter = .standard) {
        self.value = value
        confirmed = value
        self.presenter = presenter
    }

    /// The text of ``error``.
    public var errorMessage: String? { error?.message }

    /// Whether changes are being sent.
    public var isRunning: Bool { !pending.isEmpty }

    /// The number of changes that are not confirmed yet.
    public var pendingCount: Int { pending.count }

    /// Shows a change at once, sends it when all earlier ones are answered, and waits for the answer.
    ///
    /// If sending fails or is cancelled, the change is undone. A cancelled change may have reached the service all the
    /// same; if that matters, load the value and ``confirm(_:)`` it.
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
        changeCount += 1
        let task = Task { [id = changeCount, earlier = pending.last?.isAccepted] in
            _ = await earlier?.value
            do {
                try Task.checkCancellation()
                try await commit()
                settle(id, accepted: true)
                return true
            } catch {
                settle(id, accepted: false)
                if !Task.isCancelled { refuse(error) }
                return false
            }
        }
        pending.append(Change(id: changeCount, apply: change, isAccepted: task))
        error = nil
        value = applying(change, to: value)
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Sets the confirmed value, as the service returned it. Unconfirmed changes stay applied.
    ///
    /// - Parameter value: The value that the service has.
    public func confirm(_ value: Value) {
        confirmed = value
        showPending()
    }

    /// Clears the error.
    public func clearError() {
        error = nil
    }

    private func settle(_ id: Int, accepted: Bool) {
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return }
        let change = pending.remove(at: index)
        if accepted { confirmed = applying(change.apply, to: confirmed) }
        showPending()
    }

    private func refuse(_ error: any Error) {
        guard let message = presenter.message(for: error) else { return }
        self.error = message
        // Last: the log may use this object.
        presenter.log(error)
    }

    private func showPending() {
        value = pending.reduce(confirmed) { value, change in applying(change.apply, to: value) }
    }

    /// Works on a copy, since a change may read this very object.
    private func applying(_ change: @MainActor (inout Value) -> Void, to value: Value) -> Value {
        var copy = value
        change(&copy)
        return copy
    }
}
