extension JSONValue {
    /// Writes a summary.
    public init(_ summary: InventorySummary) {
        func groups(_ groups: [InventorySummary.Group]) -> JSONValue {
            .array(
                groups.map {
                    [
                        "name": .string($0.name), "items": .number($0.items),
                        "quantity": .number($0.quantity),
                        "total": .string(summary.text($0.minorUnits)),
                    ]
                })
        }
        self = [
            "currency": .string(summary.currency.code), "total": .string(summary.text(summary.minorUnits)),
            "items": .number(summary.items), "quantity": .number(summary.quantity),
            "unpriced": .number(summary.unpriced),
            "categories": groups(summary.categories), "rooms": groups(summary.rooms),
            "unconverted": .array(
                summary.unconverted.map {
                    ["currency": .string($0.currency.code), "total": .string($0.text)]
                }),
            "rates_date": .string(summary.ratesDate.description),
            "rates_source": .string(summary.ratesSource.rawValue),
        ]
    }
}
