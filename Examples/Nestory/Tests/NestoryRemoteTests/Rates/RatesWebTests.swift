import Foundation
import Inventory
import NestoryRemote
import ServiceTesting
import Testing

/// The exchange rates over a web that answers as the test says, also as no server of ours can be made to.
@Suite struct RatesWebTests {
    private struct Bank {
        let rates: EuropeanCentralBankRates
        let lastKnown: LastKnownRates
    }

    private let web = MockWeb()

    private func run(_ test: (Bank) async throws -> Void) async throws {
        try await inFolder { folder in
            let clock = try SetClock("2026-11-20T12:00:00Z")
            let lastKnown = LastKnownRates(
                file: folder.appending(path: "rates.xml").path, shipped: try ShippedRates(), clock: clock, logger: quiet
            )
            let address = try #require(WebAddress("https://bank.example/rates.xml?key=secret"))
            try await test(
                Bank(
                    rates: EuropeanCentralBankRates(address: address, web: web, clock: clock, lastKnown: lastKnown),
                    lastKnown: lastKnown))
        }
    }

    @Test func `a request says what it wants, how much of it, and for how long it waits`() async throws {
        try await run { bank in
            web.stub.send.answers(.answer(200, RatesFile.text()))
            #expect(try await bank.rates.rates().source == .live)
            let call = try #require(web.stub.send.calls.first)
            #expect(call.request.address.text == "https://bank.example/rates.xml?key=secret")
            #expect(call.request.body == nil && call.request.limit == RatesDocument.longest)
            #expect(call.request.headers.map(\.name) == ["Accept"] && call.timeout == .seconds(5))
        }
    }

    @Test(arguments: [
        WebError.unreachable(details: "10.0.0.7: secret"), .tooSlow(.seconds(3)), .brokeOff,
        .tooLarge(limit: RatesDocument.longest), .cancelled,
    ])
    func `no answer is a failure that tells nothing from inside, and the next one counts`(_ error: WebError)
        async throws
    {
        try await run { bank in
            web.stub.send.answers(.failure(error), .answer(200, RatesFile.text()))
            let failure = try #require(await thrown(RatesError.self) { _ = try await bank.rates.rates() })
            #expect(failure == .noAnswer(error) && !failure.message.contains("secret"))
            #expect(bank.lastKnown.rates().source == .shipped)
            #expect(try await bank.rates.rates().date == Day("2026-11-19"))
            #expect(bank.lastKnown.rates().source == .lastKnown)
        }
    }

    @Test(arguments: [
        -1, 0, 100, 101, 199, 201, 202, 203, 204, 205, 206, 226, 299, 300, 307, 308, 400, 418, 599, 600, 999,
    ])
    func `rates under any other status than 200 are not believed`(_ status: Int) async throws {
        try await run { bank in
            web.stub.send.answers(.answer(status, RatesFile.text()))
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .refused(status: status))
            #expect(bank.lastKnown.rates().source == .shipped && web.stub.send.callCount == 1)
        }
    }

    @Test func `when the last one who waits has gone the request is given up, and the next one makes its own`()
        async throws
    {
        try await run { bank in
            web.stub.send.holds()
            let waiting = Task { try await bank.rates.rates() }
            let call = try await web.stub.send.next()
            waiting.cancel()
            #expect(await thrown(CancellationError.self) { _ = try await waiting.value } != nil)
            try await call.waitForCancellation()
            call.fails(.cancelled)
            web.stub.send.answers(.answer(200, RatesFile.text()))
            #expect(try await bank.rates.rates().source == .live)
            #expect(web.stub.send.callCount == 2)
        }
    }
}
