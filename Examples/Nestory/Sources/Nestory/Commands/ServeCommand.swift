import ArgumentParser
import CoreMetrics
import Foundation
import Inventory
import Logging
import NIOCore
import NestoryAssembly
import NestoryControllers
import NestoryRemote
import NestoryServer
import NestoryServices
import Service
import ServiceHealth
import ServiceLifecycle
import ServiceLifecycleAdapter
import UnixSignals

/// `nestory serve`.
struct ServeCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Shows the inventory in a browser.")

    static var logs: Bool { true }

    @OptionGroup var server: ServerOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "A file with JSON that says how the services are protected. NESTORY_POLICY_… variables win over it.",
            valueName: "file"))
    var config: String?

    @Flag(name: .long, help: "Fill a new inventory with sample items. One that exists stays as it is.")
    var sample = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Where the European Central Bank's daily rates are (eurofxref-daily.xml); without it, the last known.",
            valueName: "url"))
    var ratesUrl: String?

    @Option(
        name: .long,
        help: ArgumentHelp("An address to POST warranties to that end within 30 days.", valueName: "url"))
    var webhookUrl: String?

    @Flag(
        name: .long,
        help: "Allow PUT /api/chaos/SERVICE, which makes services fail or slow, to see what the program does then.")
    var chaos = false

    @Flag(
        name: .customLong("new"),
        help: "Start an empty inventory where there is none, although there are copies of one.")
    var startsNew = false

    @OptionGroup var outboxOptions: OutboxOptions

    @Option(name: .long, help: "How many connections to a PostgreSQL database to use, from 1 to 64.")
    var pool = 8

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var backups: BackupOptions

    func validate() throws {
        guard (1...64).contains(pool) else { throw ValidationError("Give --pool a number from 1 to 64.") }
        try Self.check(ratesUrl, "--rates-url")
        try Self.check(webhookUrl, "--webhook-url")
    }

    private static func check(_ address: String?, _ option: String) throws {
        guard let address, WebAddress(address) == nil else { return }
        throw ValidationError("Give \(option) an address that starts with http:// or https://.")
    }

    func work() async throws {
        LoggingSystem.bootstrap(Self.handler)
        let password = try server.password()
        let policies = try ServicePolicies(
            file: config, environment: ProcessInfo.processInfo.environment,
            startingFrom: options.databaseUrl == nil ? ServicePolicies() : .forServerDatabase)
        let isNew = !options.exists
        let outbox = outboxOptions.path(options)
        let isOutboxNew = !FileManager.default.fileExists(atPath: outbox)
        if isNew { try refuseEmptyInventory() }
        let place = URL(filePath: options.database).standardizedFileURL.path
        let database = try options.server(connections: pool)
        Console.say(database == nil ? "The inventory is \(place)." : "The inventory is in PostgreSQL.")
        let services = LiveOptions(
            rates: ratesUrl.flatMap { WebAddress($0) }, webhook: webhookUrl.flatMap { WebAddress($0) },
            backups: backups.backupDir, outbox: outbox, server: database, staysUp: true, policies: policies,
            logger: Self.logger)
        // Before any service is made, as each asks once where to count.
        MetricsSystem.bootstrap(services.metrics)
        var added = 0
        do {
            try await withServices(
                at: options.database, services: services, preparing: { await $0.assemble(PageAssembly()) }
            ) { env in
                // A database is connected to when it is first used: now.
                if database != nil { await (try env.resolve(GuardedInventory.self)).check() }
                try warn(about: try env.resolve(ServiceHealthManager.self).lastError(of: .inventory))
                if let problem = try env.resolve(OutboxChanges.self).problem { warn(about: problem, in: outbox) }
                if isNew, sample { added = try await loadSample(try env.resolve((any ImportService).self)) }
                try await serve(env, password)
            }
        } catch {
            if isNew, options.removeNew(holding: added), isOutboxNew {
                DatabaseOptions.remove(outbox, ["", "-wal", "-shm", "-owner", "-reserve"])
            }
            throw error
        }
    }

    /// Refuses to start with nothing where there was an inventory: its path may have a slip, or its disk be missing.
    private func refuseEmptyInventory() throws {
        guard !startsNew, let newest = try? backups.copies(of: options.database).first else { return }
        throw CommandFailure.failed(
            """
            There is no inventory at \(options.database), but there are copies of one in \
            \(backups.folder(of: options.database)), the newest \(newest.line). \
            Put it in place with “nestory restore”, or start an empty one with --new.
            """)
    }

    /// Says that the inventory cannot be opened, although the server goes on, so that the operator can act.
    ///
    /// - Throws: Where it never will be, as there is no such folder.
    private func warn(about error: (any Error)?) throws {
        guard let error = error as? InventoryError else { return }
        if case .noFolder = error { throw error }
        Console.say(
            "nestory: \(error.message) The server starts, and has the items as soon as they can be read.\(error.place)")
    }

    /// Says that no change can be kept, although the server goes on.
    private func warn(about problem: any Error, in outbox: String) {
        Console.say(
            """
            nestory: The file for kept changes cannot be used. Until it can, changes are refused while the inventory is \
            not available, and those that are kept in it wait. Put it in order, or name another one with --outbox.
              \(outbox): \(problem)
            """)
    }

    private func serve(_ env: ServiceEnv, _ password: Password?) async throws {
        let logger = Self.logger
        await env.assemble(
            ServerAssembly(
                host: server.host, port: server.port, names: server.names, password: password, allowsChaos: chaos,
                logger: logger),
            BackgroundAssembly(logger: logger, isShared: options.databaseUrl != nil))
        var configuration = ServiceGroupConfiguration(
            services: [ServiceGroupConfiguration.ServiceConfiguration](),
            gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        // All must be over within five seconds. What takes longer is cancelled: it is rolled back.
        configuration.maximumGracefulShutdownDuration = .milliseconds(3500)
        let group = EnvironmentServiceGroup(
            environment: env, services: registered, configuration: configuration,
            shutdownTimeout: .milliseconds(900))
        do {
            try await group.run()
        } catch let error as ServiceShutdownError {
            tell(error)
        } catch let error as IOError {
            throw CommandFailure.failed(Self.advice(on: error, host: server.host, port: server.port))
        } catch is SocketAddressError.UnknownHost {
            throw CommandFailure.failed("Nobody knows the address \(server.host). Choose another with --host.")
        }
    }

    /// What runs, in the order in which it starts.
    private var registered: [RegisteredService] {
        var background: [ServiceName] = ["watch", options.databaseUrl == nil ? "backup" : "cluster", "outbox"]
        if webhookUrl != nil { background.append("notifications") }
        return background.map { .service((any BackgroundWork).self, name: $0) { $0 } }
            + [.service((any WebServer).self) { $0 }]
    }

    /// What the server and its services write, on standard error.
    private static let log = LimitedLog(clock: ContinuousClock())

    @Sendable private static func handler(_ label: String) -> any LogHandler {
        log.handler(for: label, writing: StreamLogHandler.standardError(label: label))
    }

    private static var logger: Logger {
        var logger = Logger(label: "nestory", factory: handler)
        logger.logLevel = .warning
        return logger
    }

    /// Returns how many items were added.
    private func loadSample(_ imports: any ImportService) async throws -> Int {
        let source = BytesInMemory(PackageResources.sample_inventory_csv)
        let report = try await imports.importCSV(from: source, options: ImportOptions()) { _ in }
        Console.say("The inventory is new: \(report.imported) sample items were added.")
        return report.imported
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
