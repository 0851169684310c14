import Foundation
import Inventory
import NestoryPages
import Testing

@Suite struct EditorPageTests {
    static let places = ItemPlaces(categories: ["Art"], rooms: ["Hall"])

    @Test func `every field that people may fill in is in the form`() throws {
        let page = try NestoryPages().editor(EditorPage(newIn: .euro, places: Self.places))
        for field in ItemField.allCases where field != .id && field != .updatedAt {
            #expect(page.contains(" name=\"\(field.rawValue)\""), "\(field)")
            #expect(page.contains("<label for=\"field-\(field.rawValue)\">"), "\(field)")
        }
        #expect(page.contains("<form id=\"editor\" action=\"/items\" method=\"post\" novalidate>"))
    }

    @Test func `an item that is edited fills the form as it is kept`() throws {
        let item = try Household.item(
            "Clock",
            [
                .category: "Art", .quantity: "2", .purchasePrice: "7.5", .currency: "chf",
                .purchaseDate: "2020-02-29",
            ])
        let page = try NestoryPages().editor(EditorPage(editing: item, places: Self.places))
        for value in ["Clock", "Art", "2", "7.50", "CHF", "2020-02-29"] {
            #expect(page.contains(" value=\"\(value)\""))
        }
        #expect(page.contains("action=\"/items/\(item[.id])\" method=\"post\" data-item=\"\(item[.id])\""))
        #expect(page.contains("href=\"/items/\(item[.id])/delete\""))
    }

    @Test func `a mistake stands beside its field, with what was typed`() throws {
        var editor = EditorPage(newIn: .euro, places: Self.places)
        editor.values[.purchasePrice] = "12,5"
        editor.problems = ItemProblems([.purchasePrice: "Expected a point.", .name: "Expected a name."])
        let page = try NestoryPages().editor(editor)
        #expect(page.contains("value=\"12,5\""))
        #expect(page.contains("<p class=\"error\" id=\"error-purchase_price\">Expected a point.</p>"))
        #expect(page.contains("2 things need another look."))
        #expect(page.components(separatedBy: "aria-invalid=\"true\"").count == 3)
    }
}
