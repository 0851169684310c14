import Foundation
public import Inventory

#if canImport(FoundationXML)
import FoundationXML
#endif

/// Reads the European Central Bank's file of one day's rates, and takes nothing else.
///
/// The file is an `Envelope` with a `Cube` with a `Cube` for the day with a `Cube` for each currency:
/// `<Cube time='2026-11-20'><Cube currency='USD' rate='1.0423'/>…`.
public enum RatesDocument {
    /// How many bytes the file may have. The bank's has less than 4 KiB.
    public static let longest = 256 * 1024

    /// Reads a file.
    ///
    /// Currencies that ISO 4217 does not know are passed over.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - today: The day; rates from the day after tomorrow or later are refused.
    ///   - source: What the rates shall say of where they come from.
    /// - Throws: ``RatesError``.
    /// - Complexity: Linear in the number of bytes.
    public static func rates(
        in bytes: [UInt8], today: Day, source: ExchangeRates.Source
    ) throws(RatesError) -> ExchangeRates {
        guard bytes.count <= longest else { throw .noAnswer(.tooLarge(limit: longest)) }
        // In another encoding a document type could hide from the next check.
        guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0), declaresUTF8(text) else {
            throw .notUTF8
        }
        try refuseDocumentType(text)
        let reader = RatesReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        let isWhole = parser.parse()
        if let problem = reader.problem { throw problem }
        // The parser takes a file that was cut off between two elements for a whole one.
        guard isWhole, reader.isClosed else { throw .malformed(line: parser.lineNumber) }
        guard let date = reader.date else { throw .missingDate }
        guard let day = Day(date), day.daysSince1970 <= today.daysSince1970 + 1 else { throw .badDate(date) }
        guard !reader.rates.isEmpty else { throw .noRates }
        do throws(MoneyError) {
            return try ExchangeRates(date: day, source: source, perEuro: reader.rates)
        } catch {
            // The reader has looked at each.
            throw .noRates
        }
    }

    /// Whether the first line names UTF-8, or no encoding.
    private static func declaresUTF8(_ text: String) -> Bool {
        guard let declared = text.prefix(200).firstMatch(of: /encoding\s*=\s*["']([^"']*)/) else { return true }
        return declared.1.lowercased() == "utf-8"
    }

    private static func refuseDocumentType(_ text: String) throws(RatesError) {
        if text.range(of: "<!DOCTYPE", options: .caseInsensitive) != nil { throw .documentType }
        if text.range(of: "<!ENTITY", options: .caseInsensitive) != nil { throw .documentType }
    }
}

/// Walks through the elements, and stops at the first that has no place there.
private final class RatesReader: NSObject, XMLParserDelegate {
    private var path: [String] = []
    private(set) var isClosed = false
    private(set) var date: String?
    private(set) var rates: [Currency: String] = [:]
    private(set) var problem: RatesError?

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let name = element.split(separator: ":").last.map(String.init) ?? element
        do throws(RatesError) {
            if path.isEmpty, name != "Envelope" { throw .otherDocument(root: String(element.prefix(40))) }
            if name == "Cube", path.dropFirst() == ["Cube"] { try startDay(attributes) }
            if name == "Cube", path.dropFirst() == ["Cube", "Cube"] { try addRate(attributes) }
        } catch {
            problem = error
            parser.abortParsing()
        }
        path.append(name)
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?
    ) {
        path.removeLast()
        isClosed = path.isEmpty
    }

    private func startDay(_ attributes: [String: String]) throws(RatesError) {
        guard date == nil else { throw .severalDays }
        guard let time = attributes["time"] else { throw .missingDate }
        date = time
    }

    private func addRate(_ attributes: [String: String]) throws(RatesError) {
        let code = attributes["currency"] ?? ""
        let rate = attributes["rate"] ?? ""
        guard code.utf8.count == 3, code.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            Self.isSensible(rate)
        else { throw .badRate(currency: String(code.prefix(40)), rate: String(rate.prefix(40))) }
        guard let currency = Currency(code) else { return }
        // All rates are for one euro, so a rate of the euro itself would be a second one.
        guard currency != .euro, rates[currency] == nil else { throw .duplicate(currency) }
        rates[currency] = rate
    }

    /// Whether a rate is a plain decimal number of at most 12 digits between 0.001 and 10,000,000: nothing that people
    /// pay with is worth less or more.
    private static func isSensible(_ rate: String) -> Bool {
        let parts = rate.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), rate.utf8.count <= 13,
            parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } }),
            let digits = Int(parts.map { String(decoding: $0, as: UTF8.self) }.joined())
        else { return false }
        let one = repeatElement(10, count: parts.count == 2 ? parts[1].count : 0).reduce(1, *)
        return digits * 1000 >= one && digits <= one * 10_000_000
    }
}
