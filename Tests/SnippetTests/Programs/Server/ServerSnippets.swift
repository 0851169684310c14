// snippet: lifecycle-server
import Logging
import Service
import ServiceLifecycle
import ServiceLifecycleAdapter
import UnixSignals

final class Database: Sendable {
    func count() -> Int { 42 }
    func close() async {}
}

/// Work in the background, which the group starts and stops.
struct Poller: ServiceLifecycle::Service {
    let database: Database
    let logger: Logger

    func run() async throws {
        logger.info("polling", metadata: ["count": "\(database.count())"])
        try await gracefulShutdown()
    }
}

/// The server. What it needs is injected.
struct HTTPServer: ServiceLifecycle::Service {
    @Injected var database: Database

    func run() async throws {
        // Accepts connections until it is told to stop.
        try await gracefulShutdown()
    }
}

struct ServerAssembly: ServiceAssembly {
    let logger: Logger

    func assemble(env: ServiceEnv) {
        env.register(logger)
        env.register(Database.self, onShutdown: { await $0.close() }) { Database() }
        env.register(Poller.self, needs: Database.self, Logger.self) { Poller(database: $0, logger: $1) }
    }
}

@main enum Server {
    static func main() async throws {
        let logger = Logger(label: "server")
        let env = ServiceEnv(name: "server")
        env.assemble(ServerAssembly(logger: logger))
        try env.validate()
        let server = ServiceEnv.$current.withValue(env) { HTTPServer() }
        try await EnvironmentServiceGroup(
            environment: env, services: [.service(Poller.self), .instance(server)],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}
// snippet end
