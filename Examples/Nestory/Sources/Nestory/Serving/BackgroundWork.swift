import Inventory
import ServiceLifecycle

/// Does work again and again beside the server, until the program is told to stop.
protocol BackgroundWork: ServiceLifecycle::Service {}

extension RepeatedWork: BackgroundWork {
    func run() async throws {
        await cancelWhenGracefulShutdown { await repeated() }
    }
}
