import Service
import ServiceHealth

extension ServiceID {
    static let forecast: Self = "forecast"
}

struct LastForecast: Forecast {
    func today() async throws -> String { "Sunny, as of this morning" }
}

func registerForecast(
    in env: ServiceEnv, health: ServiceHealthManager, connect: @escaping @Sendable () throws -> any Forecast
) {
    env.register(
        (any Forecast).self, health: .forecast, manager: health, fallback: { LastForecast() }, factory: connect)
}
