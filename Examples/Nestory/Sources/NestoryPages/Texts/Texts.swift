import Foundation
import Inventory

/// Every text of the page for people, in one language.
///
/// One file holds them for the templates, for Swift and for the script, so that a translation is one file more.
struct Texts: Sendable {
    /// The texts by key, for the templates.
    let all: [String: String]
    /// The same for the script, as JSON that is safe inside of a page.
    let json: String

    /// Reads the texts.
    ///
    /// - Throws: Foundation's error where the file is not an object of texts.
    init(_ source: [UInt8]) throws {
        all = try JSONDecoder().decode([String: String].self, from: Data(source))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        json = String(decoding: try encoder.encode(all), as: UTF8.self).replacing("<", with: "\\u003c")
    }

    /// Returns the text of a key with each `{name}` replaced; the key itself where there is no such text.
    func callAsFunction(_ key: String, _ values: [String: String] = [:]) -> String {
        guard let text = all[key] else { return key }
        var result = ""
        var rest = text[...]
        // Values are never searched for placeholders, whatever people typed.
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            result += rest[..<open]
            result += values[String(name)] ?? String(rest[open...close])
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    /// Returns the text for a count: the key with `_one` or `_other`.
    func counted(_ key: String, _ count: Int, _ values: [String: String] = [:]) -> String {
        self(
            count == 1 ? "\(key)_one" : "\(key)_other",
            values.merging(["count": number(count)]) { given, _ in given })
    }

    /// Returns a number with its digits in groups of three.
    func number(_ value: Int) -> String { grouped(String(value)) }

    /// Returns a day as people write it.
    func day(_ day: Day) -> String {
        self("date", ["day": String(day.day), "month": self("month_\(day.month)"), "year": String(day.year)])
    }

    /// Returns an instant as people write it, by the clock of this machine.
    func moment(_ instant: Timestamp) -> String {
        let offset = Int64(TimeZone.current.secondsFromGMT()) * 1000
        let local = Timestamp(milliseconds: instant.milliseconds + offset) ?? instant
        return self("moment", ["time": String(local.description.dropFirst(11).prefix(5)), "date": day(local.day)])
    }

    /// Returns an amount with its currency: `€1,234.50`.
    ///
    /// - Parameters:
    ///   - decimal: The amount with a point, as `Money.text` writes it.
    ///   - currency: The currency.
    func money(_ decimal: String, _ currency: Currency) -> String {
        let amount = grouped(decimal)
        return Self.signs[currency.code].map { $0 + amount } ?? "\(currency.code)\u{A0}\(amount)"
    }

    private func grouped(_ decimal: String) -> String {
        let parts = decimal.split(separator: ".", maxSplits: 1)
        var whole = ""
        for (index, digit) in (parts.first ?? "").enumerated() {
            if index > 0, ((parts.first?.count ?? 0) - index).isMultiple(of: 3) {
                whole += self("digit_group")
            }
            whole.append(digit)
        }
        return parts.count == 2 ? whole + self("decimal_point") + parts[1] : whole
    }

    /// Signs that stand for one currency only, in English.
    private static let signs = ["EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"]
}
