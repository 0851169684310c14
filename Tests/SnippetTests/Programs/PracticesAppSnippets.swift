// snippet: practices-app
import Service
import SwiftUI

@main
struct ShopApp: App {
    init() {
        ServiceEnv.current.assemble(StorageAssembly(), NetworkAssembly())
    }

    var body: some Scene {
        WindowGroup {
            Text("Shop")
        }
    }
}
// snippet end

struct StorageAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {}
}

struct NetworkAssembly: ServiceAssembly {
    func assemble(env: ServiceEnv) {}
}
