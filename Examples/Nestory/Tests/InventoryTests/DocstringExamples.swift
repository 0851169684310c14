import Foundation
import Inventory
import Testing

/// The examples of docstrings, which SnippetTests of the root package looks up here.
@Suite struct DocstringExamples {
    @Test func `money is minor units and a text`() throws {
        let price = try Money("12.5", in: .euro)
        #expect(price.minorUnits == 1250)
        #expect(price.text == "12.50")
    }

    @Test func `a reader of CSV gives its rows`() {
        var rows: [CSVRow] = []
        var reader = CSVReader()
        reader.read(Array("name\r\nLamp\r\n".utf8)) { row in rows.append(row) }
        reader.finish { row in rows.append(row) }
        #expect(rows.count == 2)
    }

    @Test func `a text with a name is an item`() throws {
        let now = try #require(Timestamp("2026-11-20T12:00:00Z"))
        var text = ItemText()
        text[.name] = "Lamp"
        let item = try ItemValidator.item(from: text, newID: UUID(), now: now)
        #expect(item.name == "Lamp")
    }
}
