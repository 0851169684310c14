import Testing

@testable import Inventory

/// Files that spreadsheets of other countries write.
@Suite struct CSVDialectTests {
    private func run(_ bytes: [UInt8], pieces: Int = 1 << 16) throws -> (report: ImportReport, items: [Item]) {
        struct Pieces: ByteSource {
            var rest: ArraySlice<UInt8>
            let length: Int
            var size: Int? { nil }
            mutating func next() -> [UInt8]? {
                defer { rest = rest.dropFirst(length) }
                return rest.isEmpty ? nil : Array(rest.prefix(length))
            }
        }
        var items: [Item] = []
        var importer = CSVImporter(options: ImportOptions(dryRun: true), now: .epoch) { item, _ in
            items.append(item)
            return true
        }
        return (try importer.run(Pieces(rest: bytes[...], length: pieces)) { _ in }, items)
    }

    @Test(arguments: [1, 2, 7, 1 << 16]) func `semicolons, decimal commas and Windows-1252 are recognised and reported`(
        pieces: Int
    ) throws {
        // “Küche” and “5 €” as Windows-1252 has them.
        let text =
            Array("name;room;purchase_price;currency;notes\r\n\"Lamp; red\";K".utf8) + [0xFC]
            + Array("che;1.234,50;EUR;5 ".utf8) + [0x80] + Array("\r\nChair;;12,5;EUR;\r\nTable;;7;EUR;\r\n".utf8)
        let (report, items) = try run(text, pieces: pieces)
        #expect(report.problems.isEmpty && report.imported == 3)
        #expect(items.map(\.name) == ["Lamp; red", "Chair", "Table"])
        #expect(items[0].room == "Küche" && items[0].notes == "5 €")
        #expect(items.map { $0[.purchasePrice] } == ["1234.50", "12.50", "7.00"])
        #expect(report.dialect?.separator == ";" && report.dialect?.encoding == .windows1252)
        #expect(report.dialect?.hasDecimalCommas == true)
        #expect(report.columns == ["name", "room", "purchase_price", "currency", "notes"])
        #expect(report.preview?.map(\.name) == ["Lamp; red", "Chair", "Table"])
    }

    @Test func `tabs separate columns, and a plain file is plain`() throws {
        let tabs = try run(Array("name\troom\nLamp, big\tHall\n".utf8))
        #expect(tabs.items.map(\.name) == ["Lamp, big"] && tabs.report.dialect?.separator == "\t")
        let plain = try run(Array("name,notes\nLamp,a;b;c;d\nKüche,\n".utf8))
        #expect(plain.items.map(\.notes) == ["a;b;c;d", ""] && plain.report.dialect == CSVDialect())
    }

    @Test func `a file that mixes two encodings is refused where the second one begins`() throws {
        let utf8First = try run(Array("name\nK\u{FC}che\nT".utf8) + [0xFC] + Array("r\n".utf8))
        #expect(utf8First.report.problems.map(\.line) == [3])
        let utf8Last = try run(Array("name\nT".utf8) + [0xFC] + Array("r\nK\u{FC}che\n".utf8))
        #expect(utf8Last.report.problems.map(\.line) == [3])
    }

    @Test(arguments: [[0xFF], [0xFE], [0x81], [0x41, 0x9D]] as [[UInt8]])
    func `bytes of no text are refused`(bytes: [UInt8]) throws {
        #expect(try run(Array("name\n".utf8) + bytes).report.isRefused)
    }

    @Test(
        arguments: [
            ("12,50", ",", "12.50"), ("0,5", ";", "0.5"), ("1.234,50", ",", "1234.50"), ("1 234,5", ";", "1234.5"),
            ("1.234.567,89", ";", "1234567.89"), ("1,234", ",", nil), ("1,234", ";", "1.234"), ("12.50", ";", nil),
            ("1,2,3", ";", nil), ("1.23,4", ";", nil), ("-5,0", ";", nil), (",5", ";", nil), ("5,", ";", nil),
            ("", ";", nil),
            ("1234.567,8", ";", nil), ("a,5", ";", nil),
        ] as [(String, String, String?)])
    func `a decimal comma`(text: String, separator: String, expected: String?) {
        var dialect = CSVDialect()
        dialect.separator = separator
        #expect(dialect.pointed(text) == expected)
    }
}
