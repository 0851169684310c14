import Hummingbird
import Inventory

/// The part of an address behind the question mark, or a form's body: names and values.
struct QueryText {
    private let values: [(name: String, value: String)]

    /// - Throws: ``APIError`` where the text is not percent-encoded UTF-8.
    init(_ text: some StringProtocol) throws(APIError) {
        var values: [(name: String, value: String)] = []
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            values.append((try Self.decode(parts[0]), try parts.count > 1 ? Self.decode(parts[1]) : ""))
        }
        self.values = values
    }

    init(_ request: Request) throws(APIError) {
        try self.init(request.uri.query ?? "")
    }

    /// The first value with a name, or nil.
    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// All values with a name.
    func all(_ name: String) -> [String] { values.filter { $0.name == name }.map(\.value) }

    /// All names.
    var names: [String] { values.map(\.name) }

    /// A whole number.
    ///
    /// - Throws: ``APIError`` where the value is anything else, or out of range.
    func number(_ name: String, default value: Int, in range: ClosedRange<Int>) throws(APIError) -> Int {
        guard let text = self[name], !text.isEmpty else { return value }
        guard let number = Int(text), range.contains(number) else {
            throw .badQuery(
                "Expected “\(name)” to be a whole number from \(range.lowerBound) to \(range.upperBound).")
        }
        return number
    }

    /// Yes or no; no where it is missing.
    ///
    /// - Throws: ``APIError`` where the value is anything else.
    func flag(_ name: String) throws(APIError) -> Bool {
        switch self[name] {
        case nil, "false", "0": return false
        case "true", "1", "": return true
        default: throw .badQuery("Expected “\(name)” to be true or false.")
        }
    }

    /// A range of days; nil where neither end is given.
    ///
    /// - Throws: ``APIError`` where an end is no day.
    func days(_ first: String, _ last: String) throws(APIError) -> ClosedRange<Day>? {
        func day(_ name: String) throws(APIError) -> Day? {
            guard let text = self[name], !text.isEmpty else { return nil }
            guard let day = Day(text) else { throw .badQuery("Expected “\(name)” to be a date such as 2026-11-20.") }
            return day
        }
        let (from, to) = (try day(first), try day(last))
        guard from != nil || to != nil, let lowest = Day("0001-01-01"), let highest = Day("9999-12-31") else {
            return nil
        }
        let (start, end) = (from ?? lowest, to ?? highest)
        guard start <= end else { throw .badQuery("Expected “\(first)” not to be after “\(last)”.") }
        return start...end
    }

    /// A range of prices; nil where neither end is given.
    ///
    /// - Throws: ``APIError`` where an end is no amount.
    func prices(_ first: String, _ last: String) throws(APIError) -> PriceRange? {
        func end(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
        let (from, to) = (end(first), end(last))
        guard from != nil || to != nil else { return nil }
        guard let range = PriceRange(from: from, to: to) else {
            throw .badQuery(
                "Expected “\(first)” and “\(last)” to be amounts such as 12.50, the first not above the last.")
        }
        return range
    }

    /// The words to search for; empty where they are missing.
    ///
    /// - Throws: ``APIError`` where they are too long.
    var searchText: String {
        get throws(APIError) {
            let text = self["query"] ?? ""
            guard text.count <= ItemQuery.longestText else {
                throw .badQuery("Expected “query” to have at most \(ItemQuery.longestText) characters.")
            }
            return text
        }
    }

    /// What to list by; the name where that is missing.
    ///
    /// - Throws: ``APIError`` where nothing can be listed by it.
    var order: ItemQuery.Order {
        get throws(APIError) {
            guard let text = self["sort"], !text.isEmpty else { return .name }
            guard let order = ItemQuery.Order(rawValue: text) else {
                let known = ItemQuery.Order.allCases.map(\.rawValue).joined(separator: ", ")
                throw .badQuery("Expected “sort” to be one of \(known).")
            }
            return order
        }
    }

    /// Whether the last comes first.
    ///
    /// - Throws: ``APIError`` where it says anything else than `asc` and `desc`.
    var isDescending: Bool {
        get throws(APIError) {
            switch self["order"] {
            case nil, "", "asc": false
            case "desc": true
            default: throw .badQuery("Expected “order” to be asc or desc.")
            }
        }
    }

    /// The currency that totals shall be in; the euro where it is missing.
    ///
    /// - Throws: ``APIError`` where ISO 4217 has no such currency.
    var currency: Currency {
        get throws(APIError) {
            let code = self["currency"] ?? ""
            guard let currency = code.isEmpty ? .euro : Currency(code) else {
                throw .badQuery("Expected “currency” to be a currency of ISO 4217 such as EUR.")
            }
            return currency
        }
    }

    private static func decode(_ text: some Sequence<UInt8>) throws(APIError) -> String {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit)
                else {
                    throw .badEncoding
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .badEncoding }
        return text
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }
}
