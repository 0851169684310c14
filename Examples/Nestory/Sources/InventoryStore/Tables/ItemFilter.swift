import GRDB
import Inventory

/// The SQL condition for a query.
struct ItemFilter {
    private(set) var condition = ""
    private(set) var arguments = StatementArguments()

    /// What to order by. What is equal, or missing, is ordered by name.
    let order: String

    init(_ query: ItemQuery) {
        order = Self.order(query)
        var terms: [String] = []
        let words = SearchText.words(query.text)
        for word in words.prefix(Self.mostTerms) {
            terms.append("instr(search, ?) > 0")
            arguments += [word]
        }
        if words.count > Self.mostTerms {
            terms.append("NOT EXISTS (SELECT 1 FROM json_each(?) WHERE instr(search, value) = 0)")
            let others = JSONValue.array(words.dropFirst(Self.mostTerms).map { .string($0) })
            arguments += [String(decoding: others.bytes, as: UTF8.self)]
        }
        if let category = query.category {
            terms.append("category = ?")
            arguments += [category]
        }
        if let room = query.room {
            terms.append("room = ?")
            arguments += [room]
        }
        if let days = query.warranty {
            terms.append("warranty_until BETWEEN ? AND ?")
            arguments += [days.lowerBound.description, days.upperBound.description]
        }
        if let days = query.bought {
            terms.append("purchase_date BETWEEN ? AND ?")
            arguments += [days.lowerBound.description, days.upperBound.description]
        }
        if let price = query.price {
            terms.append("price * \(Self.factor) BETWEEN ? AND ?")
            arguments += [price.tenThousandths.lowerBound, price.tenThousandths.upperBound]
        }
        if !terms.isEmpty { condition = "WHERE " + terms.joined(separator: " AND ") }
    }

    /// How many words are terms of their own, which is fast. SQLite refuses a thousand; the others share one.
    private static let mostTerms = 100

    /// By what a price is multiplied, so that those of all currencies can be compared.
    private static let factor =
        PriceRange.factors.reduce("CASE") { sql, group in
            "\(sql) WHEN currency IN (\(group.codes.map { "'\($0)'" }.joined(separator: ", "))) THEN \(group.factor)"
        } + " END"

    private static func order(_ query: ItemQuery) -> String {
        let direction = query.isDescending ? " DESC" : ""
        let byName =
            "\(Schema.nameOrder)\(query.order == .name ? direction : ""), number\(query.order == .name ? direction : "")"
        switch query.order {
        case .name: return byName
        case .room: return "room = '', room\(direction), \(byName)"
        case .purchaseDate: return "purchase_date IS NULL, purchase_date\(direction), \(byName)"
        case .warrantyUntil: return "warranty_until IS NULL, warranty_until\(direction), \(byName)"
        case .value: return "price IS NULL, currency, price * quantity\(direction), \(byName)"
        }
    }
}
