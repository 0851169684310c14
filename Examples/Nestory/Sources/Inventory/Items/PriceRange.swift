/// The least and the most that one piece of an item cost, as a number that counts in every currency.
public struct PriceRange: Sendable, Hashable {
    /// How people wrote the least; nil where anything will do.
    public let from: String?
    /// How people wrote the most; nil where anything will do.
    public let to: String?
    /// The range in ten-thousandths, so that it is whole in every currency.
    public let tenThousandths: ClosedRange<Int64>

    /// Reads a range.
    ///
    /// - Returns: nil where neither end is given, one is no amount with at most four decimals, or the least is above the
    ///   most.
    public init?(from: String?, to: String?) {
        guard from != nil || to != nil else { return nil }
        guard let lowest = from.map(Self.parse) ?? 0, let highest = to.map(Self.parse) ?? Int64.max, lowest <= highest
        else { return nil }
        (self.from, self.to) = (from?.trimmed, to?.trimmed)
        tenThousandths = lowest...highest
    }

    private static func parse(_ text: String) -> Int64? {
        (try? DecimalText(text.trimmed))?.scaled(to: 4).flatMap { Int64(exactly: $0) }
    }

    /// By what a price in minor units is multiplied to be in ten-thousandths, with the codes of those currencies.
    public static let factors: [(factor: Int, codes: [String])] = [0, 1, 2, 3, 4].compactMap { decimals in
        let codes = Currency.all.filter { $0.decimals == decimals }.map(\.code)
        return codes.isEmpty ? nil : ([10_000, 1000, 100, 10, 1][decimals], codes)
    }
}
