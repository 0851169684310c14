public import struct Foundation.UUID

/// The news that a warranty ends soon, as it was when it became due.
public struct WarrantyNotice: Sendable, Hashable {
    /// The item's id.
    public var item: UUID
    /// The last day of the warranty.
    public var warrantyUntil: Day
    /// What people call the item.
    public var name: String
    /// Where it is, or empty.
    public var room: String
    /// The maker's number, or empty.
    public var serialNumber: String
    /// When it was bought.
    public var purchaseDate: Day?

    /// Describes the news.
    public init(
        item: UUID, warrantyUntil: Day, name: String, room: String, serialNumber: String, purchaseDate: Day?
    ) {
        self.item = item
        self.warrantyUntil = warrantyUntil
        self.name = name
        self.room = room
        self.serialNumber = serialNumber
        self.purchaseDate = purchaseDate
    }

    /// What tells this notice from every other, also if it is sent twice: `warranty-` with item and day.
    public var key: String { "warranty-\(item.uuidString.lowercased())-\(warrantyUntil)" }

    /// What the webhook receives.
    public var json: JSONValue {
        [
            "event": .string("warranty_ends"),
            "key": .string(key),
            "item": [
                "id": .string(item.uuidString.lowercased()),
                "name": .string(name),
                "room": room.isEmpty ? .null : .string(room),
                "serial_number": serialNumber.isEmpty ? .null : .string(serialNumber),
                "purchase_date": purchaseDate.map { .string($0.description) } ?? .null,
                "warranty_until": .string(warrantyUntil.description),
            ],
        ]
    }
}
