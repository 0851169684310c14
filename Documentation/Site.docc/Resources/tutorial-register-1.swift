import Service

protocol Forecast: Sendable {
    func today() async throws -> String
}

struct ServerForecast: Forecast {
    func today() async throws -> String { "Sunny" }
}
