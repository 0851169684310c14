import Hummingbird
import Inventory

import struct Foundation.UUID

/// An item as a form without a script sends it.
struct ItemForm {
    /// What stands in the fields.
    private(set) var values: [ItemField: String] = [:]
    /// The revision of the item that the form was opened with; nil where it does not say.
    private(set) var revision: Int?
    /// Tells this form, filled in like this, from every other; nil where it does not say.
    private(set) var key: ChangeKey?
    private var unknown: [String] = []

    /// - Throws: ``APIError`` where the body is no form.
    init(_ request: Request) async throws {
        let bytes = try await request.bytes(of: "application/x-www-form-urlencoded")
        guard let text = String(validating: bytes, as: UTF8.self) else { throw APIError.badEncoding }
        let form = try QueryText(text)
        for name in form.names {
            guard let field = ItemField(rawValue: name) else {
                if name == "revision" || name == "key" { continue }
                unknown.append(name)
                continue
            }
            // Browsers send CRLF, whatever the text had.
            values[field] = form[name]?.replacing("\r\n", with: "\n")
        }
        revision = form["revision"].flatMap { Int($0) }
        // Filled in otherwise, it is another change.
        key = form["key"].flatMap { ChangeKey("\($0)-\(Fingerprint(bytes).text)", of: bytes) }
    }

    /// Makes the item.
    ///
    /// - Throws: ``ItemProblems`` for the fields; ``APIError`` where the form is not one of ours.
    func item(id: UUID, now: Timestamp) throws -> Item {
        guard unknown.isEmpty else { throw APIError.badQuery("The form has a field that an item has not.") }
        var text = ItemText()
        for (field, value) in values { text[field] = value }
        text[.id] = id.uuidString
        text[.updatedAt] = nil
        return try ItemValidator.item(from: text, newID: id, now: now)
    }
}
