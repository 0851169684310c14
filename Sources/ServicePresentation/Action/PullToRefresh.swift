public import Observation

/// Distinguishes a reload that a person asked for from the first load and from reloads in the background.
///
/// Each has its own indicator: a placeholder for the first load, the spinner of the pull for the refresh, and none for
/// the rest.
///
/// ```swift
/// let items = ServiceAction<Void, [Item]>(overlap: .joinInFlight) { try await service.items() }
/// let pull = PullToRefresh(items)
/// ```
///
/// A refresh that fails or is cancelled keeps the content, as every reload of the action does. With `joinInFlight`, a
/// pull during a load waits for that load.
@Observable @MainActor public final class PullToRefresh<Input: Sendable, Output: Sendable> {
    @ObservationIgnored private let action: ServiceAction<Input, Output>
    /// How many pulls wait. Each counts itself once, so an early end of one does not end another.
    private var pulls = 0

    /// Creates the state for pulls.
    ///
    /// - Parameter action: The action that a pull runs.
    public init(_ action: ServiceAction<Input, Output>) {
        self.action = action
    }

    /// Whether a reload that a person asked for is running.
    public var isRefreshing: Bool { pulls > 0 }

    /// Whether something is being loaded for the first time, and not because of a pull.
    public var isFirstLoad: Bool { action.phase.isLoading && !isRefreshing }

    /// Runs the action and waits for its end. For `.refreshable`.
    ///
    /// - Parameter input: What the action's work needs.
    public func refresh(_ input: Input) async {
        pulls += 1
        defer { pulls -= 1 }
        await action.run(input)
    }
}

extension PullToRefresh where Input == Void {
    /// Runs the action and waits for its end. For `.refreshable`.
    public func refresh() async { await refresh(()) }
}
