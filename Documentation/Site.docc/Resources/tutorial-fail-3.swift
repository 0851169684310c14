import Service
import ServiceHealth
import ServiceTesting
import Testing

@Test(.serviceEnv) func `the last forecast is shown until the server is back`() async throws {
    struct ServerDown: Error {}
    let clock = ManualClock()
    let health = ServiceHealthManager(clock: clock)
    // The server is down until five minutes have passed.
    let start = clock.now
    registerForecast(in: .current, health: health) {
        guard clock.now >= start.advanced(by: .seconds(300)) else { throw ServerDown() }
        return ServerForecast()
    }

    let page = WeatherPage()
    #expect(try await page.title() == "Today: Sunny, as of this morning")
    #expect(health.isDegradedMode)

    await clock.advance(by: .seconds(300))
    #expect(try await page.title() == "Today: Sunny")
    #expect(!health.isDegradedMode)
}
