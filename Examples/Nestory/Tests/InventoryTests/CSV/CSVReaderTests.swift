import Inventory
import Testing

@Suite struct CSVReaderTests {
    /// Reads a text in pieces of a length; a malformed line becomes `!line:column`.
    private func rows(_ bytes: [UInt8], pieces length: Int = .max) -> [[String]] {
        var reader = CSVReader()
        var rows: [[String]] = []
        func take(_ row: CSVRow) {
            switch row {
            case .record(let fields, _): rows.append(fields.map { $0.text ?? "<not UTF-8>" })
            case .malformed(let line, let column, _): rows.append(["!\(line):\(column)"])
            }
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            reader.read(rest.prefix(length), take)
            rest = rest.dropFirst(length)
        }
        reader.finish(take)
        return rows
    }

    static let texts: [(text: String, rows: [[String]])] = [
        ("", []),
        ("a", [["a"]]),
        ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
        ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        ("a,b\nc,d\r\n", [["a", "b"], ["c", "d"]]),
        ("a,\n,b\n", [["a", ""], ["", "b"]]),
        (",,", [["", "", ""]]),
        ("\"a\"", [["a"]]),
        ("\"\"", [[""]]),
        ("\"a,b\",c", [["a,b", "c"]]),
        ("\"a\"\"b\"", [["a\"b"]]),
        ("\"\"\"\"", [["\""]]),
        ("\"a\nb\"\nc", [["a\nb"], ["c"]]),
        ("\"a\r\nb\",c\r\n", [["a\r\nb", "c"]]),
        ("\"a\rb\"", [["a\rb"]]),
        (" a , b ", [[" a ", " b "]]),
        ("\u{FEFF}a\nb", [["a"], ["b"]]),
        ("\u{FEFF}\"a\"", [["a"]]),
        ("\u{FEFF}", []),
        ("a\u{FEFF}", [["a\u{FEFF}"]]),
        ("a\n\n\r\nb\n\n", [["a"], ["b"]]),
        ("\"\"\nb", [[""], ["b"]]),
        ("日本,🪑é\n", [["日本", "🪑é"]]),
        ("a,e\u{301}\n", [["a", "e\u{301}"]]),
        ("\",\u{301}\",b", [[",\u{301}", "b"]]),
        // What RFC 4180 does not allow, and what follows it.
        ("a\"b,c\nd\n", [["!1:1"], ["d"]]),
        ("a, \"b\"\nd\n", [["!1:2"], ["d"]]),
        ("\"a\"b,c\nd\n", [["!1:1"], ["d"]]),
        ("\"a\" ,c\nd\n", [["!1:1"], ["d"]]),
        ("a,\"b\nc\nd", [["!1:2"]]),
        ("x\na,\"b", [["x"], ["!2:2"]]),
        ("a\rb\nc\n", [["!1:1"], ["c"]]),
        ("a\r", [["!1:1"]]),
        ("\"a\"\rb\nc", [["!1:1"], ["c"]]),
        ("\"x\ny\"z\nc", [["!2:1"], ["c"]]),
    ]

    @Test(arguments: texts) func `a text is read as RFC 4180 says, wherever its pieces end`(
        text: String, expected: [[String]]
    ) {
        for length in [Int.max, 1, 2, 3, 5, 7] { #expect(rows(Array(text.utf8), pieces: length) == expected) }
    }

    @Test(
        arguments: [
            [0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xEF], [0xEF, 0xBB], [0xF5, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are told from text`(bytes: [UInt8]) {
        #expect(rows(bytes + Array(",b\nc\n".utf8)) == [["<not UTF-8>", "b"], ["c"]])
    }

    @Test func `a field knows the line on which it starts`() {
        var reader = CSVReader()
        var lines: [[Int]] = []
        reader.read(Array("a,b\r\n\"x\ny\",c,\"p\r\nq\"\n\nz\n".utf8)) { row in
            if case .record(let fields, let line) = row { lines.append([line] + fields.map(\.line)) }
        }
        #expect(lines == [[1, 1, 1], [2, 2, 3, 3], [6, 6]])
    }

    @Test func `a forgotten quote does not swallow the memory`() {
        var reader = CSVReader()
        var rows: [CSVRow] = []
        reader.read(Array("a\n\"".utf8)) { rows.append($0) }
        let piece = Array(repeating: UInt8(ascii: "x"), count: CSVReader.longestField / 2)
        for _ in 0..<3 { reader.read(piece) { rows.append($0) } }
        reader.read(Array("\nb\n".utf8)) { rows.append($0) }
        reader.finish { rows.append($0) }
        #expect(rows.count == 3)
        guard case .malformed(line: 2, column: 1, let message) = rows[1] else {
            Issue.record("Expected a malformed second row, not \(rows[1])")
            return
        }
        #expect(message.contains("1048576 bytes"))
    }

    @Test func `a line of nothing but commas does not swallow the memory`() {
        let most = String(repeating: ",", count: CSVReader.mostFields - 1)
        #expect(rows(Array("\(most)\na\n".utf8)).map(\.count) == [CSVReader.mostFields, 1])
        #expect(rows(Array("\(most),,,\na\n".utf8)) == [["!1:\(CSVReader.mostFields)"], ["a"]])
    }

    @Test func `whatever bytes come, reading ends and pieces do not matter`() {
        var generator = SeededNumbers(4180)
        let alphabet = Array("a,\"\r\n\u{FEFF}é=".utf8)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...24, using: &generator)
            let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
            #expect(rows(bytes) == rows(bytes, pieces: 1), "\(bytes)")
        }
    }

    @Test func `what throws while reading ends it`() {
        struct Stop: Error {}
        var reader = CSVReader()
        #expect(throws: Stop.self) { try reader.read(Array("a\nb\n".utf8)) { _ in throw Stop() } }
    }
}
