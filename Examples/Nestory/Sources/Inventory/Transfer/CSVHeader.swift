/// The first line of a CSV file: which field each column holds.
struct CSVHeader {
    /// The fields, in the order of the columns.
    private(set) var fields: [ItemField] = []
    /// What is wrong with the line.
    private(set) var problems: [ImportProblem] = []

    /// Whether the lines below can be read.
    var isUsable: Bool { problems.isEmpty }

    /// Reads the first line. Case and blanks around a name do not matter.
    init(_ row: CSVRow) {
        switch row {
        case .malformed(let line, let column, let message):
            problems = [ImportProblem(line: line, columnNumber: column, message: message)]
        case .record(let columns, let line):
            read(columns, line: line)
        }
    }

    /// The name of a column, from 1; nil where the first line has no such column.
    func name(ofColumn column: Int) -> String? {
        fields.indices.contains(column - 1) ? fields[column - 1].rawValue : nil
    }

    private mutating func read(_ columns: [CSVRow.Field], line: Int) {
        for (index, column) in columns.enumerated() {
            let name = column.text?.trimmed.lowercased()
            if let name, let field = ItemField(rawValue: name) {
                if fields.contains(field) {
                    add(column, index, name: name, ImportTexts.current.columnTwice(name))
                }
                fields.append(field)
            } else {
                add(column, index, name: column.text, Self.unknown(column.text))
            }
        }
        if problems.isEmpty, !fields.contains(.name) {
            problems.append(ImportProblem(line: line, message: ImportTexts.current.nameColumnExpected))
        }
    }

    private mutating func add(_ column: CSVRow.Field, _ index: Int, name: String?, _ message: String) {
        guard problems.count < ImportReport.describedProblems else { return }
        problems.append(
            ImportProblem(
                line: column.line, columnNumber: index + 1, column: name.map(Self.short), message: message))
    }

    private static func unknown(_ text: String?) -> String {
        let texts = ImportTexts.current
        guard let text else { return texts.columnUnreadable }
        let known = ItemField.allCases.map(\.rawValue).joined(separator: ", ")
        return texts.columnExpected(known, ItemValidator.quoted(text))
    }

    private static func short(_ text: String) -> String {
        String(ItemValidator.quoted(text).dropFirst().dropLast())
    }
}
