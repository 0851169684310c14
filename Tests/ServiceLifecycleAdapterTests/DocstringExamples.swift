#if Lifecycle
import Logging
import Service
import ServiceLifecycle
import ServiceLifecycleAdapter
import UnixSignals

// The examples of the docstrings of `ServiceLifecycleAdapter`, which SnippetTests looks up here.

private enum Running {
    struct Poller: ServiceLifecycle.Service {
        func run() async throws {}
    }

    struct HTTPServer: ServiceLifecycle.Service {
        func run() async throws {}
    }

    static func run(_ env: ServiceEnv, logger: Logger) async throws {
        try await EnvironmentServiceGroup(
            environment: env, services: [Poller.self, HTTPServer.self],
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger
        ).run()
    }
}

private enum Registering {
    protocol Poller: ServiceLifecycle.Service {}
    struct Cache: Sendable {}
    struct CacheCleaner: ServiceLifecycle.Service {
        init(cleaning cache: Cache) {}
        func run() async throws {}
    }

    static let services: [RegisteredService] = [
        .service((any Poller).self) { $0 },  // protocol Poller: ServiceLifecycle.Service
        .service(Cache.self) { CacheCleaner(cleaning: $0) },
    ]
}
#endif
