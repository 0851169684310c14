import Inventory
public import Observation
import Service
public import ServicePresentation

public import struct Foundation.UUID

/// Takes back what a page has just done: brings deleted items back, and removes what an import brought in.
@Observable @MainActor public final class UndoController {
    /// What is to be taken back.
    public enum Step: Sendable, Equatable {
        /// A deletion.
        case deletion(UUID)
        /// An import.
        case importing(UUID)
    }

    private var runs = 0

    @ObservationIgnored private let work: ServiceAction<Step, Int>

    /// Starts with nothing to take back.
    ///
    /// - Parameter presenter: Finds the words for failures.
    public init(presenter: ErrorPresenter) {
        let inventory = Service((any InventoryService).self)
        work = ServiceAction(overlap: .dropWhileRunning, presenter: presenter) { step in
            switch step {
            case .deletion(let id): try await inventory.resolve().apply(ItemChange(.restore(id))) == nil ? 0 : 1
            case .importing(let batch): try await inventory.resolve().undoImport(batch)
            }
        }
    }

    /// What the page shows now.
    public var snapshot: UndoSnapshot {
        let count: Int? = if case .loaded(let count) = work.phase { count } else { nil }
        return UndoSnapshot(runs: runs, count: count, error: work.error)
    }

    /// Takes something back, unless something is being taken back.
    public func undo(_ step: Step) {
        guard !work.isRunning else { return }
        work.reset()
        runs += 1
        work.start(step)
    }
}
