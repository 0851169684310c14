/// Everything that the household owns, as an insurer wants to see it: by room and category, with what it cost.
public struct InsuranceReport: Sendable, Equatable {
    /// The items of one room.
    public struct Room: Sendable, Equatable {
        /// The room; empty for items without one.
        public var name: String
        /// The categories in it, by name.
        public var categories: [Category]
    }

    /// The items of one category in a room.
    public struct Category: Sendable, Equatable {
        /// The category; empty for items without one.
        public var name: String
        /// What they cost in the currency of the report; nil where that cannot be told.
        public var minorUnits: Int128?
        /// The items, by name.
        public var items: [Item]
    }

    /// Why the report has no totals in its currency.
    public enum Gap: Sendable, Equatable {
        /// The currency service failed.
        case ratesUnavailable
        /// There is no rate for the currency.
        case noRate
    }

    /// An amount in one currency.
    public struct Amount: Sendable, Equatable {
        /// The currency.
        public var currency: Currency
        /// The amount, in minor units.
        public var minorUnits: Int128

        /// The amount as decimal text.
        public var text: String { Money.text(minorUnits: minorUnits, decimals: currency.decimals) }
    }

    /// The currency of the totals.
    public var currency: Currency
    /// When the report was made.
    public var made: Timestamp
    /// The rooms, by name; that of items without one last.
    public var rooms: [Room]
    /// The totals; nil where there are none, as ``gap`` says.
    public var summary: InventorySummary?
    /// What is missing, and why.
    public var gap: Gap?
    /// What everything cost in each currency that occurs, by code, without any conversion.
    public var amounts: [Amount]

    /// How many entries there are.
    public var itemCount: Int {
        rooms.reduce(0) { $0 + $1.categories.reduce(0) { $0 + $1.items.count } }
    }

    /// An amount in the report's currency as decimal text.
    public func text(_ minorUnits: Int128) -> String {
        Money.text(minorUnits: minorUnits, decimals: currency.decimals)
    }
}
