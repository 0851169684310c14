import Logging
import NestoryServer
import Service

/// Registers the web server.
struct ServerAssembly: ServiceAssembly {
    private let host: String
    private let port: Int
    private let names: Set<String>?
    private let password: Password?
    private let allowsChaos: Bool
    private let logger: Logger

    nonisolated init(
        host: String, port: Int, names: Set<String>?, password: Password? = nil, allowsChaos: Bool = false,
        logger: Logger
    ) {
        self.host = host
        self.port = port
        self.names = names
        self.password = password
        self.allowsChaos = allowsChaos
        self.logger = logger
    }

    func assemble(env: ServiceEnv) {
        env.register((any WebServer).self) { [host, port, names, password, allowsChaos, logger] in
            try HummingbirdServer(
                host: host, port: port, names: names, password: password, allowsChaos: allowsChaos, logger: logger)
        }
    }
}
