import Testing

@testable import Inventory

@Suite struct CSVWriterTests {
    private func line(_ fields: String...) -> String {
        var bytes: [UInt8] = []
        CSVWriter.append(fields, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `only what needs quotes gets them`() {
        #expect(line("a", "", "b c", "1.50") == "a,,b c,1.50\r\n")
        #expect(line("a,b", "c\"d", "e\nf", "g\rh") == "\"a,b\",\"c\"\"d\",\"e\nf\",\"g\rh\"\r\n")
    }

    static let formulas = [
        "=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠1", "=\u{301}1", "'=1",
        "''=1", "=", "-",
        "=cmd|' /C calc'!A0", "=\"x\",\"y\"",
    ]

    @Test(arguments: formulas) func `what a spreadsheet would run is quoted and prefixed, and comes back`(
        text: String
    ) throws {
        let written = line(text)
        #expect(written.hasPrefix("\"'"))
        var reader = CSVReader()
        var fields: [String] = []
        reader.read(Array(written.utf8)) { row in
            if case .record(let record, _) = row { fields = record.compactMap(\.text) }
        }
        #expect(fields.map(SpreadsheetGuard.removed) == [text])
        #expect(Array(try #require(fields.first).utf8) != Array(text.utf8))
    }

    @Test(arguments: ["'", "''", "'a", "a=1", " =1", "1-2", "é", "'"])
    func `what no spreadsheet runs stays as it is`(text: String) {
        #expect(!SpreadsheetGuard.isNeeded(for: text))
        #expect(SpreadsheetGuard.removed(from: text) == text)
    }
}
