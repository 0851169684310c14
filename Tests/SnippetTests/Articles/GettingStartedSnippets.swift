import Observation
import Service
import Testing

@Suite struct GettingStartedSnippets {
    // snippet: start-services
    nonisolated protocol Database: Sendable {
        func user(id: Int) -> String?
    }

    struct SQLiteDatabase: Database {
        let path: String
        init(path: String) throws { self.path = path }
        func user(id: Int) -> String? { "user \(id) of \(path)" }
    }

    struct Log: Sendable {
        func write(_ text: String) {}
    }

    struct UserRepository: Sendable {
        let database: any Database
        let log: Log
    }
    // snippet end

    // snippet: start-key
    struct Settings: ServiceKey {
        let theme: String
        static var `default`: Settings { Settings(theme: "light") }
    }
    // snippet end

    // snippet: start-inject
    struct ProfilePage {
        @Service var users: UserRepository
        @Service var settings: Settings?

        var title: String { users.database.user(id: 1) ?? "Nobody" }
    }
    // snippet end

    // snippet: start-sendable
    final class Uploader: Sendable {
        let database = Service((any Database).self)

        func upload() -> String? { database().user(id: 1) }
    }
    // snippet end

    // snippet: start-main
    @MainActor
    final class ProfileModel {
        let users: UserRepository
        var isEditing = false
        init(users: UserRepository) { self.users = users }
    }

    @MainActor
    struct ProfileView {
        @MainService var model: ProfileModel
    }
    // snippet end

    // snippet: start-observable
    @MainActor
    @Observable
    final class ProfileEditor {
        var draft = ""
        @ObservationIgnored @Service var users: UserRepository
    }
    // snippet end

    // snippet: start-main-key
    @MainActor
    final class SheetModel: MainServiceKey {
        static var `default`: SheetModel { SheetModel() }
    }
    // snippet end

    @MainActor
    final class ItemModel {
        let id: Int
        let users: UserRepository
        init(id: Int, users: UserRepository) {
            self.id = id
            self.users = users
        }
    }

    // snippet: start-assembly
    struct StorageAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register((any Database).self) { try SQLiteDatabase(path: "app.db") }
            env.register(Log())
        }
    }

    struct UserAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {
            env.register(UserRepository.self, needs: (any Database).self, Log.self) { database, log in
                UserRepository(database: database, log: log)
            }
        }
    }

    @MainActor
    func start() {
        ServiceEnv.current.assemble(StorageAssembly(), UserAssembly())
    }
    // snippet end

    nonisolated protocol Plugin: Sendable { var name: String { get } }
    struct Spelling: Plugin { let name = "spelling" }
    struct Thesaurus: Plugin { let name = "thesaurus" }
    struct Traced: Plugin {
        let inner: any Plugin
        var name: String { "traced \(inner.name)" }
    }
    struct Report: Sendable, Equatable {
        let year: Int
        let title: String
    }

    private func register(in env: ServiceEnv) {
        // snippet: start-register
        env.register((any Database).self) { try SQLiteDatabase(path: "app.db") }
        env.register(Log())
        env.register(Settings.self)
        // snippet end
    }

    @Test func `a resolved service is the one that was registered`() throws {
        let env = ServiceEnv(name: "start")
        register(in: env)
        // snippet: start-needs
        env.register(UserRepository.self, needs: (any Database).self, Log.self) { database, log in
            UserRepository(database: database, log: log)
        }
        // snippet end
        try ServiceEnv.$current.withValue(env) {
            // snippet: start-resolve
            let users = try ServiceEnv.current.resolve(UserRepository.self)
            // snippet end
            #expect(users.database.user(id: 1) == "user 1 of app.db")
            #expect(ProfilePage().title == "user 1 of app.db")
            #expect(ProfilePage().settings?.theme == "light")
            #expect(Uploader().upload() == "user 1 of app.db")
        }
    }

    @Test @MainActor func `main-actor services need the others`() throws {
        let env = ServiceEnv(name: "start")
        env.assemble(StorageAssembly(), UserAssembly())
        // snippet: start-main
        env.registerMain(ProfileModel.self) {
            ProfileModel(users: try ServiceEnv.current.resolve(UserRepository.self))
        }
        let model = try env.resolveMain(ProfileModel.self)
        // snippet end
        env.registerMain(SheetModel.self)
        #expect(try env.resolveMain(SheetModel.self) === env.resolveMain(SheetModel.self))
        ServiceEnv.$current.withValue(env) {
            #expect(ProfileView().model === model)
            #expect(model.users.database.user(id: 2) == "user 2 of app.db")
            #expect(ProfileEditor().users.database.user(id: 3) == "user 3 of app.db")
        }
    }

    @Test @MainActor func `arguments reach a factory of the main actor`() throws {
        let env = ServiceEnv(name: "start")
        env.assemble(StorageAssembly(), UserAssembly())
        // snippet: start-main-arguments
        env.registerMain(
            ItemModel.self,
            arguments: { (id: Int) in
                ItemModel(id: id, users: try ServiceEnv.current.resolve(UserRepository.self))
            })

        let item = try env.resolveMain(ItemModel.self, arguments: 7)
        // snippet end
        #expect(item.id == 7)
        #expect(item.users.database.user(id: 1) == "user 1 of app.db")
    }

    @Test func `one type, several services`() throws {
        let env = ServiceEnv(name: "start")
        // snippet: start-names
        env.register((any Database).self) { try SQLiteDatabase(path: "app.db") }
        env.register((any Database).self, name: "archive") { try SQLiteDatabase(path: "archive.db") }

        let archive = try env.resolve((any Database).self, name: "archive")
        // snippet end
        #expect(archive.user(id: 1) == "user 1 of archive.db")

        // snippet: start-contribute
        env.contribute((any Plugin).self) { Spelling() }
        env.contribute((any Plugin).self) { Thesaurus() }

        let plugins = try env.resolveAll((any Plugin).self)
        // snippet end
        #expect(plugins.map(\.name) == ["spelling", "thesaurus"])
    }

    @Test func `decorators wrap and arguments reach the factory`() throws {
        let env = ServiceEnv(name: "start")
        env.register((any Plugin).self) { Spelling() }
        // snippet: start-decorate
        env.decorate((any Plugin).self) { inner in Traced(inner: inner) }
        // snippet end
        #expect(try env.resolve((any Plugin).self).name == "traced spelling")

        // snippet: start-arguments
        env.register(
            Report.self, arguments: { (year: Int, title: String) in Report(year: year, title: title) })

        let report = try env.resolve(Report.self, arguments: 2026, "Inventory")
        // snippet end
        #expect(report == Report(year: 2026, title: "Inventory"))
    }
}
