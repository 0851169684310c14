import Service
import Testing

// snippet: migrating-contexts
extension ServiceName {
    static let replica: ServiceName = "replica"
}
// snippet end

@Suite struct MigratingSnippets {
    protocol Database: Sendable { var rows: [String] { get } }
    struct SQLiteDatabase: Database { let rows = ["stored"] }
    struct FakeDatabase: Database { let rows: [String] }
    struct Log: Sendable { func write(_ text: String) {} }
    struct Repository: Sendable {
        let database: any Database
        let log: Log
        func all() -> [String] {
            log.write("reading")
            return database.rows
        }
    }

    /// Stands for the container that an app has so far.
    enum OldContainer {
        static func log() -> Log? { Log() }
    }

    // snippet: migrating-bridge
    struct BridgeAssembly: ServiceAssembly {
        struct NotInOldContainer: Error {}

        func assemble(env: ServiceEnv) {
            env.register(Log.self) {
                guard let log = OldContainer.log() else { throw NotInOldContainer() }
                return log
            }
        }
    }
    // snippet end

    // snippet: migrating-example
    struct AppAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register(Log())
            env.register((any Database).self) { SQLiteDatabase() }
            env.register(Repository.self, needs: (any Database).self, Log.self) { database, log in
                Repository(database: database, log: log)
            }
        }
    }

    struct Page {
        @Service var repository: Repository
    }
    // snippet end

    final class Cache: Sendable {}
    final class Parser {}

    // snippet: migrating-contexts
    struct Parsers: Sendable {  // a parser is not Sendable: everyone gets another one
        let make: @Sendable () -> Parser
    }

    @MainActor
    func start(_ env: ServiceEnv, arguments: [String]) {
        env.assemble(AppAssembly())
        env.register((any Database).self, name: .replica) { SQLiteDatabase() }
        env.register(Cache.self, scope: .custom("cache")) { Cache() }
        env.register(Parsers(make: { Parser() }))
        if arguments.contains("-mock") {
            env.register((any Database).self) { FakeDatabase(rows: []) }
        }
    }

    func memoryIsLow(_ env: ServiceEnv) {
        env.resetScope(.custom("cache"))
    }
    // snippet end

    @Test @MainActor func `what other containers call contexts, key paths and resets`() throws {
        let env = ServiceEnv(name: "migrating")
        start(env, arguments: ["app", "-mock"])
        #expect(try env.resolve((any Database).self).rows == [])
        #expect(try env.resolve((any Database).self, name: .replica).rows == ["stored"])
        let parsers = try env.resolve(Parsers.self)
        #expect(parsers.make() !== parsers.make())
        let cache = try env.resolve(Cache.self)
        memoryIsLow(env)
        #expect(try env.resolve(Cache.self) !== cache)
    }

    @Test @MainActor func `the bridge and the example work`() throws {
        let env = ServiceEnv(name: "migrating")
        env.assemble(AppAssembly(), BridgeAssembly())
        ServiceEnv.$current.withValue(env) {
            #expect(Page().repository.all() == ["stored"])
        }
    }

    // snippet: migrating-test
    @Test @MainActor func `the page shows what the database has`() {
        let app = ServiceEnv(name: "app")
        app.assemble(AppAssembly())

        ServiceEnv.$current.withValue(app) {
            ServiceEnv.withOverrides({ env in
                env.register((any Database).self) { FakeDatabase(rows: ["a", "b"]) }
            }) {
                #expect(Page().repository.all() == ["a", "b"])
            }
        }
    }
    // snippet end
}
