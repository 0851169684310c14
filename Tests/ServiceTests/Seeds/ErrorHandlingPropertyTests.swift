import Foundation
import Service
import Testing

/// The snippets of the page on error handling that inject, throw from factories, assemble and validate.
@Suite struct ErrorHandlingPropertyTests {
    protocol DatabaseProtocol: Sendable {}
    protocol LoggerProtocol: Sendable {}
    protocol UserRepositoryProtocol: Sendable {}
    protocol AnalyticsProtocol: Sendable { func track(_ event: String) }
    struct Database: DatabaseProtocol {}
    struct Logger: LoggerProtocol {}
    struct AnalyticsService: Sendable {}
    struct DatabaseService: Sendable { let connectionString: String }
    struct UserRepository: UserRepositoryProtocol {
        let database: DatabaseProtocol
        let logger: LoggerProtocol
    }
    struct Analytics: AnalyticsProtocol {
        let output: Output
        func track(_ event: String) { output.print(event) }
    }

    private let output = Output()

    private func inEnvironment<R>(_ body: () throws -> R) rethrows -> R {
        try ServiceEnv.$current.withValue(ServiceEnv(name: "error handling"), operation: body)
    }

    // MARK: Property wrappers

    struct RequiringController {
        @Service var database: DatabaseProtocol
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `a required service that is not registered stops the process at the first access`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let controller = RequiringController()
            _ = controller.database
        }
        let message = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(message.contains("Fatal error: Service 'DatabaseProtocol' is not registered in ServiceEnv"))
    }
    #endif

    @Test func `a required service is not looked for before the first access`() {
        inEnvironment {
            let controller = RequiringController()
            ServiceEnv.current.register(DatabaseProtocol.self) { Database() }
            #expect(controller.database is Database)
        }
    }

    struct MyController {
        @Service var analytics: AnalyticsService?  // Returns nil if not registered
    }

    @Test func `an optional service is nil while it is not registered`() {
        inEnvironment {
            let controller = MyController()
            #expect(controller.analytics == nil)
            ServiceEnv.current.register(AnalyticsService())
            #expect(controller.analytics != nil)
        }
    }

    struct TrackingController {
        @Service var analytics: AnalyticsProtocol?  // Returns nil if not registered

        func loadAnalytics() {
            analytics?.track("app_launched")  // Safe optional access
        }
    }

    @Test func `an optional protocol is called where it is registered`() {
        inEnvironment {
            TrackingController().loadAnalytics()
            #expect(output.lines.isEmpty)
            ServiceEnv.current.register(AnalyticsProtocol.self) { [output] in Analytics(output: output) }
            TrackingController().loadAnalytics()
            #expect(output.lines == ["app_launched"])
        }
    }

    func loadAnalytics() {
        do {
            let analytics = try ServiceEnv.current.resolve(AnalyticsProtocol.self)
            analytics.track("app_launched")
        } catch {
            // Analytics not configured, skip tracking
        }
    }

    @Test func `direct resolution can skip what is missing`() {
        inEnvironment {
            loadAnalytics()
            #expect(output.lines.isEmpty)
            ServiceEnv.current.register(AnalyticsProtocol.self) { [output] in Analytics(output: output) }
            loadAnalytics()
            #expect(output.lines == ["app_launched"])
        }
    }

    // MARK: Factories

    @Test func `a factory resolves what its service needs, and errors reach the caller`() throws {
        try inEnvironment {
            ServiceEnv.current.register(UserRepository.self) {
                let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
                let logger = try ServiceEnv.current.resolve(LoggerProtocol.self)
                return UserRepository(database: database, logger: logger)
            }
            ServiceEnv.current.register(DatabaseProtocol.self) { Database() }
            do {
                _ = try ServiceEnv.current.resolve(UserRepository.self)
                Issue.record("there is no logger")
            } catch ServiceError.notRegistered(let type) {
                #expect(type == "LoggerProtocol")
            }
            ServiceEnv.current.register(LoggerProtocol.self) { Logger() }
            let repository = try ServiceEnv.current.resolve(UserRepository.self)
            #expect(repository.database is Database)
            #expect(repository.logger is Logger)
        }
    }

    @Test func `a service error thrown by a factory is not wrapped`() throws {
        inEnvironment {
            ServiceEnv.current.register(DatabaseService.self) {
                guard let connectionString = ProcessInfo.processInfo.environment["DB_URL"] else {
                    throw ServiceError.notRegistered(serviceType: "DB_URL environment variable")
                }
                return DatabaseService(connectionString: connectionString)
            }
            #expect { try ServiceEnv.current.resolve(DatabaseService.self) } throws: { error in
                if case .notRegistered("DB_URL environment variable") = error as? ServiceError { true } else { false }
            }
        }
    }

    // MARK: Practices

    @MainActor protocol App { init() }

    struct DatabaseAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) { env.register(DatabaseProtocol.self) { Database() } }
    }
    struct LoggerAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) { env.register(LoggerProtocol.self) { Logger() } }
    }
    struct RepositoryAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register(UserRepositoryProtocol.self) {
                UserRepository(
                    database: try env.resolve(DatabaseProtocol.self), logger: try env.resolve(LoggerProtocol.self))
            }
        }
    }

    struct MyApp: App {
        init() {
            ServiceEnv.current.assemble(
                DatabaseAssembly(),
                LoggerAssembly(),
                RepositoryAssembly()
            )
        }
    }

    struct UserController {
        @Service var userRepository: UserRepositoryProtocol
    }

    @Test @MainActor func `an app registers everything at its start`() throws {
        try inEnvironment {
            _ = MyApp()
            #expect(UserController().userRepository is UserRepository)

            // Should not throw for properly configured services
            _ = try ServiceEnv.current.resolve(DatabaseProtocol.self)
            _ = try ServiceEnv.current.resolve(LoggerProtocol.self)
        }
    }

    @Test @MainActor func `assemblies are given singly, severally or as a list`() throws {
        try inEnvironment {
            ServiceEnv.current.assemble(DatabaseAssembly())
            try ServiceEnv.current.resolve(DatabaseProtocol.self)
            ServiceEnv.current.resetAll()

            ServiceEnv.current.assemble([LoggerAssembly(), DatabaseAssembly(), RepositoryAssembly()])
            try ServiceEnv.current.resolve(UserRepositoryProtocol.self)
            ServiceEnv.current.resetAll()

            let assemblies: [any ServiceAssembly] = [LoggerAssembly()]
            ServiceEnv.current.assemble(assemblies)
            try ServiceEnv.current.resolve(LoggerProtocol.self)
            #expect(throws: ServiceError.self) { try ServiceEnv.current.resolve(DatabaseProtocol.self) }
        }
    }
}
