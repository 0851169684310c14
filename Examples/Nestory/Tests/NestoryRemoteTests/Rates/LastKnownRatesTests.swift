import Foundation
import Inventory
import NestoryRemote
import Testing

@Suite struct LastKnownRatesTests {
    private static func rates(in file: URL) throws -> ExchangeRates {
        LastKnownRates(
            file: file.path, shipped: try ShippedRates(), clock: try SetClock("2026-11-20T12:00:00Z"), logger: quiet
        ).rates()
    }

    @Test func `without a file the shipped ones are given`() async throws {
        try await inFolder { folder in
            let rates = try Self.rates(in: folder.appending(path: "none.xml"))
            #expect(try rates == ShippedRates().rates())
        }
    }

    @Test func `a file is read, and says that its rates are the last known`() async throws {
        try await inFolder { folder in
            let file = folder.appending(path: "rates.xml")
            try Data(RatesFile.text().utf8).write(to: file)
            let rates = try Self.rates(in: file)
            #expect(rates.date == Day("2026-11-19") && rates.source == .lastKnown)
        }
    }

    @Test(arguments: ["", "nonsense", RatesFile.text(date: "2027-01-01"), RatesFile.text([("USD", "0")])])
    func `a file that was damaged is not believed`(_ text: String) async throws {
        try await inFolder { folder in
            let file = folder.appending(path: "rates.xml")
            try Data(text.utf8).write(to: file)
            #expect(try Self.rates(in: file).source == .shipped)
        }
    }
}
