import Service
import ServiceTesting
import Testing

enum TestKit {
    protocol Rates: Sendable {
        var euro: Double { get }
    }

    struct FixedRates: Rates {
        let euro: Double
    }

    struct Unregistered: Sendable {}
    struct Shop: Sendable {}

    // snippet: kit-trait
    @Suite(.serviceEnv { $0.register((any Rates).self) { FixedRates(euro: 0.9) } })
    struct PriceTests {
        @Test func `a price is converted`() throws {
            let rates = try ServiceEnv.current.resolve((any Rates).self)
            #expect(rates.euro * 10 == 9)
        }

        @Test(.serviceEnv(.strict)) func `a missing service fails the test`() {
            withKnownIssue {
                _ = try? ServiceEnv.current.resolve(Unregistered.self)
            }
        }
    }
    // snippet end

    @Suite struct ClockAndRecorder {
        @Test(.timeLimit(.minutes(5))) func `five minutes pass when the test says so`() async throws {
            // snippet: kit-clock
            let clock = ManualClock()
            let reminder = Task {
                try await clock.sleep(for: .seconds(300))
                return "Time is up"
            }

            await clock.waitForSleepers()
            await clock.advance(by: .seconds(300))
            #expect(try await reminder.value == "Time is up")
            // snippet end
        }

        @Test(.serviceEnv) func `what is created is recorded`() throws {
            ServiceEnv.current.register((any Rates).self) { FixedRates(euro: 0.9) }
            ServiceEnv.current.register(Shop.self, needs: (any Rates).self) { _ in Shop() }
            // snippet: kit-recorder
            let recorder = ServiceEventRecorder()
            try ServiceEnv.current.resolve(Shop.self)
            #expect(recorder.created == ["Rates", "Shop"])
            // snippet end
        }
    }
}
