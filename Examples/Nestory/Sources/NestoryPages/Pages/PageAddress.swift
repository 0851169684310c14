public import Inventory

/// What the address of the inventory asks for: `/?query=lamp&room=Study&currency=CHF&offset=50`.
///
/// An address may come from anywhere; what makes no sense in it is passed over.
public struct PageAddress: Sendable, Equatable {
    /// The items to list.
    public var query: ItemQuery
    /// The currency of the totals.
    public var currency: Currency
    /// What just happened.
    public var notice: PageNotice?

    /// How many items a page lists.
    public static let itemsPerPage = 50

    /// Reads an address.
    ///
    /// - Parameter parameter: Returns the decoded parameter of a name; nil where the address has none.
    public init(parameter: (String) -> String?) {
        func text(_ name: String) -> String? {
            guard let value = parameter(name), !value.allSatisfy(\.isWhitespace) else { return nil }
            return String(value.prefix(ItemQuery.longestText))
        }
        let offset = text("offset").flatMap { Int($0) } ?? 0
        query = ItemQuery(
            text: text("query") ?? "", category: text("category"), room: text("room"),
            warranty: Self.days(text("warranty_from"), text("warranty_to")),
            bought: Self.days(text("bought_from"), text("bought_to")),
            price: PriceRange(from: text("price_from"), to: text("price_to")),
            order: text("sort").flatMap { ItemQuery.Order(rawValue: $0) } ?? .name,
            isDescending: text("order") == "desc", limit: Self.itemsPerPage,
            offset: (0...1_000_000_000).contains(offset) ? offset : 0)
        currency = text("currency").flatMap { Currency($0) } ?? .euro
        notice = text("notice").flatMap { PageNotice(rawValue: $0) }
    }

    /// Whether the list leaves anything out by its search or a filter.
    var isFiltered: Bool { query.isFiltered }

    /// The parts of the address, without the notice.
    var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        if !query.text.isEmpty { parameters.append(("query", query.text)) }
        if let category = query.category { parameters.append(("category", category)) }
        if let room = query.room { parameters.append(("room", room)) }
        parameters += ranges + kept
        if currency != .euro { parameters.append(("currency", currency.code)) }
        if query.offset > 0 { parameters.append(("offset", String(query.offset))) }
        return parameters
    }

    /// The parts that say from where to where something must be.
    var ranges: [(name: String, value: String)] {
        var ranges: [(name: String, value: String)] = []
        func add(_ name: String, _ from: String?, _ to: String?) {
            if let from { ranges.append(("\(name)_from", from)) }
            if let to { ranges.append(("\(name)_to", to)) }
        }
        func add(_ name: String, _ days: ClosedRange<Day>?) {
            add(
                name, days.flatMap { $0.lowerBound == Self.firstDay ? nil : $0.lowerBound.description },
                days.flatMap { $0.upperBound == Self.lastDay ? nil : $0.upperBound.description })
        }
        add("price", query.price?.from, query.price?.to)
        add("bought", query.bought)
        add("warranty", query.warranty)
        return ranges
    }

    /// The parts that neither the search nor a filter of the form says.
    var kept: [(name: String, value: String)] {
        var kept: [(name: String, value: String)] = []
        if query.order != .name { kept.append(("sort", query.order.rawValue)) }
        if query.isDescending { kept.append(("order", "desc")) }
        return kept
    }

    private static let firstDay = Day("0001-01-01")
    private static let lastDay = Day("9999-12-31")

    /// Reads a range of days. One end may be missing; a range that makes no sense is none.
    private static func days(_ first: String?, _ last: String?) -> ClosedRange<Day>? {
        guard first != nil || last != nil, let from = first.map({ Day($0) }) ?? firstDay,
            let to = last.map({ Day($0) }) ?? lastDay, from <= to
        else { return nil }
        return from...to
    }

    /// The address as a link.
    public var link: String {
        let pairs = parameters.map { "\($0.name)=\(Self.encoded($0.value))" }
        return pairs.isEmpty ? "/" : "/?" + pairs.joined(separator: "&")
    }

    /// Returns the link to the same list with a change; it starts at the first item unless the change says otherwise.
    func link(_ change: (inout PageAddress) -> Void) -> String {
        var other = self
        other.query.offset = 0
        change(&other)
        return other.link
    }

    private static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0" + digits : "%" + digits
            }
        }
        return result
    }
}
