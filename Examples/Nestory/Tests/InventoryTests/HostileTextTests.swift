import Foundation
import Testing

@testable import Inventory

@Suite struct HostileTextTests {
    @Test(arguments: 1...8) func `whatever comes as JSON, it is a value or an error`(seed: UInt64) {
        var numbers = SeededNumbers(seed)
        let pieces =
            [
                "{", "}", "[", "]", ":", ",", "\"", "\\", "\\u", "d8", "00", "name", "1", "-", ".", "e",
                "null", " ", "é", "\u{0}",
            ].map { Array($0.utf8) } + [[0xFF], [0xED, 0xA0], [0x80]]
        for _ in 0..<3000 {
            let bytes = (0..<Int.random(in: 0...20, using: &numbers)).flatMap { _ in
                pieces.randomElement(using: &numbers) ?? []
            }
            do throws(JSONError) {
                let value = try JSONValue(parsing: bytes)
                #expect(throws: Never.self) { try JSONValue(parsing: value.bytes) }
            } catch {
                #expect(error.offset <= bytes.count + 1)
            }
        }
    }

    @Test(arguments: 1...8) func `whatever comes as CSV, each row is imported, passed over or told`(
        seed: UInt64
    ) throws {
        var numbers = SeededNumbers(seed)
        let pieces =
            ["a", ",", "\"", "\n", "\r\n", "\r", "'", "=", "1", "EUR", "é", "\u{0}"].map { Array($0.utf8) }
            + [[0xFF]]
        for _ in 0..<500 {
            let body = (0..<Int.random(in: 0...40, using: &numbers)).flatMap { _ in
                pieces.randomElement(using: &numbers) ?? []
            }
            var importer = CSVImporter(options: ImportOptions(skipInvalid: true), now: .epoch) { _, _ in true
            }
            let report = try importer.run(BytesInMemory(Array("name,notes\n".utf8) + body)) { _ in }
            #expect(report.imported + report.invalid == importer.rows)
            #expect((report.invalid == 0) == (report.problemCount == 0))
        }
    }

    @Test(arguments: 1...8) func `whatever an item says, an export of it is imported the same`(seed: UInt64)
        throws
    {
        var numbers = SeededNumbers(seed)
        let scalars: [Unicode.Scalar] = [
            "a", "'", "=", "+", "-", "@", "\"", ",", "\n", "\r", "\t", " ", ";", "\u{FEFF}", "\u{301}", "🪑",
            "\u{200D}", "椅",
            "\u{202E}", "＝",
        ]
        func text(_ longest: Int) -> String {
            let count = Int.random(in: 0...longest, using: &numbers)
            return String(
                String.UnicodeScalarView(
                    (0..<count).compactMap { _ in scalars.randomElement(using: &numbers) }))
        }
        for _ in 0..<300 {
            var given = ItemText()
            given[.name] = "x" + text(5)
            for field in [ItemField.category, .room, .serialNumber, .notes] { given[field] = text(12) }
            given[.name] = [given[.name], text(1) + "=x"].randomElement(using: &numbers) ?? nil
            let item = try ItemValidator.item(from: given, newID: UUID(), now: .epoch)
            var csv: [UInt8] = []
            CSVWriter.append(ItemField.allCases.map(\.rawValue), to: &csv)
            CSVWriter.append(ItemField.allCases.map { item[$0] }, to: &csv)
            var imported: [Item] = []
            var importer = CSVImporter(options: ImportOptions(), now: .epoch) { item, _ in
                imported.append(item)
                return true
            }
            let report = try importer.run(BytesInMemory(csv)) { _ in }
            #expect(report.problems.isEmpty)
            let again = try #require(imported.first)
            // Texts compare by characters; these must agree byte by byte.
            for field in ItemField.allCases { #expect(Array(again[field].utf8) == Array(item[field].utf8)) }
        }
    }
}
