/// What just happened, told on the page that follows.
public enum PageNotice: String, Sendable {
    /// An item was added.
    case added
    /// An item was changed.
    case saved
    /// An item was deleted.
    case deleted
    /// A deleted item was brought back.
    case restored
    /// A change is kept on this device, and not yet in the inventory.
    case kept

    /// The address of the inventory that tells it.
    public var address: String { "/?notice=\(rawValue)" }
}
