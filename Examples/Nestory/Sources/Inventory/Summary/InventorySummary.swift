/// What the household owns, added up in one currency.
public struct InventorySummary: Sendable, Equatable {
    /// The items of one category or room.
    public struct Group: Sendable, Equatable {
        /// The category or room; empty for items without one.
        public var name: String
        /// How many entries there are.
        public var items: Int
        /// How many things.
        public var quantity: Int
        /// What they cost, in minor units of the summary's currency.
        public var minorUnits: Int128
    }

    /// What could not be converted, as there is no rate.
    public struct Unconverted: Sendable, Equatable {
        /// The currency without a rate.
        public var currency: Currency
        /// The amount in it, in minor units.
        public var minorUnits: Int128

        /// The amount as decimal text.
        public var text: String { Money.text(minorUnits: minorUnits, decimals: currency.decimals) }
    }

    /// The currency of all totals.
    public var currency: Currency
    /// What everything cost, in minor units, without ``unconverted``.
    public var minorUnits: Int128
    /// How many entries there are.
    public var items: Int
    /// How many things.
    public var quantity: Int
    /// How many entries have no price.
    public var unpriced: Int
    /// The categories, the dearest first.
    public var categories: [Group]
    /// The rooms, the dearest first.
    public var rooms: [Group]
    /// Amounts that no total includes, by currency.
    public var unconverted: [Unconverted]
    /// The day of the exchange rates.
    public var ratesDate: Day
    /// Where the exchange rates come from.
    public var ratesSource: ExchangeRates.Source

    /// An amount of the summary as decimal text, such as `1234.50`.
    public func text(_ minorUnits: Int128) -> String {
        Money.text(minorUnits: minorUnits, decimals: currency.decimals)
    }
}
