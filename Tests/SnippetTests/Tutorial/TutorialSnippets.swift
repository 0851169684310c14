#if Health
// What the tutorial shows. A part of several steps stands under the names of all of them, so that each step shows the
// whole file as it is by then.

// snippet: tutorial-register-1, tutorial-register-2, tutorial-register-3
import Service

// snippet end
// snippet: tutorial-override-1, tutorial-override-2
import Service
import ServiceTesting
import Testing

// snippet end
// snippet: tutorial-fail-1, tutorial-fail-2
import Service
import ServiceHealth

// snippet end
// snippet: tutorial-fail-3
import Service
import ServiceHealth
import ServiceTesting
import Testing

// snippet end
// snippet: tutorial-show-1, tutorial-show-2
import Service
import ServicePresentation

// snippet end

// snippet: tutorial-register-1, tutorial-register-2, tutorial-register-3
protocol Forecast: Sendable {
    func today() async throws -> String
}

struct ServerForecast: Forecast {
    func today() async throws -> String { "Sunny" }
}
// snippet end

// snippet: tutorial-register-2, tutorial-register-3
struct WeatherAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {
        env.register((any Forecast).self) { ServerForecast() }
    }
}
// snippet end

// snippet: tutorial-register-3
struct WeatherPage {
    @Service var forecast: any Forecast

    func title() async throws -> String {
        "Today: \(try await forecast.today())"
    }
}
// snippet end

// snippet: tutorial-override-1, tutorial-override-2
struct RainyForecast: Forecast {
    func today() async throws -> String { "Rain" }
}

@Suite(.serviceEnv { $0.register((any Forecast).self) { RainyForecast() } })
struct WeatherPageTests {
    @Test func `the page shows the forecast`() async throws {
        #expect(try await WeatherPage().title() == "Today: Rain")
    }
}
// snippet end

// snippet: tutorial-override-2
@MainActor @Test func `the app is wired`() throws {
    let app = ServiceEnv(name: "check")
    app.assemble(WeatherAssembly())
    try app.validate()
}
// snippet end

// snippet: tutorial-fail-1, tutorial-fail-2
extension ServiceID {
    static let forecast: Self = "forecast"
}

struct LastForecast: Forecast {
    func today() async throws -> String { "Sunny, as of this morning" }
}
// snippet end

// snippet: tutorial-fail-2
func registerForecast(
    in env: ServiceEnv, health: ServiceHealthManager, connect: @escaping @Sendable () throws -> any Forecast
) {
    env.register(
        (any Forecast).self, health: .forecast, manager: health, fallback: { LastForecast() }, factory: connect)
}
// snippet end

// snippet: tutorial-fail-3
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
// snippet end

// snippet: tutorial-show-1, tutorial-show-2
enum ForecastError: UserFacingError {
    case serverDown

    var userMessage: String { "The weather server does not answer. Please try again in a few minutes." }
    var isRecoverable: Bool { true }
}
// snippet end

// snippet: tutorial-show-2
@MainActor
final class ForecastController {
    let forecast: ServiceAction<Void, String>

    init(service: any Forecast) {
        forecast = ServiceAction { try await service.today() }
    }
}
// snippet end

// snippet: tutorial-show-3
import ServicePresentation
import Testing

struct BrokenForecast: Forecast {
    func today() async throws -> String { throw ForecastError.serverDown }
}

@MainActor @Test func `a person reads what happened`() async {
    let controller = ForecastController(service: BrokenForecast())
    await controller.forecast.run()
    #expect(
        controller.forecast.errorMessage
            == "The weather server does not answer. Please try again in a few minutes.")
    #expect(controller.forecast.canRetry)
}
// snippet end
#endif
