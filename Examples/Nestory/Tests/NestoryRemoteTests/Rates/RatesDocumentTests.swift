import Inventory
import NestoryRemote
import Testing

@Suite struct RatesDocumentTests {
    private static func read(_ text: String) throws(RatesError) -> ExchangeRates {
        try read(bytes: Array(text.utf8))
    }

    private static func read(bytes: [UInt8]) throws(RatesError) -> ExchangeRates {
        guard let today = Day("2026-11-20") else { throw .missingDate }
        return try RatesDocument.rates(in: bytes, today: today, source: .live)
    }

    @Test func `the bank's file gives its day and its rates`() throws {
        let rates = try Self.read(RatesFile.text())
        #expect(rates.date == Day("2026-11-19") && rates.source == .live)
        #expect(rates.currencies.map(\.code) == ["EUR", "JPY", "USD"])
        let dollar = try #require(Currency("USD"))
        #expect(rates.sum(of: [.euro: 100_00], in: dollar)?.total == 104_23)
    }

    @Test func `a currency that nobody knows is passed over`() throws {
        let rates = try Self.read(RatesFile.text([("USD", "1.04"), ("QQQ", "3")]))
        #expect(rates.currencies.map(\.code) == ["EUR", "USD"])
    }

    @Test func `rates of tomorrow are taken, as the day may have begun there`() throws {
        #expect(try Self.read(RatesFile.text(date: "2026-11-21")).date == Day("2026-11-21"))
    }

    @Test(arguments: [
        "0", "0.000", "-1", "+1", "1e3", "NaN", "inf", "", " 1", "1,04", "1.", ".5", "1.2.3",
        "0.0009", "10000001", "12345678901234", "٣", "1.04 ",
    ])
    func `a rate that makes no sense is refused`(_ rate: String) {
        #expect(throws: RatesError.badRate(currency: "USD", rate: rate)) {
            try Self.read(RatesFile.text([("JPY", "162.5"), ("USD", rate)]))
        }
    }

    @Test(arguments: ["0.001", "10000000", "1", "000.829180"])
    func `rates at the edge of sense are taken`(_ rate: String) throws {
        #expect(try Self.read(RatesFile.text([("USD", rate)])).currencies.count == 2)
    }

    @Test(arguments: ["", "US", "usd", "USDX", "U D"])
    func `a code that is none is refused`(_ code: String) {
        #expect(throws: RatesError.badRate(currency: code, rate: "1")) {
            try Self.read(RatesFile.text([(code, "1")]))
        }
    }

    @Test func `a currency with two rates is refused, and so is a rate of the euro`() throws {
        let dollar = try #require(Currency("USD"))
        #expect(throws: RatesError.duplicate(dollar)) {
            try Self.read(RatesFile.text([("USD", "1.04"), ("USD", "1.04")]))
        }
        #expect(throws: RatesError.duplicate(.euro)) { try Self.read(RatesFile.text([("EUR", "1")])) }
    }

    @Test func `a file without a day is refused`() {
        #expect(throws: RatesError.missingDate) { try Self.read(RatesFile.text(date: nil)) }
    }

    @Test(arguments: ["", "2026-02-30", "20.11.2026", "2026-11-22", "9999-12-31", "2026-11-19T00:00:00Z"])
    func `a day that does not exist or has not come is refused`(_ date: String) {
        #expect(throws: RatesError.badDate(date)) { try Self.read(RatesFile.text(date: date)) }
    }

    @Test func `the file with the history is refused`() {
        let file = RatesFile.text().replacing(
            "</Cube></Cube>", with: "</Cube><Cube time='2026-11-18'><Cube currency='USD' rate='1'/></Cube></Cube>")
        #expect(throws: RatesError.severalDays) { try Self.read(file) }
    }

    @Test func `a file without rates is refused`() {
        #expect(throws: RatesError.noRates) { try Self.read(RatesFile.text([])) }
        #expect(throws: RatesError.noRates) { try Self.read(RatesFile.text([("QQQ", "1")])) }
    }

    @Test func `every file that is cut off is refused`() throws {
        let file = Array(RatesFile.text().utf8)
        for length in file.indices {
            #expect(throws: RatesError.self, "\(length) bytes") { try Self.read(bytes: Array(file[..<length])) }
        }
    }

    @Test func `another page is named`() {
        #expect(throws: RatesError.otherDocument(root: "html")) {
            try Self.read("<html><body><Cube time='2026-11-19'/></body></html>")
        }
    }

    @Test(arguments: ["<!DOCTYPE html><html></html>", "nonsense", "{\"rates\": {}}", "", "<", "\u{0}", "<Envelope>"])
    func `what is no XML of ours is refused`(_ text: String) {
        #expect(throws: RatesError.self) { try Self.read(text) }
    }

    @Test func `a bomb of entities is refused before anything is made of it`() {
        var bomb = "<?xml version=\"1.0\"?>\n<!DOCTYPE gesmes:Envelope [<!ENTITY a \"aaaaaaaaaa\">"
        for (name, last) in zip("bcdefghi", "abcdefgh") {
            bomb += "<!ENTITY \(name) \"\(String(repeating: "&\(last);", count: 10))\">"
        }
        bomb +=
            "]>"
            + RatesFile.text().split(separator: "\n").dropFirst().joined(separator: "\n")
            .replacing("Reference rates", with: "&i;")
        #expect(throws: RatesError.documentType) { try Self.read(bomb) }
    }

    @Test func `an entity from a file of this machine is refused`() {
        let file = RatesFile.text().replacing(
            "?>\n", with: "?>\n<!doctype x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]>", maxReplacements: 1)
        #expect(throws: RatesError.documentType) { try Self.read(file) }
    }

    @Test func `a document type cannot hide in another encoding`() {
        let wide = Array("<?xml version=\"1.0\" encoding=\"UTF-16\"?><!DOCTYPE x>".utf16).flatMap {
            [UInt8($0 & 0xFF), UInt8($0 >> 8)]
        }
        #expect(throws: RatesError.notUTF8) { try Self.read(bytes: wide) }
        #expect(throws: RatesError.notUTF8) { try Self.read(bytes: [0xFF, 0xFE] + wide) }
    }

    @Test func `an encoding that hides a document type is refused`() {
        // UTF-7 writes < as +ADw-.
        let file = RatesFile.text().replacing("encoding=\"UTF-8\"", with: "encoding=\"UTF-7\"")
        #expect(throws: RatesError.self) {
            try Self.read(file.replacing("?>\n", with: "?>\n+ADwAIQ-DOCTYPE x+AD4-", maxReplacements: 1))
        }
    }

    @Test func `a file that is too long is not looked at`() {
        #expect(throws: RatesError.noAnswer(.tooLarge(limit: RatesDocument.longest))) {
            try Self.read(RatesFile.text() + String(repeating: " ", count: RatesDocument.longest))
        }
    }

    @Test func `thousands of nested elements are refused or passed over, but end nothing`() {
        let depth = 20_000
        let deep = String(repeating: "<x>", count: depth) + String(repeating: "</x>", count: depth)
        let file = RatesFile.text().replacing("Reference rates", with: deep)
        do throws(RatesError) {
            #expect(try Self.read(file).currencies.count == 3)
        } catch {
            if case .malformed = error { return }
            Issue.record("\(error)")
        }
    }
}
