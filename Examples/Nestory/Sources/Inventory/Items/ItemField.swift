/// The fields of an item, by the names that CSV, JSON and forms share, in the order in which they are
/// exported.
public enum ItemField: String, CaseIterable, Sendable, Hashable {
    case id, name, category, room, quantity
    case purchasePrice = "purchase_price"
    case currency
    case purchaseDate = "purchase_date"
    case serialNumber = "serial_number"
    case warrantyUntil = "warranty_until"
    case notes
    case updatedAt = "updated_at"
}
