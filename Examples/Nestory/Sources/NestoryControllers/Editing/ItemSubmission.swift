public import Inventory

public import struct Foundation.UUID

/// A form with an item, as a page sends it.
public struct ItemSubmission: Sendable, Equatable {
    /// Which form it is. The browser makes it up, and a new item gets it as its id: so sending the form again, when
    /// the answer was lost, adds nothing twice.
    public var form: UUID
    /// The item that is edited; nil for a new one.
    public var item: UUID?
    /// The revision of the item that the form was opened with; nil where the last writer wins.
    public var revision: Int?
    /// What stands in the fields.
    public var values: ItemText

    /// Describes a form.
    public init(form: UUID, item: UUID?, revision: Int? = nil, values: ItemText) {
        self.form = form
        self.item = item
        self.revision = revision
        self.values = values
    }

    /// Tells this form, filled in like this, from every other: sent again, it counts once.
    var key: ChangeKey? {
        let typed =
            ItemField.allCases.map { values[$0] ?? "" } + [item?.uuidString ?? "", revision.map { "\($0)" } ?? ""]
        let request = Array(typed.joined(separator: "\u{0}").utf8)
        return ChangeKey("\(form.uuidString.lowercased())-\(Fingerprint(request).text)", of: request)
    }
}
