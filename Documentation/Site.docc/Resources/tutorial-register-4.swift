import Service
import SwiftUI

@main
struct WeatherApp: App {
    init() {
        ServiceEnv.current.assemble(WeatherAssembly())
    }

    var body: some Scene {
        WindowGroup {
            Text("Weather")
        }
    }
}
