import Inventory
import Testing

import struct Foundation.UUID

@Suite struct StricterRulesTests {
    private static func problems(_ values: [ItemField: String]) -> ItemProblems? {
        var text = ItemText()
        for (field, value) in values { text[field] = value }
        do throws(ItemProblems) {
            _ = try ItemValidator.item(from: text, newID: UUID(), now: .epoch)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "\u{200B}", "\u{FEFF}", "\u{2060}\u{200D}", "\u{3164}", "\u{2800}", "\u{00AD}", "\u{E0001}",
        "\u{115F} \u{1160}", "\u{034F}",
    ])
    func `a name that nobody can see is none`(name: String) {
        #expect(Self.problems([.name: name])?.fields == [.name])
        #expect(Self.problems([.name: name + "a"]) == nil)
    }

    @Test(arguments: ["椅子", "🪑", "👩‍👩‍👧", "é", "-", "1", "ع"]) func `a name that can be seen is taken`(name: String) {
        #expect(Self.problems([.name: name]) == nil)
    }

    @Test func `a warranty cannot end before the purchase`() {
        let wrong = Self.problems([.name: "Lamp", .purchaseDate: "2026-02-02", .warrantyUntil: "2026-02-01"])
        #expect(wrong?.fields == [.warrantyUntil])
        #expect(Self.problems([.name: "Lamp", .purchaseDate: "2026-02-02", .warrantyUntil: "2026-02-02"]) == nil)
        #expect(Self.problems([.name: "Lamp", .warrantyUntil: "2026-02-01"]) == nil)
    }
}
