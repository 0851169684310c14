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
    /// Saves what stands in a form.
    case save(ItemSubmission)
    /// Gives up saving; what was typed stays.
    case cancelSave
    /// Deletes an item.
    case delete(UUID)
    /// Gives up deleting.
    case cancelDelete
    /// Imports the same file again, after a failure.
    case retryImport
    /// Gives up the import that runs.
    case cancelImport
    /// Forgets an import that was looked at.
    case dismissImport
}
