/// A copy of the inventory, in a file of its own.
public struct Backup: Codable, Sendable, Hashable {
    /// When it was made.
    public var made: Timestamp
    /// The name of its file.
    public var name: String
    /// How many bytes it has.
    public var size: Int

    /// Describes a copy.
    public init(made: Timestamp, name: String, size: Int) {
        self.made = made
        self.name = name
        self.size = size
    }
}
