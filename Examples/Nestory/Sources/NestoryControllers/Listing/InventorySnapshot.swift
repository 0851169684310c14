public import ServicePresentation

/// What a page shows of the inventory, at one instant.
public struct InventorySnapshot: Sendable, Equatable {
    /// What the page last asked for.
    public var request: InventoryRequest?
    /// What was found last; nil before anything was.
    public var contents: InventoryContents?
    /// Whether something is looked for now.
    public var isSearching: Bool
    /// Why the last search failed.
    public var error: UserMessage?
    /// Whether it may help to try again.
    public var canRetry: Bool
}
