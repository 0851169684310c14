import struct Foundation.UUID

extension ItemValidator {
    /// Says what is wrong with one field alone, in words for people; nil where nothing is.
    ///
    /// What two fields must be together, such as a price and its currency, only ``item(from:newID:now:)`` can tell.
    ///
    /// - Parameters:
    ///   - text: What stands in the field.
    ///   - field: Which field it is.
    public static func problem(with text: String, in field: ItemField) -> String? {
        var typed = ItemText()
        typed[.name] = "–"
        // Any currency will do: only without one does a price have another problem than its own.
        typed[.currency] = "EUR"
        if field == .purchasePrice { typed[.currency] = nil }
        typed[field] = text
        do throws(ItemProblems) {
            _ = try item(from: typed, newID: .nothing, now: .epoch)
            return nil
        } catch {
            return error.messages[field]
        }
    }
}

extension UUID {
    fileprivate static let nothing = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
}
