public import Inventory
import Observation
import Service
import ServiceHealth

/// Keeps the controllers of all open pages, and lets go of them when their pages have gone.
///
/// A page that does not come back within ``PageTiming/grace`` has gone, unless something is still being saved or
/// imported for it. When there are as many pages as may be, those that are not connected make room first.
@MainActor public final class PageSessions {
    private struct Entry {
        let session: PageSession
        /// Lets go of the controllers after a while; nil while the page is connected.
        var release: Task<Void, Never>?
        /// When the page was lost, in the order of all that were.
        var lostAs = 0
    }

    /// How many pages may be open.
    public let limit: Int
    private let timing: PageTiming
    private let makeSession: @MainActor (PageID, Language) throws -> PageSession
    private var entries: [PageID: Entry] = [:]
    private var lostCount = 0
    private var background: [Task<Void, Never>] = []

    /// Starts without pages.
    ///
    /// - Parameters:
    ///   - limit: How many pages may be open.
    ///   - timing: How long to wait for a page that is lost.
    ///   - changes: Tells when the inventory has changed.
    ///   - health: Tells which services work, where that is known.
    ///   - makeSession: Makes the controllers of a page.
    init(
        limit: Int, timing: PageTiming, changes: InventoryChanges, health: ObservableHealth?,
        makeSession: @escaping @MainActor (PageID, Language) throws -> PageSession
    ) {
        self.limit = limit
        self.timing = timing
        self.makeSession = makeSession
        background = [reloading(after: changes, health), beating()]
    }

    isolated deinit {
        for task in background { task.cancel() }
        for entry in entries.values { entry.release?.cancel() }
    }

    /// How many pages have controllers now.
    public var count: Int { entries.count }

    /// Returns the controllers of a page; nil where the page is not known, or not any more.
    public func session(_ id: PageID) -> PageSession? { entries[id]?.session }

    /// Returns the controllers of a page, and makes them where there are none. They wait for the page to connect.
    ///
    /// - Parameters:
    ///   - id: Which page it is.
    ///   - language: The language for a page that is new.
    /// - Throws: ``PageRefusal/tooManyPages``, or `ServiceError` where the controllers cannot be made.
    @discardableResult public func open(_ id: PageID, language: Language) throws -> PageSession {
        if let known = session(id) { return known }
        try makeRoom()
        let session = try makeSession(id, language)
        entries[id] = Entry(session: session)
        wait(for: session)
        return session
    }

    /// Connects a page with its controllers. An older connection ends.
    ///
    /// - Returns: The connection; nil where the controllers are those of no page any more.
    public func connect(_ session: PageSession) -> PageConnection? {
        guard let entry = entries[session.id], entry.session === session else { return nil }
        entry.release?.cancel()
        entries[session.id]?.release = nil
        let stream = session.beginStream()
        return PageConnection(session: session, number: stream, snapshots: session.snapshots(of: stream))
    }

    /// Ends a connection: its snapshots end, and the controllers wait for the page for a while.
    public func disconnect(_ connection: PageConnection) {
        let session = connection.session
        guard entries[session.id]?.session === session, session.stream == connection.number else { return }
        session.endStream()
        wait(for: session)
    }

    /// Lets go of a page unless it connects in time.
    private func wait(for session: PageSession) {
        lostCount += 1
        entries[session.id]?.lostAs = lostCount
        entries[session.id]?.release = Task { [weak self, timing, id = session.id] in
            while true {
                // A sleep ends early only where the page has come back, and then nothing is to be done.
                try? await timing.clock.sleep(for: timing.grace)
                guard !Task.isCancelled, let self, !self.release(id) else { return }
            }
        }
    }

    /// Lets go of a page that is not connected; false where something is under way for it.
    private func release(_ id: PageID) -> Bool {
        guard let entry = entries[id], entry.release != nil else { return true }
        guard !entry.session.isBusy else { return false }
        entries[id] = nil
        return true
    }

    private func makeRoom() throws(PageRefusal) {
        guard entries.count >= limit else { return }
        let lost = entries.filter { $0.value.release != nil && !$0.value.session.isBusy }
        guard let oldest = lost.min(by: { $0.value.lostAs < $1.value.lostAs }) else { throw .tooManyPages }
        oldest.value.release?.cancel()
        entries[oldest.key] = nil
    }

    /// Has every page look at the inventory again whenever that has changed or a service came back.
    private func reloading(after changes: InventoryChanges, _ health: ObservableHealth?) -> Task<Void, Never> {
        // Seen now, and not when the task begins: what changes in between is a change.
        let start = Truth(changes, health)
        return Task { [weak self, timing] in
            var seen = start
            for await truth in Observations({ Truth(changes, health) }) where truth != seen {
                seen = truth
                guard let self else { return }
                for entry in self.entries.values { entry.session.reload() }
                try? await timing.clock.sleep(for: timing.changePause)
            }
        }
    }

    private func beating() -> Task<Void, Never> {
        Task { [weak self, timing] in
            while !Task.isCancelled {
                try? await timing.clock.sleep(for: timing.pulse)
                guard let self else { return }
                for entry in self.entries.values where entry.release == nil { entry.session.beat() }
            }
        }
    }
}

/// What makes pages out of date when it changes.
private struct Truth: Sendable, Equatable {
    let revision: Int
    let degraded: Set<ServiceID>

    @MainActor init(_ changes: InventoryChanges, _ health: ObservableHealth?) {
        revision = changes.revision
        degraded = Set((health?.serviceStates ?? [:]).filter { !$0.value.isHealthy }.keys)
    }
}
