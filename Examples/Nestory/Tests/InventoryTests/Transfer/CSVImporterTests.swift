import Testing

@testable import Inventory

@Suite struct CSVImporterTests {
    /// Imports a text and takes every item, or none that `known` names.
    private func run(
        _ text: String, _ options: ImportOptions = ImportOptions(), known: Set<String> = []
    ) throws -> (report: ImportReport, items: [Item]) {
        try run(Array(text.utf8), options, known: known)
    }

    private func run(
        _ bytes: [UInt8], _ options: ImportOptions = ImportOptions(), known: Set<String> = []
    ) throws -> (report: ImportReport, items: [Item]) {
        var items: [Item] = []
        var importer = CSVImporter(options: options, now: .epoch) { item, _ in
            if known.contains(item.name) { return false }
            items.append(item)
            return true
        }
        return (try importer.run(BytesInMemory(bytes)) { _ in }, items)
    }

    @Test func `columns may come in any order and case`() throws {
        let (report, items) = try run("\u{FEFF}Room , NAME,quantity\r\nHall,Lamp,2\r\n")
        #expect(report.imported == 1 && report.problems.isEmpty && !report.isRefused)
        #expect(
            items.map(\.name) == ["Lamp"] && items.map(\.room) == ["Hall"] && items.map(\.quantity) == [2])
    }

    @Test(
        arguments: [
            ("", 1, nil, "empty"), ("\u{FEFF}", 1, nil, "empty"), ("\n\n", 1, nil, "empty"),
            ("name,colour\nLamp,red\n", 1, "colour", "“colour”"), ("room\nHall\n", 1, nil, "column “name”"),
            ("name,room,name\na,b,c\n", 1, "name", "twice"),
            ("name;a,b\na;b,c\n", 1, "name;a", "columns"), ("\n\n\"x\"y,name\n", 3, nil, "comma"),
            ("name,\na,b\n", 1, "", "columns"),
        ] as [(String, Int, String?, String)])
    func `a first line that is wrong is refused, also where invalid lines are skipped`(
        text: String, line: Int, column: String?, words: String
    ) throws {
        let (report, items) = try run(text, ImportOptions(skipInvalid: true))
        #expect(report.isRefused && items.isEmpty && report.imported == 0)
        let problem = try #require(report.problems.first)
        #expect(
            problem.line == line && problem.column == column && problem.message.contains(words), "\(problem)")
    }

    @Test func `an error has its line, its column and what was expected`() throws {
        let text =
            "name,quantity,notes\r\n\"Lamp\",1,\"two\r\nlines\"\r\nChair,many,x\r\nTable,0,\"a\r\n\r\nb\"\r\n,1,\r\nSofa,1\r\n"
        let (report, items) = try run(text)
        #expect(report.isRefused && report.problemCount == 4 && report.invalid == 4 && report.skipped == 0)
        #expect(items.map(\.name) == ["Lamp"])
        #expect(report.imported == 0)
        #expect(
            report.problems.map(\.description) == [
                "line 4, column 2 (quantity): Expected a whole number from 1 to 1000000, not “many”.",
                "line 5, column 2 (quantity): Expected a whole number from 1 to 1000000, not “0”.",
                "line 8, column 1 (name): Expected a name of 1 to 200 characters.",
                "line 9: Expected 3 fields, as the first line has, not 2.",
            ])
    }

    @Test func `a column that is missing is named where it is needed`() throws {
        let (report, _) = try run("name,purchase_price\nLamp,5\n")
        #expect(report.problems.map(\.column) == ["currency"])
        #expect(report.problems.map(\.columnNumber) == [nil])
    }

    @Test func `lines that are right are imported where the others may be skipped`() throws {
        let (report, items) = try run(
            "name,quantity\na,1\nb,x\nc,3\n\"d\"x,1\ne,5\n", ImportOptions(skipInvalid: true), known: ["e"])
        #expect(items.map(\.name) == ["a", "c"])
        #expect(report.imported == 2 && report.invalid == 2 && report.duplicates == 1 && report.skipped == 3)
        #expect(report.problems.map(\.line) == [3, 5] && !report.isRefused)
    }

    @Test func `a hundred errors are told, and the rest is counted`() throws {
        let (report, _) = try run("name,quantity\n" + String(repeating: "a,x\n", count: 250))
        #expect(report.problems.count == 100 && report.problemCount == 250 && report.invalid == 250)
    }

    @Test func `bytes that are not UTF-8 have a line and a column`() throws {
        let (report, _) = try run(Array("name,notes\nok,\nK\u{FC}che,".utf8) + [0xFC, 0x0A])
        #expect(report.problems.map(\.line) == [3] && report.problems.map(\.column) == ["notes"])
        #expect(report.problems.first?.message.contains("UTF-8") == true)
    }

    @Test(
        arguments: [
            ([0xFF, 0xFE, 0x6E, 0x00], "UTF-16"), ([0xFE, 0xFF, 0x00, 0x6E], "UTF-16"),
            ([0x50, 0x4B, 0x03, 0x04, 0x00], "workbook"),
        ] as [([UInt8], String)])
    func `a file of another kind is named for what it is`(bytes: [UInt8], word: String) throws {
        let (report, _) = try run(bytes)
        #expect(report.isRefused && report.problemCount == 1)
        #expect(report.problems.first?.message.contains(word) == true)
    }

    @Test func `the guard against formulas is taken back`() throws {
        let (_, items) = try run("name\n\"'=1+1\"\n''@x\n'quoted'\n-5\n")
        #expect(items.map(\.name) == ["=1+1", "'@x", "'quoted'", "-5"])
    }

    @Test func `progress tells rows and bytes`() throws {
        let text = "name\n" + (0..<50_000).map { "Item \($0)\n" }.joined()
        var told: [ImportProgress] = []
        var importer = CSVImporter(options: ImportOptions(), now: .epoch) { _, _ in true }
        let report = try importer.run(BytesInMemory(Array(text.utf8))) { told.append($0) }
        #expect(report.imported == 50_000)
        #expect(told.count > 5)
        #expect(
            told.last == ImportProgress(rows: 50_000, bytes: text.utf8.count, totalBytes: text.utf8.count))
    }

    @Test func `an error of the inventory ends the import`() {
        var importer = CSVImporter(options: ImportOptions(), now: .epoch) { _, _ in
            throw InventoryError.diskFull
        }
        #expect(throws: InventoryError.diskFull) {
            try importer.run(BytesInMemory(Array("name\na\n".utf8))) { _ in }
        }
    }
}
