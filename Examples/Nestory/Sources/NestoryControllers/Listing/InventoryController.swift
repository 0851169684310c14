public import Observation
import Service
public import ServicePresentation

/// Searches the inventory for one page. The newest search counts, however slow an older one is.
@Observable @MainActor public final class InventoryController {
    /// What the page last asked for; nil for a page without a list.
    public private(set) var request: InventoryRequest?

    @ObservationIgnored private let search: ServiceAction<InventoryRequest, InventoryContents>

    /// Starts with nothing to show.
    ///
    /// - Parameters:
    ///   - presenter: Finds the words for failures.
    ///   - timing: Says how long to wait for the next letter.
    public init(presenter: ErrorPresenter, timing: PageTiming) {
        let reads = MainService(SharedReads.self)
        search = ServiceAction(presenter: presenter, debounce: timing.typingPause, clock: timing.clock) { request in
            try await Self.contents(of: request, reads)
        }
    }

    private static func contents(
        of request: InventoryRequest, _ reads: MainService<SharedReads>
    ) async throws -> InventoryContents {
        try await reads.resolve().contents(of: request)
    }

    /// What the page shows now.
    public var snapshot: InventorySnapshot {
        InventorySnapshot(
            request: request, contents: search.value, isSearching: search.isRunning, error: search.error,
            canRetry: search.canRetry)
    }

    /// Looks for something else.
    public func show(_ request: InventoryRequest) {
        self.request = request
        search.start(request)
    }

    /// Looks again, as something has changed.
    public func reload() {
        guard let request else { return }
        search.start(request)
    }

    /// Looks again after a failure.
    public func retry() {
        guard search.canRetry else { return }
        reload()
    }

    /// Gives up the search that is on its way, and shows what was there before it.
    public func cancel() {
        guard search.isRunning else { return }
        search.cancel()
        request = search.value?.request ?? request
    }
}
