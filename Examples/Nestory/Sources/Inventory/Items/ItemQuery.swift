/// Which items to list.
public struct ItemQuery: Sendable, Hashable {
    /// Words that must all occur in the name, category, room, serial number or notes; case and accents do not
    /// matter.
    public var text: String
    /// The category, exactly; nil for all, empty for those without one.
    public var category: String?
    /// The room, exactly; nil for all, empty for those without one.
    public var room: String?
    /// How many to return at most.
    public var limit: Int
    /// How many to pass over.
    public var offset: Int

    /// The most items in one answer.
    public static let highestLimit = 1000

    /// Describes a query; without arguments, for the first 50 items.
    public init(
        text: String = "", category: String? = nil, room: String? = nil, limit: Int = 50, offset: Int = 0
    ) {
        self.text = text
        self.category = category
        self.room = room
        self.limit = limit
        self.offset = offset
    }
}
