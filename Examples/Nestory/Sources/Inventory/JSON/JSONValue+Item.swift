extension JSONValue {
    /// Writes an item: the quantity as a number, what it has no value for as null, all else as text.
    public init(_ item: Item) {
        self = .object(
            ItemField.allCases.map { field in
                let text = item[field]
                let value: JSONValue =
                    switch field {
                    case .quantity: .number(text)
                    default: text.isEmpty ? .null : .string(text)
                    }
                return Member(name: field.rawValue, value: value)
            })
    }

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

    /// Writes what an import did.
    public init(_ report: ImportReport) {
        self = [
            "imported": .number(report.imported), "skipped": .number(report.skipped),
            "duplicates": .number(report.duplicates), "invalid": .number(report.invalid),
            "dry_run": .bool(report.isDryRun), "error_count": .number(report.problemCount),
            "errors": .array(
                report.problems.map {
                    [
                        "line": .number($0.line), "column": $0.column.map(JSONValue.string) ?? .null,
                        "column_number": $0.columnNumber.map { .number($0) } ?? .null,
                        "message": .string($0.message),
                    ]
                }),
        ]
    }
}
