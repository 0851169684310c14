/// A change that is kept on this device, and not yet in the inventory.
public struct KeptChange: Sendable, Equatable {
    /// What it waits for.
    public enum State: Sendable, Equatable {
        /// For the inventory to be available.
        case waiting
        /// For a decision about the refused change of the same item with this number.
        case held(behind: Int64)
        /// For a decision: the inventory refused it.
        case refused(Refusal)
    }

    /// Why the inventory refused it. The raw value is stored, and never shown.
    public enum Refusal: String, Sendable {
        /// There is an item with its id.
        case alreadyExists = "already_exists"
        /// The item was deleted in the meantime.
        case gone
        /// Its key was used for another change.
        case keyReused = "key_reused"
        /// Another inventory has taken the place of the one that it was made for.
        case otherInventory = "other_inventory"
        /// Somebody else has changed the item in the meantime.
        case changed
        /// It was kept by another version of the program, which this one cannot read.
        case unreadable
    }

    /// Its number.
    public var number: Int64
    /// The change; nil if the program cannot read it.
    public var change: ItemChange?
    /// When it was kept.
    public var since: Timestamp
    /// What it waits for.
    public var state: State
    /// The revision that the item had when the inventory refused the change, as somebody else had changed it; else nil.
    public var revision: Int?

    /// Describes a kept change.
    public init(number: Int64, change: ItemChange?, since: Timestamp, state: State) {
        self.number = number
        self.change = change
        self.since = since
        self.state = state
    }
}
