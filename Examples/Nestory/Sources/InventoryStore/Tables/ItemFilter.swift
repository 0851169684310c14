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
        for word in SearchText.words(query.text) {
            terms.append("instr(search, ?) > 0")
            arguments += [word]
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
