// snippet: tutorial-show-4
import ServicePresentation
import SwiftUI

struct ForecastView: View {
    let controller: ForecastController

    var body: some View {
        VStack {
            if let forecast = controller.forecast.value {
                Text(forecast)
            } else if controller.forecast.isRunning {
                ProgressView()
            } else {
                ErrorView(controller.forecast)
            }
        }
        .task { await controller.forecast.run() }
    }
}
// snippet end

// What the tutorial has written by then.
@MainActor
final class ForecastController {
    let forecast = ServiceAction<Void, String> { "Sunny" }
}
