import Service
import Testing

/// The snippets of the page on basic usage that inject, in structs, classes and main-actor classes.
@Suite struct BasicUsageInjectionTests {
    struct User: Equatable { let id: String }
    protocol DatabaseProtocol: Sendable { func findUser(id: String) -> User? }
    protocol LoggerProtocol: Sendable { func info(_ message: String) }
    protocol UserRepositoryProtocol: Sendable {}
    struct DatabaseService: DatabaseProtocol {
        func findUser(id: String) -> User? { User(id: id) }
    }
    struct LoggerService: LoggerProtocol {
        let output: Output
        func info(_ message: String) { output.print(message) }
    }
    struct AnalyticsService: Sendable {
        let output: Output
        func track(_ event: String) { output.print(event) }
    }

    private let output = Output()

    private func inEnvironment<R>(_ body: () throws -> R) rethrows -> R {
        try ServiceEnv.$current.withValue(ServiceEnv(name: "injection"), operation: body)
    }

    private func registerBase() {
        // Register base services
        ServiceEnv.current.register(DatabaseProtocol.self) {
            DatabaseService()
        }

        ServiceEnv.current.register(LoggerProtocol.self) { [output] in
            LoggerService(output: output)
        }
    }

    struct UserRepository {
        @Service
        var database: DatabaseProtocol

        @Service
        var logger: LoggerProtocol

        func fetchUser(id: String) -> User? {
            logger.info("Fetching user: \(id)")
            return database.findUser(id: id)
        }
    }

    @Test func `a struct's properties are injected`() {
        inEnvironment {
            registerBase()
            #expect(UserRepository().fetchUser(id: "7") == User(id: "7"))
        }
        #expect(output.lines == ["Fetching user: 7"])
    }

    @Test func `the environment is the one of the initialisation`() {
        let repository = inEnvironment {
            registerBase()
            return UserRepository()
        }
        ServiceEnv.$current.withValue(ServiceEnv(name: "another")) {
            #expect(repository.fetchUser(id: "7") == User(id: "7"))
        }
    }

    struct ExplicitRepository {
        @Service(DatabaseProtocol.self)
        var database: DatabaseProtocol
    }

    @Test func `the type is given explicitly`() {
        inEnvironment {
            registerBase()
            #expect(ExplicitRepository().database is DatabaseService)
        }
    }

    struct UserController {
        @Service var analytics: AnalyticsService?  // Returns nil if not registered

        func trackEvent(_ event: String) {
            analytics?.track(event)  // Safe optional access
        }
    }

    struct ExplicitController {
        @Service(AnalyticsService.self)
        var analytics: AnalyticsService?
    }

    @Test func `an optional service is nil or tracks, inferred and explicit`() {
        inEnvironment {
            UserController().trackEvent("lost")
            #expect(ExplicitController().analytics == nil)
            ServiceEnv.current.register(AnalyticsService(output: output))
            UserController().trackEvent("inferred")
            ExplicitController().analytics?.track("explicit")
        }
        #expect(output.lines == ["inferred", "explicit"])
    }

    @Test func `services are resolved manually`() throws {
        try inEnvironment {
            registerBase()
            let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
            let logger = try ServiceEnv.current.resolve(LoggerProtocol.self)
            #expect(database is DatabaseService)
            #expect(logger is LoggerService)
        }
    }

    struct Repository: UserRepositoryProtocol {
        let database: DatabaseProtocol
        let logger: LoggerProtocol
    }

    @Test func `a service depends on others`() throws {
        try inEnvironment {
            registerBase()
            // Register a service that depends on other services
            ServiceEnv.current.register(UserRepositoryProtocol.self) {
                let database = try ServiceEnv.current.resolve(DatabaseProtocol.self)
                let logger = try ServiceEnv.current.resolve(LoggerProtocol.self)
                return Repository(database: database, logger: logger)
            }
            let repository = try ServiceEnv.current.resolve(UserRepositoryProtocol.self) as? Repository
            #expect(repository?.database is DatabaseService)
            #expect(repository?.logger is LoggerService)
        }
    }

    // MARK: Classes

    class Screen {
        @Service var database: DatabaseProtocol
        @Service(LoggerProtocol.self) var logger: LoggerProtocol
        @Service var analytics: AnalyticsService?
        @Provider var fresh: DatabaseProtocol
        @Provider(AnalyticsService.self) var freshAnalytics: AnalyticsService?
    }

    @Test func `a class's properties are injected`() {
        inEnvironment {
            registerBase()
            let screen = Screen()
            #expect(screen.database is DatabaseService)
            #expect(screen.logger is LoggerService)
            #expect(screen.analytics == nil)
            #expect(screen.fresh is DatabaseService)
            #expect(screen.freshAnalytics == nil)
        }
    }

    @MainActor final class Model {}

    @MainActor final class MainScreen {
        @Service var database: DatabaseProtocol
        @MainService var model: Model
        @MainService(Model.self) var explicit: Model
        @MainService var optional: Model?
        @MainService(Model.self) var explicitOptional: Model?
        @MainProvider var provided: Model
        @MainProvider(Model.self) var explicitlyProvided: Model
        @MainProvider var optionallyProvided: Model?
        @MainProvider(Model.self) var explicitlyOptionallyProvided: Model?
    }

    @Test @MainActor func `a main-actor class's properties are injected`() throws {
        try inEnvironment {
            registerBase()
            let screen = MainScreen()
            #expect(screen.optional == nil && screen.explicitOptional == nil)
            #expect(screen.optionallyProvided == nil && screen.explicitlyOptionallyProvided == nil)
            ServiceEnv.current.registerMain(Model.self) { Model() }
            let model = try ServiceEnv.current.resolveMain(Model.self)
            #expect(screen.database is DatabaseService)
            #expect(screen.model === model && screen.explicit === model)
            #expect(screen.optional === model && screen.explicitOptional === model)
            #expect(screen.provided === model && screen.explicitlyProvided === model)
            #expect(screen.optionallyProvided === model && screen.explicitlyOptionallyProvided === model)
        }
    }
}
