import Inventory

public import struct Foundation.UUID

/// What a page asks its controllers to do.
public enum PageCommand: Sendable, Equatable {
    /// Lists other items, or shows the totals in another currency.
    case show(InventoryRequest)
    /// Lists the same anew, after a failure for example.
    case retrySearch
    /// Gives up the search that is on its way; the list stays.
    case cancelSearch
    /// Says which item's form is open, and which revision it shows: the page hears when that changes.
    case edit(UUID, revision: Int)
    /// Saves what stands in a form.
    case save(ItemSubmission)
    /// Gives up saving; what was typed stays.
    case cancelSave
    /// Deletes an item, if it still has the revision that the page shows.
    case delete(UUID, revision: Int? = nil)
    /// Gives up deleting.
    case cancelDelete
    /// Takes back a deletion or an import.
    case undo(UndoController.Step)
    /// Imports the same file again, after a failure.
    case retryImport
    /// Gives up the import that runs.
    case cancelImport
    /// Forgets an import that was looked at.
    case dismissImport
}
