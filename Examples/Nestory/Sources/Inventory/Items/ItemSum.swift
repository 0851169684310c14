/// What the items of one category, room and currency cost together.
public struct ItemSum: Sendable, Equatable {
    /// The category, or empty.
    public var category: String
    /// The room, or empty.
    public var room: String
    /// The currency; nil for items without a price.
    public var currency: Currency?
    /// How many entries there are.
    public var items: Int
    /// How many things, as an entry may stand for several.
    public var quantity: Int
    /// Price times quantity, added up, in the currency's minor units.
    public var minorUnits: Int128

    /// Wraps a sum.
    public init(
        category: String, room: String, currency: Currency?, items: Int, quantity: Int, minorUnits: Int128
    ) {
        self.category = category
        self.room = room
        self.currency = currency
        self.items = items
        self.quantity = quantity
        self.minorUnits = minorUnits
    }
}
