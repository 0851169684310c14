public import Observation

/// Loads a long list page by page.
///
/// The position moves only when a page has arrived, so a page that failed or was cancelled is loaded again next. A page
/// that arrives after a refresh began belongs to the old list and is not used.
///
/// ```swift
/// let pages = Pagination(first: 0) { offset in
///     let items = try await service.items(from: offset, count: 50)
///     return .init(items: items, next: items.isEmpty ? nil : offset + items.count)
/// }
/// ```
@Observable @MainActor public final class Pagination<Item: Sendable, Cursor: Sendable>: RunningActivity {
    /// One page, and where the next one begins.
    public struct Page: Sendable {
        /// The items, in order.
        public let items: [Item]
        /// Where the next page begins; nil on the last page.
        public let next: Cursor?

        /// Creates a page.
        ///
        /// - Parameters:
        ///   - items: The items, in order.
        ///   - next: Where the next page begins; nil on the last page.
        public init(items: [Item], next: Cursor?) {
            self.items = items
            self.next = next
        }
    }

    /// What has arrived.
    private struct List {
        var items: [Item] = []
        var hasLoaded = false
        var next: Cursor?
    }

    @ObservationIgnored private let list: Observed<List>
    @ObservationIgnored private let first: Cursor
    @ObservationIgnored private let following: ServiceAction<Cursor, Page>
    @ObservationIgnored private let refreshing: ServiceAction<Cursor, Page>

    /// Creates an empty list.
    ///
    /// - Parameters:
    ///   - first: Where the first page begins.
    ///   - presenter: Finds the words for failures, and logs the technical text of those that are shown.
    ///   - retry: Whether to try again before a failure is shown.
    ///   - clock: Measures the pauses between attempts.
    ///   - fetch: Loads the page that begins at a cursor. It runs off the main actor.
    public init(
        first: Cursor, presenter: ErrorPresenter = .standard, retry: RetryRule = .never,
        clock: any Clock<Duration> = ContinuousClock(),
        _ fetch: @escaping @concurrent @Sendable (Cursor) async throws -> Page
    ) {
        self.first = first
        list = Observed(List(next: first))
        following = ServiceAction(
            overlap: .joinInFlight, presenter: presenter, retry: retry, clock: clock, fetch)
        refreshing = ServiceAction(
            overlap: .joinInFlight, presenter: presenter, retry: retry, clock: clock, fetch)
        following.didSucceed = { [weak self] page in self?.append(page) }
        refreshing.didSucceed = { [weak self] page in self?.restart(with: page) }
    }

    /// The items of all pages that have arrived.
    public var items: [Item] { list.value.items }

    /// Whether any page has arrived since the start or the last ``reset()``.
    public var hasLoaded: Bool { list.value.hasLoaded }

    /// Whether there is a further page. True before the first one.
    public var hasMore: Bool { next != nil }

    private var next: Cursor? { list.value.next }

    /// Whether anything is being loaded.
    public var isRunning: Bool { following.isRunning || refreshing.isRunning }

    /// Whether something is being loaded while there is nothing to show yet.
    public var isLoading: Bool { isRunning && !hasLoaded }

    /// Whether a further page is being loaded.
    public var isLoadingMore: Bool { following.isRunning && hasLoaded }

    /// Whether the list is being reloaded while the old one is shown.
    public var isRefreshing: Bool { refreshing.isRunning && hasLoaded }

    /// What went wrong, for people; nil while something runs.
    public var error: UserMessage? { isRunning ? nil : refreshing.error ?? following.error }

    /// The text of ``error``.
    public var errorMessage: String? { error?.message }

    /// Whether ``retry()`` has an effect.
    public var canRetry: Bool {
        !isRunning && (refreshing.error == nil ? following.canRetry : refreshing.canRetry)
    }

    /// Loads the next page, which may be the first, and waits for it.
    ///
    /// Joins a load that is under way. Does nothing after the last page, and during a refresh, which replaces the list.
    /// The caller's cancellation is passed on, unless others wait for the same page.
    public func loadMore() async {
        guard let next, !refreshing.isRunning else { return }
        await following.run(next) { refreshing.clearError() }
    }

    /// Loads the next page without waiting.
    public func startLoadingMore() {
        guard let next, !refreshing.isRunning else { return }
        ObservedChanges.together {
            refreshing.clearError()
            following.start(next)
        }
    }

    /// Reloads the first page and waits. The old list stays until it has arrived.
    public func refresh() async {
        // What the load of a further page does as it is cancelled finds the refresh under way.
        await refreshing.run(first) { following.cancel() }
    }

    /// Repeats what failed, the refresh or the next page, and waits.
    public func retry() async {
        guard canRetry else { return }
        if refreshing.canRetry { await refresh() } else { await loadMore() }
    }

    /// Cancels the current load. No page is lost: the next load begins where this one did.
    public func cancel() {
        // Only one of them runs. What that does as it is cancelled may start the other.
        if refreshing.isRunning { refreshing.cancel() } else { following.cancel() }
    }

    /// Clears the error. The items stay.
    public func clearError() {
        following.clearError()
        refreshing.clearError()
    }

    /// Cancels the current load and forgets everything.
    public func reset() {
        ObservedChanges.together {
            // What a load does as it is cancelled may use the list: last.
            list.value = List(next: first)
            let (running, other) = refreshing.isRunning ? (refreshing, following) : (following, refreshing)
            other.reset()
            running.reset()
        }
    }

    private func append(_ page: Page) {
        list.value = List(items: items + page.items, hasLoaded: true, next: page.next)
    }

    private func restart(with page: Page) {
        list.value = List(items: page.items, hasLoaded: true, next: page.next)
        following.reset()
    }
}
