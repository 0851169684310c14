import GRDB
import Inventory

/// The SQL condition for a query.
struct ItemFilter {
    private(set) var condition = ""
    private(set) var arguments = StatementArguments()

    init(_ query: ItemQuery) {
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
        if !terms.isEmpty { condition = "WHERE " + terms.joined(separator: " AND ") }
    }
}
