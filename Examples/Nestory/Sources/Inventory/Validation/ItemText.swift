/// An item as people typed it: a text for each field that they gave.
public struct ItemText: Sendable, Equatable {
    private var texts: [String?]

    /// Starts without any field.
    public init() {
        texts = Array(repeating: nil, count: ItemField.allCases.count)
    }

    /// The text of a field; nil where it was not given.
    public subscript(field: ItemField) -> String? {
        get { texts[field.position] }
        set { texts[field.position] = newValue }
    }
}

extension ItemField {
    /// Where the field stands in the order of all fields.
    var position: Int {
        switch self {
        case .id: 0
        case .name: 1
        case .category: 2
        case .room: 3
        case .quantity: 4
        case .purchasePrice: 5
        case .currency: 6
        case .purchaseDate: 7
        case .serialNumber: 8
        case .warrantyUntil: 9
        case .notes: 10
        case .updatedAt: 11
        }
    }
}
