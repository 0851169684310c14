extension ItemText {
    /// Takes an item's fields from a JSON object.
    ///
    /// A field that is null counts as not given. The quantity and the price may be numbers or text.
    ///
    /// - Returns: The fields, with messages for those of another type; and names that are not an item's.
    public static func reading(_ members: [JSONValue.Member]) -> (
        text: ItemText, problems: ItemProblems, unknown: [String]
    ) {
        var text = ItemText()
        var problems = ItemProblems()
        var unknown: [String] = []
        for member in members {
            guard let field = ItemField(rawValue: member.name) else {
                unknown.append(member.name)
                continue
            }
            switch (member.value, field) {
            case (.null, _): break
            case (.string(let value), _): text[field] = value
            case (.number(let value), .quantity), (.number(let value), .purchasePrice): text[field] = value
            case (_, .quantity), (_, .purchasePrice): problems.messages[field] = "Expected a number."
            default: problems.messages[field] = "Expected text."
            }
        }
        return (text, problems, unknown)
    }
}
