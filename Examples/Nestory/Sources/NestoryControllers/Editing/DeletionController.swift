import Inventory
public import Observation
import Service
public import ServicePresentation

public import struct Foundation.UUID

/// Deletes items for one page.
@Observable @MainActor public final class DeletionController {
    private var item: UUID?
    private var runs = 0

    /// What a deletion came to.
    private enum Outcome: Sendable {
        case deleted, missing
        /// It is deleted as soon as the inventory is available.
        case kept
        /// It was not deleted, as it is another than the page showed.
        case changed(Item)

        /// Whether it was there to be deleted; nil while it still is.
        var wasThere: Bool? {
            switch self {
            case .deleted: true
            case .missing: false
            case .changed, .kept: nil
            }
        }

        var newer: Item? { if case .changed(let item) = self { item } else { nil } }
    }

    @ObservationIgnored private let removal: ServiceAction<ItemChange, Outcome>

    /// Starts with nothing to delete.
    ///
    /// - Parameter presenter: Finds the words for failures.
    public init(presenter: ErrorPresenter) {
        let changes = Service((any ItemChanges).self)
        removal = ServiceAction(overlap: .dropWhileRunning, presenter: presenter) { change in
            do {
                return switch try await changes.resolve().make(change) {
                case .done(nil): .missing
                case .done: .deleted
                case .kept: .kept
                }
            } catch InventoryError.changed(let item) {
                return .changed(item)
            }
        }
    }

    /// Whether something is being deleted.
    public var isDeleting: Bool { removal.isRunning }

    /// What the page shows now.
    public var snapshot: DeletionSnapshot {
        let outcome: Outcome? = if case .loaded(let outcome) = removal.phase { outcome } else { nil }
        let isKept = if case .kept? = outcome { true } else { false }
        return DeletionSnapshot(
            item: item, runs: runs, isDeleting: isDeleting, wasThere: outcome?.wasThere, isKept: isKept,
            newer: outcome?.newer, error: removal.error)
    }

    /// Deletes an item, unless one is being deleted.
    ///
    /// - Parameter revision: The revision that the page shows; nil to delete whatever there is.
    public func delete(_ id: UUID, revision: Int? = nil) {
        guard !isDeleting else { return }
        removal.reset()
        item = id
        runs += 1
        removal.start(ItemChange(.remove(id), expecting: revision))
    }

    /// Gives up deleting. Whether the item is gone already, the list will show.
    public func cancel() {
        removal.cancel()
    }
}
