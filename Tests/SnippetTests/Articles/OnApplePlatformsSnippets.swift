import Service
import Testing

@Suite struct OnApplePlatformsSnippets {
    struct Request: Sendable {}

    // snippet: apple-nonisolated
    nonisolated protocol Weather: Sendable {
        func temperature() async throws -> Double
    }

    struct LiveWeather: Weather {  // not isolated, like its protocol
        func temperature() async throws -> Double { 21.5 }
    }

    @MainActor
    final class WeatherModel {
        @Service var weather: any Weather
        var text = ""

        func load() async throws { text = "\(try await weather.temperature()) °C" }
    }
    // snippet end

    // snippet: apple-widget
    struct Provider {  // the widget's TimelineProvider
        @Service::Provider var request: Request
    }
    // snippet end

    @Test @MainActor func `a model loads from a service that is not isolated`() async throws {
        let env = ServiceEnv(name: "apple")
        env.register((any Weather).self) { LiveWeather() }
        let model = ServiceEnv.$current.withValue(env) { WeatherModel() }
        try await model.load()
        #expect(model.text == "21.5 °C")
    }

    @Test func `a module selector names the wrapper`() {
        let env = ServiceEnv(name: "apple")
        env.register(Request.self, scope: .transient) { Request() }
        _ = ServiceEnv.$current.withValue(env) { Provider().request }
    }
}
