import Logging
import Service

/// Registers the web server.
struct ServerAssembly: ServiceAssembly {
    private let host: String
    private let port: Int
    private let allowsChaos: Bool
    private let logger: Logger

    nonisolated init(host: String, port: Int, allowsChaos: Bool = false, logger: Logger) {
        self.host = host
        self.port = port
        self.allowsChaos = allowsChaos
        self.logger = logger
    }

    func assemble(env: ServiceEnv) {
        env.register((any WebServer).self) { [host, port, allowsChaos, logger] in
            try HummingbirdServer(host: host, port: port, allowsChaos: allowsChaos, logger: logger)
        }
    }
}
