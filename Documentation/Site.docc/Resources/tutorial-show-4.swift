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
