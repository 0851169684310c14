import Service

protocol Forecast: Sendable {
    func today() async throws -> String
}

struct ServerForecast: Forecast {
    func today() async throws -> String { "Sunny" }
}

struct WeatherAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register((any Forecast).self) { ServerForecast() }
    }
}

struct WeatherPage {
    @Service var forecast: any Forecast

    func title() async throws -> String {
        "Today: \(try await forecast.today())"
    }
}
