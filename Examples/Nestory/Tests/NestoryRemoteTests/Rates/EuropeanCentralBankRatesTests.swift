import Foundation
import Inventory
import NestoryRemote
import ServiceTesting
import TestServer
import Testing

@Suite struct EuropeanCentralBankRatesTests {
    /// The service over a real server.
    private struct Bank {
        let rates: EuropeanCentralBankRates
        let lastKnown: LastKnownRates
        let server: TestServer
        let clock: SetClock
        let timer: ManualClock
        let file: URL
    }

    private static func run(_ replies: TestServer.Reply..., test: (Bank) async throws -> Void) async throws {
        try await inFolder { folder in
            try await TestServer.run { server in
                let clock = try SetClock("2026-11-20T12:00:00Z")
                let timer = ManualClock()
                let web = LimitedWebClient(clock: timer)
                let file = folder.appending(path: "rates.xml")
                let lastKnown = LastKnownRates(
                    file: file.path, shipped: try ShippedRates(), clock: clock, logger: quiet)
                let rates = EuropeanCentralBankRates(
                    address: try #require(WebAddress(server.address("/rates.xml"))), web: web, clock: clock,
                    lastKnown: lastKnown)
                server.answer(with: replies)
                try await test(
                    Bank(rates: rates, lastKnown: lastKnown, server: server, clock: clock, timer: timer, file: file))
            }
        }
    }

    @Test func `rates are fetched, kept for four hours, and then fetched again`() async throws {
        try await Self.run(.answer(200, RatesFile.text()), .answer(200, RatesFile.text(date: "2026-11-20"))) { bank in
            #expect(try await bank.rates.rates().date == Day("2026-11-19"))
            try bank.clock.advance(by: .seconds(4 * 3600 - 1))
            #expect(try await bank.rates.rates().date == Day("2026-11-19"))
            #expect(bank.server.received.count == 1)
            try bank.clock.advance(by: .seconds(1))
            #expect(try await bank.rates.rates().date == Day("2026-11-20"))
            #expect(bank.server.received.map(\.line) == Array(repeating: "GET /rates.xml HTTP/1.1", count: 2))
        }
    }

    @Test func `rates that are older than those that are known are refused`() async throws {
        try await Self.run(.answer(200, RatesFile.text()), .answer(200, RatesFile.text(date: "2026-11-18"))) { bank in
            #expect(try await bank.rates.rates().date == Day("2026-11-19"))
            try bank.clock.advance(by: .seconds(4 * 3600))
            let (known, old) = (try #require(Day("2026-11-19")), try #require(Day("2026-11-18")))
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .older(old, known: known))
            #expect(bank.lastKnown.rates().date == known)
        }
    }

    @Test func `a clock that was put back makes rates stale`() async throws {
        try await Self.run(.answer(200, RatesFile.text())) { bank in
            _ = try await bank.rates.rates()
            try bank.clock.advance(by: .seconds(-60))
            _ = try await bank.rates.rates()
            #expect(bank.server.received.count == 2)
        }
    }

    @Test func `however many ask, one fetch runs, and all get what it brings`() async throws {
        try await Self.run(.held(RatesFile.text())) { bank in
            try await withThrowingTaskGroup(of: ExchangeRates.self) { group in
                for _ in 0..<50 { group.addTask { try await bank.rates.rates() } }
                await bank.server.waitForRequest()
                bank.server.release()
                for try await rates in group { #expect(rates.source == .live) }
            }
            #expect(bank.server.received.count == 1)
        }
    }

    @Test func `a slow server is given up after five seconds`() async throws {
        try await Self.run(.silence) { bank in
            let rates = Task { try await bank.rates.rates() }
            await bank.server.waitForRequest()
            await bank.timer.waitForSleepers()
            await bank.timer.advance(by: .seconds(5))
            #expect(
                await thrown(RatesError.self) { _ = try await rates.value } == .noAnswer(.tooSlow(.seconds(5))))
        }
    }

    @Test func `a failure is not kept`() async throws {
        try await Self.run(.answer(503, ""), .answer(200, RatesFile.text())) { bank in
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .refused(status: 503))
            let rates = try await bank.rates.rates()
            #expect(rates.source == .live)
        }
    }

    @Test(arguments: [204, 301, 302, 304, 403, 404, 500, 503])
    func `another status than 200 is a failure`(_ status: Int) async throws {
        let text = status == 204 || status == 304 ? "" : RatesFile.text()
        try await Self.run(.answer(status, text)) { bank in
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .refused(status: status))
            #expect(bank.server.received.count == 1)
        }
    }

    @Test func `half an answer is a failure, whether its length was told or not`() async throws {
        let half = String(RatesFile.text().prefix(400))
        try await Self.run(
            .bytes("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n\(half)"),
            .bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n\(half)"),
            .bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n\(half.prefix(50))"),
            .bytes("HTTP/1.1 20")
        ) { bank in
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .noAnswer(.brokeOff))
            let cut = await thrown(RatesError.self) { _ = try await bank.rates.rates() }
            if case .malformed = cut {} else { Issue.record("\(String(describing: cut))") }
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .noAnswer(.brokeOff))
            let head = await thrown(RatesError.self) { _ = try await bank.rates.rates() }
            if case .noAnswer(.unreachable) = head {} else { Issue.record("\(String(describing: head))") }
        }
    }

    @Test func `nonsense instead of HTTP, and a page instead of rates, are failures`() async throws {
        try await Self.run(.bytes("SSH-2.0-server\r\n"), .answer(200, "<html><body>Log in</body></html>")) { bank in
            let nonsense = await thrown(RatesError.self) { _ = try await bank.rates.rates() }
            if case .noAnswer(.unreachable) = nonsense {} else { Issue.record("\(String(describing: nonsense))") }
            #expect(
                await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .otherDocument(root: "html"))
        }
    }

    @Test func `an answer without end is cut off`() async throws {
        try await Self.run(.endless) { bank in
            let error = await thrown(RatesError.self) { _ = try await bank.rates.rates() }
            #expect(error == .noAnswer(.tooLarge(limit: RatesDocument.longest)))
        }
    }

    @Test func `a server that is down is a failure that names no address to people`() async throws {
        try await Self.run(.silence) { bank in
            let web = LimitedWebClient()
            let address = try #require(WebAddress("http://127.0.0.1:1/rates.xml?key=secret"))
            let rates = EuropeanCentralBankRates(
                address: address, web: web, clock: bank.clock, lastKnown: bank.lastKnown)
            let error = try #require(await thrown(RatesError.self) { _ = try await rates.rates() })
            if case .noAnswer(.unreachable(let details)) = error {
                #expect(details.contains("127.0.0.1:1") && !details.contains("secret"))
            } else {
                Issue.record("\(error)")
            }
            #expect(error.message == "The server with the exchange rates does not answer.")
        }
    }

    @Test func `what was fetched is kept for when it fails, and for the next start`() async throws {
        try await Self.run(.answer(200, RatesFile.text()), .answer(500, "")) { bank in
            #expect(bank.lastKnown.rates().source == .shipped)
            _ = try await bank.rates.rates()
            try bank.clock.advance(by: .seconds(4 * 3600))
            #expect(await thrown(RatesError.self) { _ = try await bank.rates.rates() } == .refused(status: 500))
            let restarted = LastKnownRates(
                file: bank.file.path, shipped: try ShippedRates(), clock: bank.clock, logger: quiet)
            for lastKnown in [bank.lastKnown, restarted] {
                #expect(lastKnown.rates().source == .lastKnown && lastKnown.rates().date == Day("2026-11-19"))
            }
        }
    }

    @Test func `who is cancelled stops waiting at once, and the fetch goes on for the others`() async throws {
        try await Self.run(.silence) { bank in
            let patient = Task { try await bank.rates.rates() }
            await bank.server.waitForRequest()
            let impatient = Task { try await bank.rates.rates() }
            impatient.cancel()
            #expect(await thrown(CancellationError.self) { _ = try await impatient.value } != nil)
            await bank.timer.waitForSleepers()
            await bank.timer.advance(by: .seconds(5))
            let error = await thrown(RatesError.self) { _ = try await patient.value }
            #expect(error == .noAnswer(.tooSlow(.seconds(5))))
            #expect(bank.server.received.count == 1)
        }
    }
}
