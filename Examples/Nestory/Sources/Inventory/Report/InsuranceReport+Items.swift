extension InsuranceReport {
    /// Sorts items into rooms and categories, and adds up what they cost.
    ///
    /// - Parameters:
    ///   - items: All items.
    ///   - currency: The currency of the totals.
    ///   - rates: What currencies are worth; nil where nobody knows.
    ///   - made: When the report is made.
    /// - Throws: ``SummaryError/tooLarge``.
    /// - Complexity: O(n log n) in the number of items.
    public init(
        _ items: [Item], in currency: Currency, rates: ExchangeRates?, made: Timestamp
    ) throws(SummaryError) {
        let sums = items.map { item in
            ItemSum(
                category: item.category, room: item.room, currency: item.price?.currency, items: 1,
                quantity: item.quantity,
                minorUnits: Int128(item.price?.minorUnits ?? 0) * Int128(item.quantity))
        }
        var summary: InventorySummary?
        var gap: Gap?
        if let rates {
            do {
                summary = try InventorySummary(sums, in: currency, rates: rates)
            } catch .noRate {
                gap = .noRate
            }
        } else {
            gap = .ratesUnavailable
        }
        self.init(
            currency: currency, made: made,
            rooms: try Self.rooms(items, in: currency, rates: summary == nil ? nil : rates),
            summary: summary, gap: gap, amounts: try Self.amounts(sums))
    }

    private static func rooms(
        _ items: [Item], in currency: Currency, rates: ExchangeRates?
    ) throws(SummaryError) -> [Room] {
        var rooms: [Room] = []
        for (name, items) in sorted(Dictionary(grouping: items, by: \.room)) {
            var categories: [Category] = []
            for (name, items) in sorted(Dictionary(grouping: items, by: \.category)) {
                let items = items.map { (SearchText.fold($0.name), $0) }
                    .sorted { ($0.0, $0.1[.id]) < ($1.0, $1.1[.id]) }.map(\.1)
                let total = try rates.map { rates throws(SummaryError) in try sum(items, in: currency, rates) }
                categories.append(Category(name: name, minorUnits: total ?? nil, items: items))
            }
            rooms.append(Room(name: name, categories: categories))
        }
        return rooms
    }

    /// Groups by name; the group without one last.
    private static func sorted(_ groups: [String: [Item]]) -> [(name: String, items: [Item])] {
        groups.map { (key: SearchText.fold($0.key), name: $0.key, items: $0.value) }
            .sorted { ($0.name.isEmpty ? 1 : 0, $0.key, $0.name) < ($1.name.isEmpty ? 1 : 0, $1.key, $1.name) }
            .map { (name: $0.name, items: $0.items) }
    }

    private static func sum(
        _ items: [Item], in currency: Currency, _ rates: ExchangeRates
    ) throws(SummaryError) -> Int128 {
        var amounts: [Currency: Int128] = [:]
        for item in items {
            guard let price = item.price else { continue }
            try add(Int128(price.minorUnits) * Int128(item.quantity), of: price.currency, to: &amounts)
        }
        guard let sum = rates.sum(of: amounts, in: currency) else { throw .tooLarge }
        return sum.total
    }

    private static func amounts(_ sums: [ItemSum]) throws(SummaryError) -> [Amount] {
        var amounts: [Currency: Int128] = [:]
        for sum in sums {
            if let currency = sum.currency { try add(sum.minorUnits, of: currency, to: &amounts) }
        }
        return amounts.sorted { $0.key < $1.key }.map { Amount(currency: $0.key, minorUnits: $0.value) }
    }

    private static func add(
        _ minorUnits: Int128, of currency: Currency, to amounts: inout [Currency: Int128]
    ) throws(SummaryError) {
        let (sum, overflow) = amounts[currency, default: 0].addingReportingOverflow(minorUnits)
        guard !overflow else { throw .tooLarge }
        amounts[currency] = sum
    }
}
