public import Inventory

public import struct Foundation.UUID

/// A form with an item, as a page sends it.
public struct ItemSubmission: Sendable, Equatable {
    /// Which form it is. The browser makes it up, and a new item gets it as its id: so sending the form again, when
    /// the answer was lost, adds nothing twice.
    public var form: UUID
    /// The item that is edited; nil for a new one.
    public var item: UUID?
    /// What stands in the fields.
    public var values: ItemText

    /// Describes a form.
    public init(form: UUID, item: UUID?, values: ItemText) {
        self.form = form
        self.item = item
        self.values = values
    }
}
