import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import Inventory
import Logging
import NIOCore
import NestoryServer
import Service
import ServiceLifecycle
import UnixSignals

/// `nestory serve`.
struct ServeCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Shows the inventory in a browser.")

    @Option(name: .long, help: "The address to listen at. Others than 127.0.0.1 let other machines in.")
    var host = "127.0.0.1"

    @Option(name: .long, help: "The port to listen at; 0 for any that is free.")
    var port = 8080

    @Flag(name: .long, help: "Fill a new inventory with sample items. One that exists stays as it is.")
    var sample = false

    @OptionGroup var options: DatabaseOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("Give --port a number from 0 to 65535.")
        }
        guard !host.isEmpty else { throw ValidationError("Give --host an address, such as 127.0.0.1.") }
    }

    func work() async throws {
        let isNew = !options.exists
        try await withServices(at: options.database, timeout: .milliseconds(900)) { env in
            if isNew, sample { try await loadSample(try env.resolve((any ImportService).self)) }
            try await serve()
        }
    }

    private func serve() async throws {
        var logger = Logger(label: "nestory", factory: { StreamLogHandler.standardError(label: $0) })
        logger.logLevel = .warning
        let routes = try NestoryRoutes(hosts: LoopbackNames.names(for: host))
        let application = Application(
            router: routes.router,
            // Clients that stop in the middle of a request must not hold their connection for ever.
            server: .http1(configuration: HTTP1Channel.Configuration(idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "nestory"),
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                let port = channel.localAddress?.port ?? 0
                Console.say("Nestory is at http://\(name):\(port)/ – stop it with Ctrl-C.")
                if LoopbackNames.names(for: host) == nil {
                    Console.say("Everybody who reaches this machine can see and change the inventory.")
                }
            },
            logger: logger)
        var configuration = ServiceGroupConfiguration(
            services: [application], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // What takes longer is cancelled: it is rolled back.
        configuration.maximumGracefulShutdownDuration = .milliseconds(3500)
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as IOError {
            throw CommandFailure.failed(Self.advice(on: error, host: host, port: port))
        }
    }

    private func loadSample(_ imports: any ImportService) async throws {
        let source = BytesInMemory(PackageResources.sample_inventory_csv)
        let report = try await imports.importCSV(from: source, options: ImportOptions()) { _ in }
        Console.say("The inventory is new: \(report.imported) sample items were added.")
    }

    private static func advice(on error: IOError, host: String, port: Int) -> String {
        switch error.errnoCode {
        case EADDRINUSE:
            "Port \(port) is taken by another program. Choose one with --port, or 0 for any that is free."
        case EACCES: "Port \(port) is only for the system's administrator. Choose one above 1023 with --port."
        case EADDRNOTAVAIL: "\(host) is no address of this machine. Choose another with --host."
        default: "The server cannot listen at \(host), port \(port): \(error.description)"
        }
    }
}
