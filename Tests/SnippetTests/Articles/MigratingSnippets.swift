import Service
import Testing

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
