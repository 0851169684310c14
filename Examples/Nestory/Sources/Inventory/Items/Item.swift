public import struct Foundation.UUID

/// A thing that the household owns, or several alike.
///
/// Items from people come through ``ItemValidator``, which checks every field; texts that nobody gave are
/// empty.
public struct Item: Hashable, Sendable, Codable, Identifiable {
    /// What tells it from every other item, also in another database.
    public var id: UUID
    /// What people call it.
    public var name: String
    /// What kind of thing it is, or empty.
    public var category: String
    /// Where it is, or empty.
    public var room: String
    /// How many there are, from 1.
    public var quantity: Int
    /// What one of them cost.
    public private(set) var price: Money?
    /// The currency of the price; there may be a currency without a price.
    public private(set) var currency: Currency?
    /// When it was bought.
    public var purchaseDate: Day?
    /// The maker's number, or empty.
    public var serialNumber: String
    /// The last day of the warranty.
    public var warrantyUntil: Day?
    /// Anything else, or empty.
    public var notes: String
    /// When it was last changed.
    public var updatedAt: Timestamp
    /// How often it was saved, from 1. The inventory counts.
    public var revision: Int

    /// Describes an item.
    ///
    /// - Parameters:
    ///   - price: What one of them cost; its currency is the item's.
    ///   - currency: The currency where there is no price.
    public init(
        id: UUID, name: String, category: String = "", room: String = "", quantity: Int = 1,
        price: Money? = nil, currency: Currency? = nil, purchaseDate: Day? = nil, serialNumber: String = "",
        warrantyUntil: Day? = nil, notes: String = "", updatedAt: Timestamp, revision: Int = 1
    ) {
        self.id = id
        self.name = name
        self.category = category
        self.room = room
        self.quantity = quantity
        self.price = price
        self.currency = price?.currency ?? currency
        self.purchaseDate = purchaseDate
        self.serialNumber = serialNumber
        self.warrantyUntil = warrantyUntil
        self.notes = notes
        self.updatedAt = updatedAt
        self.revision = revision
    }

    /// A field as CSV, JSON and forms write it; empty where the item has none.
    public subscript(field: ItemField) -> String {
        switch field {
        case .id: id.uuidString.lowercased()
        case .name: name
        case .category: category
        case .room: room
        case .quantity: String(quantity)
        case .purchasePrice: price?.text ?? ""
        case .currency: currency?.code ?? ""
        case .purchaseDate: purchaseDate?.description ?? ""
        case .serialNumber: serialNumber
        case .warrantyUntil: warrantyUntil?.description ?? ""
        case .notes: notes
        case .updatedAt: updatedAt.description
        }
    }
}
