extension JSONValue {
    /// Writes an item: the quantity as a number, what it has no value for as null, all else as text.
    public init(_ item: Item) {
        self = .object(
            ItemField.allCases.map { field in
                let text = item[field]
                let value: JSONValue =
                    switch field {
                    case .quantity: .number(text)
                    default: text.isEmpty ? .null : .string(text)
                    }
                return Member(name: field.rawValue, value: value)
            })
    }
}
