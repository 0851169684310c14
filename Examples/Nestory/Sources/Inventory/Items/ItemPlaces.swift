/// The categories and rooms in use, in alphabetical order, without empty ones.
public struct ItemPlaces: Sendable, Equatable {
    /// The categories.
    public var categories: [String]
    /// The rooms.
    public var rooms: [String]

    /// Wraps what was found.
    public init(categories: [String], rooms: [String]) {
        self.categories = categories
        self.rooms = rooms
    }
}
