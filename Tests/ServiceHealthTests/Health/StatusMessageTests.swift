#if Health
import ServiceTesting
import Testing

@testable import ServiceHealth

@Suite struct StatusMessageTests {
    let clock = ManualClock()

    @Test(arguments: [
        ("inventory", "Inventory"), ("exchangeRates", "Exchange rates"), ("exchange-rates", "Exchange rates"),
        ("exchange_rates", "Exchange rates"), ("app.rates", "App rates"), ("", ""), ("--", ""),
        ("pricesAPI", "Prices API"), ("userID", "User ID"), ("prices-API", "Prices API"),
        ("pricesAPIClient", "Prices API client"), ("APIClient", "API client"), ("priceURLs", "Price URLs"),
        ("userIDsList", "User IDs list"), ("IPv6Router", "IPv6 router"), ("OAuth", "OAuth"),
        ("SQLiteStore", "SQLite store"),
        ("Prices APIClient", "Prices API client"), ("API", "API"), ("HTTP2Server", "HTTP2 server"),
        ("planB", "Plan B"), ("oauth2Login", "Oauth2 login"),
    ])
    func `a service is named as people write it`(name: String, shown: String) {
        #expect(ServiceID(rawValue: name).displayName == shown)
    }

    @Test(arguments: [
        (FallbackKind.readOnly, "The last known data is shown, and changes cannot be saved."),
        (.cached, "Saved data is shown, which may be out of date."),
        (.substitute, "Something else stands in for it."),
    ])
    func `a fallback is told by what people notice`(kind: FallbackKind, sentence: String) {
        let manager = ServiceHealthManager(clock: clock)
        manager.beginFallback(
            manager.record(for: .inventory), registration: manager.makeRegistration(), change: 1, kind: kind,
            error: Down(), retryAt: manager.clock.now.advanced(by: .seconds(300)))
        #expect(
            manager.statusMessage(for: .inventory)
                == "Inventory is not available right now. \(sentence) It is tried again in about 5 minutes.")
    }

    @Test func `every message is free of codes and type names`() async {
        let manager = ServiceHealthManager(clock: clock)
        var messages = [manager.statusMessage(for: .rates)]
        manager.recordSuccess(for: .rates)
        messages.append(manager.statusMessage(for: .rates))
        for _ in 0..<3 {
            manager.recordFailure(for: .rates, error: Down(number: 503))
            messages.append(manager.statusMessage(for: .rates))
        }
        for _ in 0..<6 {
            await clock.advance(by: .seconds(59))
            messages.append(manager.statusMessage(for: .rates))
        }
        manager.notifyDegradedMode(service: .rates)
        messages.append(manager.statusMessage(for: .rates))
        for message in messages {
            #expect(message.hasPrefix("Exchange rates "))
            #expect(message.hasSuffix("."))
            #expect(!message.contains("503") && !message.contains("Down") && !message.contains("Error"))
        }
        #expect(Set(messages).count >= 8)
    }
}
#endif
