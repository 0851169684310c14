import struct Foundation.UUID

/// Turns a CSV file into items, one at a time, and keeps book of what is wrong with it.
struct CSVImporter {
    private let options: ImportOptions
    private let now: Timestamp
    private let insert: (Item, _ hasOwnID: Bool) throws -> Bool
    private var header: CSVHeader?
    private(set) var report = ImportReport()
    private(set) var rows = 0
    /// Where each id was, and with what.
    private var ids: [UUID: (line: Int, content: Fingerprint)] = [:]

    /// - Parameters:
    ///   - now: The time of change of items without one.
    ///   - insert: Adds an item and says whether it was new.
    init(options: ImportOptions, now: Timestamp, insert: @escaping (Item, _ hasOwnID: Bool) throws -> Bool) {
        self.options = options
        self.now = now
        self.insert = insert
        report.isDryRun = options.dryRun
    }

    /// Imports all that a source has.
    ///
    /// - Returns: What happened; where ``ImportReport/isRefused`` is true, what was inserted must be rolled
    ///   back.
    /// - Throws: What the source or the insertion throws.
    mutating func run(_ source: any ByteSource, progress: (ImportProgress) -> Void) throws -> ImportReport {
        var source = source
        var reader = CSVReader()
        var bytes = 0
        while let piece = try source.next() {
            try Task.checkCancellation()
            if bytes == 0, let problem = Self.wrongEncoding(piece) {
                refuse(problem)
                break
            }
            bytes += piece.count
            try reader.read(piece) { row throws in try take(row) }
            progress(ImportProgress(rows: rows, bytes: bytes, totalBytes: source.size))
            if header?.isUsable == false { break }
        }
        if header?.isUsable != false { try reader.finish { row throws in try take(row) } }
        if header == nil, report.problemCount == 0 {
            refuse(ImportProblem(line: 1, message: ImportTexts.current.headerExpected))
        }
        if report.problemCount > 0, !options.skipInvalid { report.isRefused = true }
        if report.isRefused { (report.imported, report.duplicates) = (0, 0) }
        return report
    }

    private mutating func take(_ row: CSVRow) throws {
        guard let header else {
            let header = CSVHeader(row)
            self.header = header
            for problem in header.problems { refuse(problem) }
            return
        }
        guard header.isUsable else { return }
        rows += 1
        switch row {
        case .malformed(let line, let column, let message):
            report.invalid += 1
            let name = header.name(ofColumn: column)
            report.add(ImportProblem(line: line, columnNumber: column, column: name, message: message))
        case .record(let fields, let line):
            try take(fields, line: line, header)
        }
    }

    private mutating func take(_ fields: [CSVRow.Field], line: Int, _ header: CSVHeader) throws {
        guard fields.count == header.fields.count else {
            report.invalid += 1
            let message = ImportTexts.current.otherFieldCount(header.fields.count, fields.count)
            report.add(ImportProblem(line: line, message: message))
            return
        }
        var text = ItemText()
        let problemsBefore = report.problemCount
        for (index, (name, field)) in zip(header.fields, fields).enumerated() {
            if let value = field.text {
                text[name] = SpreadsheetGuard.removed(from: value)
            } else {
                let message = ImportTexts.current.utf8Expected
                report.add(
                    ImportProblem(
                        line: field.line, columnNumber: index + 1, column: name.rawValue, message: message))
                // The name must not also be reported as missing.
                text[name] = "?"
            }
        }
        let item: Item?
        do throws(ItemProblems) {
            item = try ItemValidator.item(from: text, newID: UUID(), now: now)
        } catch {
            item = nil
            add(error, fields, line, header)
        }
        guard let item, report.problemCount == problemsBefore else {
            report.invalid += 1
            return
        }
        report.valid += 1
        // What will be rolled back need not be inserted.
        guard report.problemCount == 0 || options.skipInvalid else { return }
        let hasOwnID = text[.id]?.isBlank == false
        if hasOwnID, let problem = repeated(item, line: line, in: header) {
            report.valid -= 1
            report.invalid += 1
            report.add(problem)
            return
        }
        if try insert(item, hasOwnID) { report.imported += 1 } else { report.duplicates += 1 }
    }

    /// Reports what is wrong with a record, in the order of its columns.
    private mutating func add(
        _ problems: ItemProblems, _ fields: [CSVRow.Field], _ line: Int, _ header: CSVHeader
    ) {
        for (index, name) in header.fields.enumerated() where fields[index].text != nil {
            guard let message = problems.messages[name] else { continue }
            report.add(
                ImportProblem(
                    line: fields[index].line, columnNumber: index + 1, column: name.rawValue, message: message
                ))
        }
        for name in problems.fields where !header.fields.contains(name) {
            report.add(
                ImportProblem(line: line, column: name.rawValue, message: problems.messages[name] ?? ""))
        }
    }

    /// Says that an id was there before with other content. Which of the two is meant nobody can tell.
    private mutating func repeated(_ item: Item, line: Int, in header: CSVHeader) -> ImportProblem? {
        let content = Fingerprint(
            ItemField.allCases.filter { $0 != .updatedAt }.map { item[$0] }.joined(separator: "\0").utf8)
        guard let first = ids.updateValue((line, content), forKey: item.id) else { return nil }
        guard first.content != content else { return nil }
        ids[item.id] = first
        return ImportProblem(
            line: line, columnNumber: header.fields.firstIndex(of: .id).map { $0 + 1 }, column: ItemField.id.rawValue,
            message: ImportTexts.current.idTwice(first.line, line))
    }

    private mutating func refuse(_ problem: ImportProblem) {
        report.add(problem)
        report.isRefused = true
    }

    /// Tells people who picked a file of another kind what to do about it.
    private static func wrongEncoding(_ start: [UInt8]) -> ImportProblem? {
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
            return ImportProblem(line: 1, message: ImportTexts.current.notUTF16)
        }
        if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
            return ImportProblem(line: 1, message: ImportTexts.current.notArchive)
        }
        return nil
    }
}
