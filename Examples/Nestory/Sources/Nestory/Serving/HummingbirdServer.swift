import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NestoryServer

/// Nestory's routes on hummingbird.
struct HummingbirdServer: WebServer {
    private let application: Application<RouterResponder<NestoryContext>>

    /// Describes the server, which uses the services of the current environment.
    ///
    /// - Parameters:
    ///   - host: The address to listen at.
    ///   - port: The port to listen at; 0 for any that is free.
    ///   - names: The names to answer under; nil for any.
    ///   - password: What people and programs must know; nil to let in everybody.
    ///   - allowsChaos: Whether faults may be put into the services' calls.
    ///   - logger: Where failures are told.
    /// - Throws: An error of the templates' parser, where one of those in the program has a mistake.
    init(
        host: String, port: Int, names: Set<String>?, password: Password?, allowsChaos: Bool = false, logger: Logger
    ) throws {
        let access = password.map { AccessGuard(password: $0) }
        application = Application(
            router: try NestoryRoutes(hosts: names, allowsChaos: allowsChaos, access: access).router,
            // Clients that stop in the middle of a request must not hold their connection for ever.
            server: .nestory(idleTimeout: .seconds(60)),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "nestory"),
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                let port = channel.localAddress?.port ?? 0
                Console.say("Nestory is at http://\(name):\(port)/ – stop it with Ctrl-C.")
                if LoopbackNames.names(for: host) == nil, access == nil {
                    Console.say("Everybody who reaches this machine can see and change the inventory.")
                }
            },
            logger: logger)
    }

    /// Answers until the task is cancelled or a graceful shutdown has finished what is running.
    func run() async throws {
        try await application.run()
    }
}
