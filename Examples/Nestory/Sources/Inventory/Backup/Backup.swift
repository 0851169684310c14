/// A copy of the inventory, in a file of its own.
public struct Backup: Codable, Sendable, Hashable {
    /// When it was made.
    public var made: Timestamp
    /// The name of its file.
    public var name: String
    /// How many bytes it has.
    public var size: Int
    /// How many items it has; nil where it cannot be read.
    public var items: Int?

    /// Describes a copy.
    public init(made: Timestamp, name: String, size: Int, items: Int? = nil) {
        self.made = made
        self.name = name
        self.size = size
        self.items = items
    }
}
