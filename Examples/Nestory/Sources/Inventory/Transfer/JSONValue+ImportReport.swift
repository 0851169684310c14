import Foundation

extension JSONValue {
    /// Writes what an import did.
    public init(_ report: ImportReport) {
        self = [
            "imported": .number(report.imported), "skipped": .number(report.skipped),
            "duplicates": .number(report.duplicates), "invalid": .number(report.invalid),
            "valid": .number(report.valid), "updated": .number(report.updated ?? 0),
            "dry_run": .bool(report.isDryRun),
            "import": report.batch.map { .string($0.uuidString.lowercased()) } ?? .null,
            "format": report.dialect.map {
                [
                    "separator": .string($0.separator), "encoding": .string($0.encoding.rawValue),
                    "decimal_comma": .bool($0.hasDecimalCommas),
                ]
            } ?? .null,
            "columns": report.columns.map { .array($0.map(JSONValue.string)) } ?? .null,
            "preview": report.preview.map { .array($0.map { JSONValue($0) }) } ?? .null,
            "error_count": .number(report.problemCount),
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
