import struct Foundation.UUID

/// Turns a CSV file into items, one at a time, and keeps book of what is wrong with it.
struct CSVImporter {
    private let options: ImportOptions
    private let now: Timestamp
    private let insert: (Item, _ hasOwnID: Bool) throws -> Bool
    private let inventory: (any ItemInserter)?
    private var header: CSVHeader?
    private var dialect = CSVDialect()
    /// Whether a text was UTF-8 and not only ASCII: then the file is no other text.
    private var hasUTF8 = false
    private(set) var report = ImportReport()
    private(set) var rows = 0
    /// Where each id was, and with what.
    private var ids: [UUID: (line: Int, content: Fingerprint)] = [:]

    /// - Parameters:
    ///   - now: The time of change of items without one.
    ///   - inventory: What knows the items that there are, where they may be changed.
    ///   - insert: Adds an item and says whether it was new.
    init(
        options: ImportOptions, now: Timestamp, changing inventory: (any ItemInserter)? = nil,
        insert: @escaping (Item, _ hasOwnID: Bool) throws -> Bool
    ) {
        self.options = options
        self.now = now
        self.inventory = options.update ? inventory : nil
        self.insert = insert
        if options.update { report.updated = 0 }
        if options.dryRun { report.preview = [] }
        report.isDryRun = options.dryRun
    }

    /// Imports all that a source has.
    ///
    /// - Returns: What happened; where ``ImportReport/isRefused`` is true, what was inserted must be rolled
    ///   back.
    /// - Throws: What the source or the insertion throws.
    mutating func run(_ source: any ByteSource, progress: (ImportProgress) -> Void) throws -> ImportReport {
        var source = source
        var reader: CSVReader?
        // What came before the first line was whole.
        var start: [UInt8] = []
        var bytes = 0
        while let piece = try source.next() {
            try Task.checkCancellation()
            if bytes == 0, let problem = Self.wrongEncoding(piece) {
                refuse(problem)
                break
            }
            bytes += piece.count
            if reader == nil {
                start += piece
                guard start.count > CSVReader.longestField || start.contains(UInt8(ascii: "\n")) else { continue }
            }
            try read(reader == nil ? start : piece, with: &reader)
            progress(ImportProgress(rows: rows, bytes: bytes, totalBytes: source.size))
            if header?.isUsable == false { break }
        }
        if reader == nil, report.problemCount == 0 { try read(start, with: &reader) }
        if header?.isUsable != false { try reader?.finish { row throws in try take(row) } }
        if header == nil, report.problemCount == 0 {
            refuse(ImportProblem(line: 1, message: ImportTexts.current.headerExpected))
        }
        if report.problemCount > 0, !options.skipInvalid { report.isRefused = true }
        if report.isRefused { (report.imported, report.duplicates) = (0, 0) }
        if report.isRefused, options.update { report.updated = 0 }
        if header?.isUsable == true { report.dialect = dialect }
        return report
    }

    /// Reads a piece of the file; the first one with all of the first line, which tells how columns are separated.
    private mutating func read(_ piece: [UInt8], with reader: inout CSVReader?) throws {
        var current: CSVReader
        if let reader {
            current = reader
        } else {
            let separator = CSVDialect.separator(in: piece)
            dialect.separator = String(Unicode.Scalar(separator))
            current = CSVReader(separator: separator)
        }
        // One copy of the reader only, as it holds the line that it is in.
        reader = nil
        defer { reader = current }
        try current.read(piece) { row throws in try take(row) }
    }

    private mutating func take(_ row: CSVRow) throws {
        guard let header else {
            let header = CSVHeader(row)
            self.header = header
            for problem in header.problems { refuse(problem) }
            if header.isUsable { report.columns = header.fields.map(\.rawValue) }
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
        var unreadable: Set<ItemField> = []
        for (index, (name, field)) in zip(header.fields, fields).enumerated() {
            if let value = decoded(field) {
                text[name] = SpreadsheetGuard.removed(from: value)
            } else {
                let message = ImportTexts.current.utf8Expected
                report.add(
                    ImportProblem(
                        line: field.line, columnNumber: index + 1, column: name.rawValue, message: message))
                // The name must not also be reported as missing.
                text[name] = "?"
                unreadable.insert(name)
            }
        }
        if let price = text[.purchasePrice].flatMap({ dialect.pointed($0) }) {
            text[.purchasePrice] = price
            dialect.hasDecimalCommas = true
        }
        let hasOwnID = text[.id]?.isBlank == false
        let known = try inventory?.known(Self.likeness(of: text), hasOwnID: hasOwnID)
        if let known { text = Self.text(of: known, changedTo: text) }
        let item: Item?
        do throws(ItemProblems) {
            item = try ItemValidator.item(from: text, newID: UUID(), now: now)
        } catch {
            item = nil
            add(error, fields, line, header, besides: unreadable)
        }
        guard let item, report.problemCount == problemsBefore else {
            report.invalid += 1
            return
        }
        report.valid += 1
        // What will be rolled back need not be inserted.
        guard report.problemCount == 0 || options.skipInvalid else { return }
        if hasOwnID, let problem = repeated(item, line: line, in: header) {
            report.valid -= 1
            report.invalid += 1
            report.add(problem)
            return
        }
        if let known {
            try change(known, to: item)
        } else if try insert(item, hasOwnID) {
            report.imported += 1
            show(item)
        } else {
            report.duplicates += 1
        }
    }

    // MARK: Changing what is there

    /// An item by which the inventory can tell whether it knows what a line has.
    private static func likeness(of text: ItemText) -> Item {
        func given(_ field: ItemField) -> String { (text[field] ?? "").trimmed }
        return Item(
            id: UUID(uuidString: given(.id)) ?? UUID(), name: given(.name), room: given(.room),
            serialNumber: given(.serialNumber), updatedAt: .epoch)
    }

    /// An item's text with what a line says: columns that the file has not stay as they are.
    private static func text(of item: Item, changedTo line: ItemText) -> ItemText {
        var text = line
        for field in ItemField.allCases where text[field] == nil { text[field] = item[field] }
        text[.id] = item[.id]
        text[.updatedAt] = nil
        return text
    }

    private mutating func change(_ known: Item, to item: Item) throws {
        guard ItemField.allCases.contains(where: { $0 != .updatedAt && known[$0] != item[$0] }) else {
            report.duplicates += 1
            return
        }
        try inventory?.replace(item)
        report.updated = (report.updated ?? 0) + 1
        show(item)
    }

    private mutating func show(_ item: Item) {
        guard let shown = report.preview?.count, shown < ImportReport.previewedItems else { return }
        report.preview?.append(item)
    }

    // MARK: Reading

    /// Returns a field's text; nil where it is neither UTF-8 nor of the older encoding that the whole file has.
    private mutating func decoded(_ field: CSVRow.Field) -> String? {
        guard let text = field.text else {
            guard !hasUTF8, let text = Windows1252.decode(field.bytes) else { return nil }
            dialect.encoding = .windows1252
            return text
        }
        guard !hasUTF8, !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        // Nobody mixes the two in one file: what was read as the other encoding is not what it seemed.
        guard dialect.encoding == .utf8 else { return nil }
        hasUTF8 = true
        return text
    }

    // MARK: Problems

    /// Reports what is wrong with a record, in the order of its columns.
    private mutating func add(
        _ problems: ItemProblems, _ fields: [CSVRow.Field], _ line: Int, _ header: CSVHeader,
        besides unreadable: Set<ItemField>
    ) {
        for (index, name) in header.fields.enumerated() where !unreadable.contains(name) {
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
