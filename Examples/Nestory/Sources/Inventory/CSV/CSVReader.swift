/// Reads CSV as RFC 4180 defines it, or with another separator, a piece of a file at a time.
///
/// A line ends with LF or CRLF; a byte order mark is passed over, and so are empty lines. Memory is bounded
/// by ``longestField`` and ``mostFields``.
///
/// ```swift
/// var reader = CSVReader()
/// reader.read(Array("name\r\nLamp\r\n".utf8)) { row in rows.append(row) }
/// reader.finish { row in rows.append(row) }
/// ```
public struct CSVReader: Sendable {
    /// The most bytes that a field may have, so that a forgotten quote does not swallow the memory.
    public static let longestField = 1 << 20
    /// The most fields that a record may have.
    public static let mostFields = 1000

    private enum State {
        case mark, fieldStart, unquoted, quoted, quoteInQuoted, carriageReturn, skipping
    }

    private let separator: UInt8
    private var state = State.mark
    private var mark: [UInt8] = []
    private var line = 1
    private var fields: [CSVRow.Field] = []
    private var bytes: [UInt8] = []
    private var recordLine = 1
    private var fieldLine = 1
    /// Whether the record has anything but a line end.
    private var hasContent = false

    /// Starts at the beginning of a file.
    ///
    /// - Parameter separator: What stands between two fields.
    public init(separator: UInt8 = UInt8(ascii: ",")) {
        self.separator = separator
    }

    /// Reads the next piece.
    ///
    /// - Parameters:
    ///   - piece: The bytes that follow those of the last call; pieces may end anywhere.
    ///   - handle: Takes each row as soon as it is complete.
    /// - Throws: What `handle` throws.
    public mutating func read<E: Error>(_ piece: some Sequence<UInt8>, _ handle: (CSVRow) throws(E) -> Void)
        throws(E)
    {
        for byte in piece { try take(byte, handle) }
    }

    /// Reads the end of the file: the last record may lack its line end.
    ///
    /// - Parameter handle: Takes the last row, if there is one.
    /// - Throws: What `handle` throws.
    public mutating func finish<E: Error>(_ handle: (CSVRow) throws(E) -> Void) throws(E) {
        try endMark(handle)
        switch state {
        case .quoted:
            try handle(
                .malformed(
                    line: fieldLine, column: fields.count + 1,
                    message: ImportTexts.current.closingQuoteExpected))
        case .carriageReturn:
            try handle(strayReturn)
        case .skipping, .mark:
            break
        case .fieldStart, .unquoted, .quoteInQuoted:
            try endRecord(handle)
        }
        self = CSVReader(separator: separator)
    }

    private mutating func take<E: Error>(_ byte: UInt8, _ handle: (CSVRow) throws(E) -> Void) throws(E) {
        switch state {
        case .mark:
            mark.append(byte)
            let expected: [UInt8] = [0xEF, 0xBB, 0xBF]
            if mark == expected {
                (state, mark) = (.fieldStart, [])
            } else if !expected.starts(with: mark) {
                try endMark(handle)
            }
        case .fieldStart:
            if byte == Self.quote {
                (state, hasContent) = (.quoted, true)
            } else {
                state = .unquoted
                try takeUnquoted(byte, handle)
            }
        case .unquoted:
            try takeUnquoted(byte, handle)
        case .quoted:
            if byte == Self.quote { state = .quoteInQuoted } else { try append(byte, handle) }
        case .quoteInQuoted:
            switch byte {
            case Self.quote:
                state = .quoted
                try append(byte, handle)
            case separator, Self.lineFeed, Self.carriageReturn:
                try takeUnquoted(byte, handle)
            default:
                try refuse(ImportTexts.current.commaExpected, at: line, byte, handle)
            }
        case .carriageReturn:
            if byte == Self.lineFeed {
                try endRecord(handle)
                startLine()
            } else {
                try handle(strayReturn)
                skip(byte)
            }
        case .skipping:
            skip(byte)
        }
    }

    private mutating func takeUnquoted<E: Error>(_ byte: UInt8, _ handle: (CSVRow) throws(E) -> Void)
        throws(E)
    {
        switch byte {
        case separator where fields.count + 1 == Self.mostFields:
            try refuse(ImportTexts.current.tooManyFields(Self.mostFields), at: line, byte, handle)
        case separator:
            endField()
            (state, hasContent) = (.fieldStart, true)
        case Self.lineFeed:
            try endRecord(handle)
            startLine()
        case Self.carriageReturn:
            state = .carriageReturn
        case Self.quote:
            try refuse(ImportTexts.current.quotesExpected, at: line, byte, handle)
        default:
            hasContent = true
            try append(byte, handle)
        }
    }

    private mutating func append<E: Error>(_ byte: UInt8, _ handle: (CSVRow) throws(E) -> Void) throws(E) {
        if byte == Self.lineFeed { line += 1 }
        bytes.append(byte)
        if bytes.count > Self.longestField {
            try refuse(ImportTexts.current.fieldTooLong(Self.longestField), at: fieldLine, 0, handle)
        }
    }

    /// Ends the wait for a byte order mark that did not come, and reads what came instead.
    private mutating func endMark<E: Error>(_ handle: (CSVRow) throws(E) -> Void) throws(E) {
        guard state == .mark, !mark.isEmpty else { return }
        let held = mark
        (state, mark) = (.fieldStart, [])
        for byte in held { try take(byte, handle) }
    }

    private mutating func refuse<E: Error>(
        _ message: String, at line: Int, _ byte: UInt8, _ handle: (CSVRow) throws(E) -> Void
    ) throws(E) {
        try handle(.malformed(line: line, column: fields.count + 1, message: message))
        skip(byte)
    }

    /// Passes over what is left of a malformed line.
    private mutating func skip(_ byte: UInt8) {
        state = .skipping
        if byte == Self.lineFeed { startLine() }
    }

    private mutating func startLine() {
        line += 1
        (state, hasContent) = (.fieldStart, false)
        (recordLine, fieldLine) = (line, line)
        fields.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
    }

    private mutating func endField() {
        let text = String(validating: bytes, as: UTF8.self)
        fields.append(CSVRow.Field(text: text, line: fieldLine, bytes: text == nil ? bytes : []))
        bytes.removeAll(keepingCapacity: true)
        fieldLine = line
    }

    private mutating func endRecord<E: Error>(_ handle: (CSVRow) throws(E) -> Void) throws(E) {
        guard hasContent else { return }
        endField()
        try handle(.record(fields, line: recordLine))
    }

    private var strayReturn: CSVRow {
        .malformed(line: line, column: fields.count + 1, message: ImportTexts.current.lineFeedExpected)
    }

    private static let quote = UInt8(ascii: "\"")
    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
