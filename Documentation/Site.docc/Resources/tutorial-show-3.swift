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
