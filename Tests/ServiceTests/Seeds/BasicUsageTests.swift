import Service
import Testing

/// The snippets of the page on basic usage that register and live.
@Suite struct BasicUsageTests {
    protocol DatabaseProtocol: Sendable { var connectionString: String { get } }
    enum LogLevel { case info }
    struct LoggerService: Sendable { let logLevel: LogLevel }

    struct DatabaseService: ServiceKey, DatabaseProtocol {
        let connectionString: String

        static var `default`: DatabaseService {
            DatabaseService(connectionString: "sqlite://app.db")
        }
    }

    private func inEnvironment<R>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
    ) async rethrows -> R {
        try await ServiceEnv.$current.withValue(ServiceEnv(name: "basic usage"), operation: body)
    }

    // MARK: Registering

    @Test func `factories make protocols and concrete types`() async throws {
        try await inEnvironment {
            // Register a protocol-based service
            ServiceEnv.current.register(DatabaseProtocol.self) {
                DatabaseService(connectionString: "sqlite://app.db")
            }

            // Register a concrete type
            ServiceEnv.current.register(LoggerService.self) {
                LoggerService(logLevel: .info)
            }

            let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
            let logger = try ServiceEnv.current.resolve(LoggerService.self)
            #expect(database is DatabaseService)
            #expect(database.connectionString == "sqlite://app.db")
            #expect(logger.logLevel == .info)
            #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(DatabaseService.self) }
        }
    }

    @Test func `an instance is registered directly`() async throws {
        try await inEnvironment {
            let database = DatabaseService(connectionString: "sqlite://app.db")
            ServiceEnv.current.register(database)
            let resolved = try ServiceEnv.current.resolve(DatabaseService.self)
            #expect(resolved.connectionString == "sqlite://app.db")
        }
    }

    @Test func `a key registers its default, and a factory replaces it`() async throws {
        try await inEnvironment {
            // Register using the default implementation
            ServiceEnv.current.register(DatabaseService.self)
            let documented = try ServiceEnv.current.resolve(DatabaseService.self)
            #expect(documented.connectionString == "sqlite://app.db")

            // Or override with a custom factory
            ServiceEnv.current.register(DatabaseService.self) {
                DatabaseService(connectionString: "postgresql://prod.db")
            }
            #expect(try ServiceEnv.current.resolve(DatabaseService.self).connectionString == "postgresql://prod.db")
        }
    }

    // MARK: Lifecycle

    // The resets need no `await`. Where they are documented with one the compiler remarks that there is nothing to wait
    // for, so here they share it with something that does.

    final class Counted: Sendable {}

    @Test func `the first resolution makes the instance and the next ones return it`() async throws {
        try await inEnvironment {
            ServiceEnv.current.register(Counted.self) { Counted() }
            let first = try ServiceEnv.current.resolve(Counted.self)
            #expect(try ServiceEnv.current.resolve(Counted.self) === first)
        }
    }

    @Test func `clearing caches keeps the registrations`() async throws {
        try await inEnvironment {
            ServiceEnv.current.register(Counted.self) { Counted() }
            let first = try ServiceEnv.current.resolve(Counted.self)
            _ = await (ServiceEnv.current.resetCaches(), Task.yield())
            let second = try ServiceEnv.current.resolve(Counted.self)
            #expect(second !== first)
            ServiceEnv.current.resetCaches()
            #expect(try ServiceEnv.current.resolve(Counted.self) !== second)
        }
    }

    @Test func `resetting everything removes the registrations`() async {
        await inEnvironment {
            ServiceEnv.current.register(Counted.self) { Counted() }
            _ = await (ServiceEnv.current.resetAll(), Task.yield())
            #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Counted.self) }
            ServiceEnv.current.register(Counted.self) { Counted() }
            ServiceEnv.current.resetAll()
            #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(Counted.self) }
        }
    }

    @Test func `the resets are written without await in a synchronous function, and on the main actor`() async throws {
        func reset(_ env: ServiceEnv) {
            env.resetCaches()
            env.resetScope(.custom("session"))
            env.resetAll()
        }
        let env = ServiceEnv(name: "synchronous")
        env.register(Counted.self) { Counted() }
        reset(env)
        #expect(throws: ServiceError.self) { try env.resolve(Counted.self) }
        await MainActor.run {
            env.resetCaches()
            env.resetScope(.custom("session"))
            env.resetAll()
        }
        _ = await (env.resetScope(.custom("session")), Task.yield())
    }
}
