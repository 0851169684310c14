#if PostgreSQL
import Inventory
import PostgresClient

/// The SQL for a query.
struct PostgresFilter {
    private var terms: [String] = []
    private(set) var values: [PostgresValue] = []
    /// What to order by. What is equal, or missing, is ordered by name.
    let order: String

    init(_ query: ItemQuery) {
        order = Self.order(query)
        let words = SearchText.words(query.text)
        for word in words.prefix(Self.mostTerms) { add({ "strpos(search, \($0)) > 0" }, word) }
        if words.count > Self.mostTerms {
            add(
                {
                    """
                    NOT EXISTS (
                        SELECT 1 FROM unnest(string_to_array(\($0), ' ')) AS word WHERE strpos(search, word) = 0)
                    """
                }, words.dropFirst(Self.mostTerms).joined(separator: " "))
        }
        if let category = query.category { add({ "category = \($0)" }, category) }
        if let room = query.room { add({ "room = \($0)" }, room) }
        add("warranty_until", query.warranty)
        add("purchase_date", query.bought)
        if let price = query.price {
            values += [.integer(price.tenThousandths.lowerBound), .integer(price.tenThousandths.upperBound)]
            terms.append("price::numeric * \(Self.factor) BETWEEN $\(values.count - 1) AND $\(values.count)")
        }
    }

    private mutating func add(_ column: String, _ days: ClosedRange<Day>?) {
        guard let days else { return }
        values += [.date(days.lowerBound.description), .date(days.upperBound.description)]
        terms.append("\(column) BETWEEN $\(values.count - 1) AND $\(values.count)")
    }

    /// How many words are terms of their own. PostgreSQL takes 65,535 values in a statement; the others share one.
    private static let mostTerms = 100

    /// By what a price is multiplied, so that those of all currencies can be compared.
    private static let factor =
        PriceRange.factors.reduce("CASE") { sql, group in
            "\(sql) WHEN currency IN (\(group.codes.map { "'\($0)'" }.joined(separator: ", "))) THEN \(group.factor)"
        } + " END"

    /// The condition, or nothing.
    var condition: String { terms.isEmpty ? "" : "WHERE " + terms.joined(separator: " AND ") }

    private mutating func add(_ term: (String) -> String, _ text: String) {
        // No item holds a NUL, and PostgreSQL cannot be asked for one.
        guard !text.utf8.contains(0) else { return terms.append("false") }
        values.append(.text(text))
        terms.append(term("$\(values.count)"))
    }

    private static func order(_ query: ItemQuery) -> String {
        let direction = query.isDescending ? " DESC" : ""
        let ofName = query.order == .name ? direction : ""
        let byName = "\(PostgresSchema.nameOrder)\(ofName), number\(ofName)"
        switch query.order {
        case .name: return byName
        case .room: return "room = '', room\(direction), \(byName)"
        case .purchaseDate: return "purchase_date IS NULL, purchase_date\(direction), \(byName)"
        case .warrantyUntil: return "warranty_until IS NULL, warranty_until\(direction), \(byName)"
        // A product of two bigints may be none.
        case .value: return "price IS NULL, currency, price::numeric * quantity\(direction), \(byName)"
        }
    }
}
#endif
