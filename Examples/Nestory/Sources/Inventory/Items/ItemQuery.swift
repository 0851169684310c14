/// Which items to list.
public struct ItemQuery: Sendable, Hashable {
    /// Words that must all occur in the name, category, room, serial number or notes; case and accents do not
    /// matter.
    public var text: String
    /// The category, exactly; nil for all, empty for those without one.
    public var category: String?
    /// The room, exactly; nil for all, empty for those without one.
    public var room: String?
    /// When the warranty must end; nil for any day, or none.
    public var warranty: ClosedRange<Day>?
    /// When the item must have been bought; nil for any day, or none.
    public var bought: ClosedRange<Day>?
    /// What one piece must have cost; nil for anything, or nothing.
    public var price: PriceRange?
    /// What to list by.
    public var order: Order
    /// Whether the last comes first. Items without what the list is ordered by come last all the same.
    public var isDescending: Bool
    /// How many to return at most.
    public var limit: Int
    /// How many to pass over.
    public var offset: Int

    /// Whether it leaves anything out, by words or a filter.
    public var isFiltered: Bool {
        !text.isEmpty || category != nil || room != nil || warranty != nil || bought != nil || price != nil
    }

    /// What items can be listed by.
    public enum Order: String, Sendable, Hashable, CaseIterable {
        case name, room
        case purchaseDate = "purchase_date"
        case warrantyUntil = "warranty_until"
        /// What was paid for all of them, currency by currency.
        case value
    }

    /// The most items in one answer.
    public static let highestLimit = 1000
    /// The most characters of ``text`` that a server accepts.
    public static let longestText = 200

    /// Describes a query; without arguments, for the first 50 items.
    public init(
        text: String = "", category: String? = nil, room: String? = nil, warranty: ClosedRange<Day>? = nil,
        bought: ClosedRange<Day>? = nil, price: PriceRange? = nil, order: Order = .name, isDescending: Bool = false,
        limit: Int = 50, offset: Int = 0
    ) {
        self.text = text
        self.category = category
        self.room = room
        self.warranty = warranty
        self.bought = bought
        self.price = price
        self.order = order
        self.isDescending = isDescending
        self.limit = limit
        self.offset = offset
    }
}
