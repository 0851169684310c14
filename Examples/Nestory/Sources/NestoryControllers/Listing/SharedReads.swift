/// Reads the inventory once for all pages that want to see the same at the same time.
@MainActor final class SharedReads {
    private struct Reading {
        let id: Int
        let request: InventoryRequest
        let revision: Int
        let task: Task<InventoryContents, any Error>
        var waiters = 0
    }

    private let reader = InventoryReader()
    private let changes: InventoryChanges
    private var readings: [Reading] = []
    private var count = 0

    /// How many pages wait now.
    var waiterCount: Int { readings.reduce(0) { $0 + $1.waiters } }

    /// Uses the services of the current environment.
    init(changes: InventoryChanges) {
        self.changes = changes
    }

    /// Finds what a page shows. A caller may give up; when all have, the reading is cancelled.
    ///
    /// - Throws: What the inventory throws.
    func contents(of request: InventoryRequest) async throws -> InventoryContents {
        let id = join(request)
        guard let task = readings.first(where: { $0.id == id })?.task else { throw CancellationError() }
        return try await withTaskCancellationHandler {
            let result = await task.result
            // Callers from now on want to see what is there from now on.
            readings.removeAll { $0.id == id }
            return try result.get()
        } onCancel: {
            // The one who gave up waits on for the others, unseen: its action has let go of it.
            Task { @MainActor in self.leave(id) }
        }
    }

    /// Joins a reading that began after the last change: an older one might not see it.
    private func join(_ request: InventoryRequest) -> Int {
        if let known = readings.firstIndex(where: { $0.request == request && $0.revision == changes.revision }) {
            readings[known].waiters += 1
            return readings[known].id
        }
        count += 1
        let task = Task { [reader] in try await reader.contents(of: request) }
        readings.append(Reading(id: count, request: request, revision: changes.revision, task: task, waiters: 1))
        return count
    }

    private func leave(_ id: Int) {
        guard let index = readings.firstIndex(where: { $0.id == id }) else { return }
        readings[index].waiters -= 1
        guard readings[index].waiters <= 0 else { return }
        readings[index].task.cancel()
        readings.remove(at: index)
    }
}
