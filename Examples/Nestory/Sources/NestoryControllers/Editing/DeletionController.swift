import Inventory
public import Observation
import Service
public import ServicePresentation

public import struct Foundation.UUID

/// Deletes items for one page.
@Observable @MainActor public final class DeletionController {
    private var item: UUID?
    private var runs = 0

    @ObservationIgnored private let removal: ServiceAction<UUID, Bool>

    /// Starts with nothing to delete.
    ///
    /// - Parameter presenter: Finds the words for failures.
    public init(presenter: ErrorPresenter) {
        let inventory = Service((any InventoryService).self)
        removal = ServiceAction(overlap: .dropWhileRunning, presenter: presenter) { id in
            try await inventory.resolve().remove(id)
        }
    }

    /// Whether something is being deleted.
    public var isDeleting: Bool { removal.isRunning }

    /// What the page shows now.
    public var snapshot: DeletionSnapshot {
        let outcome: Bool? = if case .loaded(let wasThere) = removal.phase { wasThere } else { nil }
        return DeletionSnapshot(
            item: item, runs: runs, isDeleting: isDeleting, wasThere: outcome, error: removal.error)
    }

    /// Deletes an item, unless one is being deleted.
    public func delete(_ id: UUID) {
        guard !isDeleting else { return }
        removal.reset()
        item = id
        runs += 1
        removal.start(id)
    }

    /// Gives up deleting. Whether the item is gone already, the list will show.
    public func cancel() {
        removal.cancel()
    }
}
