import Service
import ServiceHealth

extension ServiceID {
    static let forecast: Self = "forecast"
}

struct LastForecast: Forecast {
    func today() async throws -> String { "Sunny, as of this morning" }
}
