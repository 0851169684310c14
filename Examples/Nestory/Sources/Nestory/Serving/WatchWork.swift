import NestoryServices
import ServiceLifecycle

/// Looks after the services beside the server, until the program is told to stop.
struct WatchWork: BackgroundWork {
    let watch: ServiceWatch

    func run() async throws {
        await cancelWhenGracefulShutdown { await watch.run() }
    }
}
