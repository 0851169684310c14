import Inventory
import NestoryPages
import Testing

@Suite struct EscapingTests {
    static let hostile = [
        "<script>alert(1)</script>", "\" onfocus=\"alert(1)", "' onfocus='alert(1)", "</title><script>",
        "</textarea><b>",
        // One character for Swift, but a quotation mark and a combining mark for a browser.
        "\"\u{301} onfocus=alert(1) ", "<\u{338}script>", ">\u{FE0F}<\u{200D}b", "{{t.add}}{{{textsJson}}}",
        "&lt;b&gt;",
    ]

    @Test(arguments: hostile)
    func `what people typed never becomes markup`(_ text: String) throws {
        let item = try Household.item(
            text, [.category: text, .room: text, .serialNumber: text, .notes: text])
        let places = ItemPlaces(categories: [text], rooms: [text])
        var editor = EditorPage(editing: item, places: places)
        editor.problems = ItemProblems([.name: text])
        editor.message = text
        let pages = try NestoryPages()
        let harmless = try Household.item("-", [.category: "-", .room: "-", .serialNumber: "-", .notes: "-"])
        var harmlessEditor = EditorPage(
            editing: harmless, places: ItemPlaces(categories: ["-"], rooms: ["-"]))
        harmlessEditor.problems = ItemProblems([.name: "-"])
        harmlessEditor.message = "-"

        let written = [
            (
                try Household.page([item], places: places, ["query": text, "room": text]),
                try Household.page(
                    [harmless], places: ItemPlaces(categories: ["-"], rooms: ["-"]),
                    ["query": "-", "room": "-"])
            ),
            (pages.editor(editor), pages.editor(harmlessEditor)),
            (pages.deletion(of: item), pages.deletion(of: harmless)),
            (pages.failed(text), pages.failed("-")),
        ]
        for (page, same) in written {
            for mark in ["<", ">", "\"", "'"] as [Unicode.Scalar] {
                let count = page.unicodeScalars.count { $0 == mark }
                #expect(
                    count == same.unicodeScalars.count { $0 == mark }, "\(mark) of \(text) reaches the page")
            }
        }
    }

    @Test func `an address in a link keeps the text that was searched`() throws {
        let page = try Household.page(
            [try Household.item("Lamp")], total: 120, ["query": "a&b=c #d?%é", "offset": "50"])
        #expect(page.contains("href=\"/?query=a%26b%3Dc%20%23d%3F%25%C3%A9&amp;offset=100\""))
    }

    @Test func `notes keep their line breaks in the form`() throws {
        let item = try Household.item("Lamp", [.notes: "\n first\r\nsecond "])
        let page = try NestoryPages().editor(
            EditorPage(editing: item, places: ItemPlaces(categories: [], rooms: [])))
        // A browser passes over one line feed after the tag.
        #expect(page.contains(">\n\n first&#13;\nsecond </textarea>"))
    }
}
