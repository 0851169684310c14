public import Observation

/// Counts the changes of the inventory that this process makes, so that every open page can see them.
@Observable @MainActor public final class InventoryChanges {
    /// How many changes there were.
    public private(set) var revision = 0

    /// Starts without changes.
    nonisolated public init() {}

    /// Notes a change.
    public func note() {
        revision += 1
    }
}
