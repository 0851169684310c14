import Service
import ServiceTesting
import Testing

struct RainyForecast: Forecast {
    func today() async throws -> String { "Rain" }
}

@Suite(.serviceEnv { $0.register((any Forecast).self) { RainyForecast() } })
struct WeatherPageTests {
    @Test func `the page shows the forecast`() async throws {
        #expect(try await WeatherPage().title() == "Today: Rain")
    }
}

@MainActor @Test func `the app is wired`() throws {
    let app = ServiceEnv(name: "check")
    app.assemble(WeatherAssembly())
    try app.validate()
}
