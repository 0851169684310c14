import Foundation
import Inventory
import Testing

@Suite struct ItemValidatorTests {
    private func item(_ fields: [ItemField: String]) throws(ItemProblems) -> Item {
        var text = ItemText()
        for (field, value) in fields { text[field] = value }
        return try ItemValidator.item(from: text, newID: UUID(), now: .epoch)
    }

    private func messages(_ fields: [ItemField: String]) -> [ItemField: String] {
        do throws(ItemProblems) {
            _ = try item(fields)
            return [:]
        } catch {
            return error.messages
        }
    }

    @Test func `a name is enough`() throws {
        let lamp = try item([.name: "Lamp"])
        #expect(lamp.name == "Lamp" && lamp.quantity == 1 && lamp.price == nil && lamp.updatedAt == .epoch)
    }

    @Test func `every field is read`() throws {
        let id = "7d444840-9dc0-11d1-b245-5ffdce74fad2"
        let given: [ItemField: String] = [
            .id: id, .name: "椅子 🪑", .category: "Furniture", .room: "Wohnzimmer", .quantity: "4",
            .purchasePrice: "1200",
            .currency: "jpy", .purchaseDate: "2020-02-29", .serialNumber: "=1", .warrantyUntil: "2026-12-01",
            .notes: " two\nlines ", .updatedAt: "2026-11-20T17:42:49.120Z",
        ]
        let chair = try item(given)
        for field in ItemField.allCases where field != .currency { #expect(chair[field] == given[field]) }
        #expect(chair[.currency] == "JPY")
        #expect(chair.price?.minorUnits == 1200)
    }

    @Test(arguments: [
        (ItemField.name, ""), (.name, " \n"), (.name, String(repeating: "x", count: 201)), (.name, "a\u{0}b"),
        (.name, "\u{1B}[2J"),
        (.name, "a\u{85}b"), (.name, "e" + String(repeating: "\u{301}", count: 10_000)), (.quantity, "0"),
        (.quantity, "-1"),
        (.quantity, "1.5"), (.quantity, "many"), (.quantity, "1000001"),
        (.quantity, "99999999999999999999999"),
        (.quantity, "１"), (.purchasePrice, "12,50"), (.purchasePrice, "-1"), (.purchasePrice, "1e400"),
        (.purchasePrice, "NaN"),
        (.purchasePrice, "1.001"), (.purchasePrice, "99999999999999999"), (.currency, "EURO"),
        (.currency, "XXX"),
        (.purchaseDate, "20.11.2026"), (.purchaseDate, "2026-02-30"), (.warrantyUntil, "soon"), (.id, "1"),
        (.id, "{7d444840-9dc0-11d1-b245-5ffdce74fad2}"), (.updatedAt, "yesterday"),
        (.category, String(repeating: "c", count: 101)),
        (.room, "\u{7}"), (.serialNumber, String(repeating: "9", count: 101)),
        (.notes, String(repeating: "n", count: 10_001)),
    ])
    func `a field that cannot be as it is gets a message`(field: ItemField, text: String) {
        var fields: [ItemField: String] = [.name: "Lamp", .currency: "EUR"]
        fields[field] = text
        let messages = messages(fields)
        #expect(Array(messages.keys) == [field])
        #expect(messages[field]?.hasPrefix("Expected") == true)
    }

    @Test func `a name may have two hundred characters of any length in bytes`() throws {
        let name = String(repeating: "👨‍👩‍👧‍👦", count: 200)
        #expect(try item([.name: name]).name == name)
    }

    @Test func `a blank with an accent on it is text`() throws {
        let item = try item([.name: " \u{301}", .notes: "\n\u{301}"])
        #expect(item.name == " \u{301}" && item.notes == "\n\u{301}")
    }

    @Test func `a price needs its currency, and a currency no price`() throws {
        #expect(Array(messages([.name: "Lamp", .purchasePrice: "5"]).keys) == [.currency])
        let lamp = try item([.name: "Lamp", .currency: "CHF"])
        #expect(lamp.price == nil && lamp[.currency] == "CHF")
    }

    @Test func `all fields that are wrong are named at once`() {
        let found = messages([.quantity: "x", .purchasePrice: "x", .currency: "x", .purchaseDate: "x"])
        #expect(Set(found.keys) == [.name, .quantity, .purchasePrice, .currency, .purchaseDate])
    }

    @Test func `a message shows what was found, short and without control characters`() throws {
        let message = try #require(
            messages([.name: "a", .quantity: "\u{1B}[31m" + String(repeating: "9", count: 500)])[.quantity])
        #expect(message.count < 120)
        #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }

    @Test func `JSON of another type gets a message, and unknown names are told`() {
        let members: [JSONValue.Member] = [
            .init(name: "name", value: .number("5")), .init(name: "quantity", value: .bool(true)),
            .init(name: "purchase_price", value: .number("12.50")), .init(name: "colour", value: .null),
            .init(name: "notes", value: .array([])), .init(name: "room", value: .null),
        ]
        let (text, problems, unknown) = ItemText.reading(members)
        #expect(Set(problems.messages.keys) == [.name, .quantity, .notes])
        #expect(text[.purchasePrice] == "12.50" && text[.room] == nil)
        #expect(unknown == ["colour"])
    }
}
