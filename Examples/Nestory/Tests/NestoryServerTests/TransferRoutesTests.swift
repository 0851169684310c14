import HTTPTypes
import Inventory
import Testing

@Suite struct TransferRoutesTests {
    private static let csv = #"""
        name,category,room,quantity,purchase_price,currency,serial_number,notes\#r
        Lamp,Light,Hall,2,12.50,EUR,,\#r
        "Chair, oak",Seats,Hall,4,1200,JPY,S-1,"two\#r
        lines ""quoted"""\#r
        "'=cmd",,,1,,,,=1+1\#r

        """#

    @Test func `an import adds all items, and the same file again adds nothing`() async throws {
        try await Nestory.run { nestory in
            let first = try await nestory.importCSV(Self.csv)
            #expect(first.status == 200, "\(first.text)")
            #expect(first.json?["imported"] == .number("3") && first.json?["skipped"] == .number("0"))
            #expect(first.json?["errors"] == .array([]))
            let second = try await nestory.importCSV(Self.csv)
            #expect(second.json?["imported"] == .number("0") && second.json?["skipped"] == .number("3"))
            #expect(try await nestory.count() == "3")
        }
    }

    @Test func `an export imported elsewhere is exported the same, byte for byte`() async throws {
        try await Nestory.run { nestory in
            #expect(try await nestory.importCSV(Self.csv).status == 200)
            // Twins differ in nothing but their ids.
            for _ in 0..<2 {
                #expect(try await nestory.post(#"{"name": "Twin", "notes": "\ttab"}"#).status == 201)
            }
            let exported = try await nestory.get("/api/export.csv")
            #expect(exported.headers[.contentType]?.hasPrefix("text/csv") == true)
            #expect(exported.headers[.contentDisposition] == "attachment; filename=\"nestory.csv\"")
            #expect(exported.text.contains("\"'=cmd\"") && exported.text.contains("\"'=1+1\""))
            try await Nestory.run { other in
                let answer = try await other.importCSV(exported.text)
                #expect(answer.json?["imported"] == .number("5"))
                #expect(try await other.get("/api/export.csv").text == exported.text)
                let json = try await nestory.get("/api/export.json").text
                #expect(try await other.get("/api/export.json").text == json)
                #expect(try await other.importCSV(exported.text).json?["imported"] == .number("0"))
            }
        }
    }

    @Test func `an export of nothing is a line of names`() async throws {
        try await Nestory.run { nestory in
            let names = ItemField.allCases.map(\.rawValue).joined(separator: ",")
            let csv = try await nestory.get("/api/export.csv")
            #expect(csv.text == names + "\r\n")
            #expect(try await nestory.get("/api/export.json").json == ["items": .array([])])
        }
    }

    @Test func `a file with one error changes nothing, and says where it is`() async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.importCSV(Self.csv + "Table,,,none,,,,\r\n")
            #expect(answer.status == 422 && answer.code == "import_refused")
            #expect(answer.json?["imported"] == .number("0") && answer.json?["skipped"] == .number("0"))
            let error = try #require(answer.json?["errors"]?.values.first)
            #expect(error["line"] == .number("6") && error["column"] == .string("quantity"))
            #expect(error["message"]?.text?.contains("whole number") == true)
            #expect(try await nestory.count() == "0")
        }
    }

    @Test func `invalid lines are skipped where that is asked for, and a try changes nothing`() async throws {
        try await Nestory.run { nestory in
            let csv = Self.csv + "Table,,,none,,,,\r\n"
            let tried = try await nestory.importCSV(csv, "?skip_invalid=true&dry_run=true")
            #expect(tried.status == 200 && tried.json?["imported"] == .number("3"))
            #expect(try await nestory.count() == "0")
            let imported = try await nestory.importCSV(csv, "?skip_invalid=true")
            #expect(imported.json?["imported"] == .number("3") && imported.json?["skipped"] == .number("1"))
            #expect(imported.json?["errors"]?.values.count == 1)
            #expect(try await nestory.count() == "3")
        }
    }

    @Test func `a hundred errors are told and the rest is counted`() async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.importCSV(
                "name,quantity\n" + String(repeating: "a,x\n", count: 130))
            #expect(answer.json?["errors"]?.values.count == 100)
            #expect(answer.json?["error_count"] == .number("130"))
        }
    }

    @Test func `a large import is one transaction`() async throws {
        try await Nestory.run { (nestory: Nestory) async throws in
            let lines = (0..<5000).map { "Item \($0),\($0 == 4999 ? "x" : "1")\n" }.joined()
            #expect(try await nestory.importCSV("name,quantity\n" + lines).status == 422)
            #expect(try await nestory.count() == "0")
        }
    }

    @Test(arguments: [
        "", "\u{FEFF}", "name,colour\na,red\n", "room\nHall\n", "name|room\n", "\"name", "name\n\"a\n",
    ])
    func `a file that is no inventory is refused`(csv: String) async throws {
        try await Nestory.run { nestory in
            let answer = try await nestory.importCSV(csv)
            #expect(answer.status == 422 && answer.code == "import_refused")
            #expect(answer.json?["errors"]?.values.count == 1)
        }
    }

    @Test func `an import of another type, an absurd flag or too many bytes is refused`() async throws {
        try await Nestory.run { (nestory: Nestory) async throws in
            let csv = Array("name\na\n".utf8)
            #expect(try await nestory.send(.post, "/api/import", csv, type: "application/json").status == 415)
            #expect(try await nestory.importCSV("name\na\n", "?dry_run=maybe").status == 400)
            let big = Array(repeating: UInt8(ascii: "a"), count: 10 * 1024 * 1024 + 1)
            #expect(try await nestory.send(.post, "/api/import", big, type: "text/csv").status == 413)
            #expect(try await nestory.count() == "0")
        }
    }
}
