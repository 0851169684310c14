/// Everything that a page shows, at one instant.
public struct PageSnapshot: Sendable, Equatable {
    /// The list and the totals.
    public var inventory: InventorySnapshot
    /// The form.
    public var editor: EditorSnapshot
    /// What is deleted.
    public var deletion: DeletionSnapshot
    /// What is taken back.
    public var undo: UndoSnapshot
    /// The import.
    public var importing: ImportSnapshot
    /// What does not work just now.
    public var status: StatusSnapshot
    /// Counts on while the page is open, so that silence means a broken connection.
    public var pulse: Int
}
