import Service
import ServicePresentation

enum ForecastError: UserFacingError {
    case serverDown

    var userMessage: String { "The weather server does not answer. Please try again in a few minutes." }
    var isRecoverable: Bool { true }
}

@MainActor
final class ForecastController {
    let forecast: ServiceAction<Void, String>

    init(service: any Forecast) {
        forecast = ServiceAction { try await service.today() }
    }
}
