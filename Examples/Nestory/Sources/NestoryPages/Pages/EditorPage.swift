public import Inventory

public import struct Foundation.UUID

/// The form in which an item is added or edited, with what was typed so far.
public struct EditorPage: Sendable {
    /// The item that is edited; nil for a new one.
    public var id: UUID?
    /// The name of the item that is edited, as it is kept.
    public var name: String
    /// What stands in the fields.
    public var values: [ItemField: String]
    /// The revision of the item that the form was opened with; nil for a new one.
    public var revision: Int?
    /// Tells this form from every other, so that it counts once however often it is sent.
    public var key: String
    /// What stands in the fields of the item by now, where somebody has changed it since the form was opened.
    public var stored: Item?
    /// Whether somebody has deleted the item since the form was opened.
    public var isGone = false
    /// What is wrong with them.
    public var problems: ItemProblems
    /// What is wrong with the whole, in words for people.
    public var message: String?
    /// The categories and rooms to choose from.
    public var places: ItemPlaces
    /// The number of the kept change that the form replaces; nil to make a change.
    public var kept: Int64?

    /// The form for a new item.
    ///
    /// - Parameters:
    ///   - currency: What stands in the field of the currency at first.
    ///   - places: The categories and rooms to choose from.
    public init(newIn currency: Currency, places: ItemPlaces) {
        self.init(id: nil, name: "", values: [.currency: currency.code, .quantity: "1"], places: places)
    }

    /// The form for an item that there is.
    public init(editing item: Item, places: ItemPlaces) {
        let values = Dictionary(uniqueKeysWithValues: ItemField.allCases.map { ($0, item[$0]) })
        self.init(id: item.id, name: item.name, values: values, places: places)
        revision = item.revision
    }

    /// Shows what somebody else has made of the item meanwhile, beside what was typed.
    public mutating func confront(with item: Item) {
        stored = item
        revision = item.revision
    }

    private init(id: UUID?, name: String, values: [ItemField: String], places: ItemPlaces) {
        self.id = id
        self.name = name
        self.values = values
        self.places = places
        problems = ItemProblems()
        key = UUID().uuidString.lowercased()
    }
}
