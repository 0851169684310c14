import Logging
import Service

/// Registers the web server.
struct ServerAssembly: ServiceAssembly {
    private let host: String
    private let port: Int
    private let logger: Logger

    nonisolated init(host: String, port: Int, logger: Logger) {
        self.host = host
        self.port = port
        self.logger = logger
    }

    func assemble(env: ServiceEnv) {
        env.register((any WebServer).self) { [host, port, logger] in
            try HummingbirdServer(host: host, port: port, logger: logger)
        }
    }
}
