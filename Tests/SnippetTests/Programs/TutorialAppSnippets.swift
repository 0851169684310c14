// snippet: tutorial-register-4
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
// snippet end

// What the tutorial has written by then.
struct WeatherAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {}
}
