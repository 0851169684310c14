extension InventorySummary {
    /// Adds sums up in one currency; each total is rounded once.
    ///
    /// - Parameters:
    ///   - sums: What to add up.
    ///   - currency: The currency of all totals.
    ///   - rates: What currencies are worth.
    /// - Throws: ``SummaryError``.
    public init(_ sums: [ItemSum], in currency: Currency, rates: ExchangeRates) throws(SummaryError) {
        guard
            rates.currencies.contains(currency)
                || sums.allSatisfy({ $0.currency == nil || $0.currency == currency })
        else {
            throw .noRate(currency)
        }
        let total = try Self.total(sums, in: currency, rates)
        self.init(
            currency: currency, minorUnits: total.minorUnits, items: total.items, quantity: total.quantity,
            unpriced: sums.filter { $0.currency == nil }.reduce(0) { $0 + $1.items },
            categories: try Self.groups(sums, by: \.category, in: currency, rates),
            rooms: try Self.groups(sums, by: \.room, in: currency, rates),
            unconverted: total.unconverted, ratesDate: rates.date, ratesSource: rates.source)
    }

    private struct Total {
        var minorUnits: Int128
        var items: Int
        var quantity: Int
        var unconverted: [Unconverted]
    }

    private static func total(
        _ sums: [ItemSum], in currency: Currency, _ rates: ExchangeRates
    ) throws(SummaryError) -> Total {
        var amounts: [Currency: Int128] = [:]
        for sum in sums {
            guard let own = sum.currency else { continue }
            let added = amounts[own, default: 0].addingReportingOverflow(sum.minorUnits)
            guard !added.overflow else { throw .tooLarge }
            amounts[own] = added.partialValue
        }
        guard let converted = rates.sum(of: amounts, in: currency) else { throw .tooLarge }
        return Total(
            minorUnits: converted.total, items: sums.reduce(0) { $0 + $1.items },
            quantity: sums.reduce(0) { $0 + $1.quantity },
            unconverted: converted.unconverted.map { Unconverted(currency: $0, minorUnits: amounts[$0] ?? 0) }
        )
    }

    private static func groups(
        _ sums: [ItemSum], by name: KeyPath<ItemSum, String>, in currency: Currency, _ rates: ExchangeRates
    ) throws(SummaryError) -> [Group] {
        var groups: [Group] = []
        for (name, sums) in Dictionary(grouping: sums, by: { $0[keyPath: name] }) {
            let total = try total(sums, in: currency, rates)
            groups.append(
                Group(name: name, items: total.items, quantity: total.quantity, minorUnits: total.minorUnits))
        }
        return groups.sorted { ($1.minorUnits, $0.name) < ($0.minorUnits, $1.name) }
    }
}
