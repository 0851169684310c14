import Foundation
import Service
import Testing

// The examples of the docstrings of `Service`. Each stands here as it is written there, to be compiled.

private struct Database: Sendable {
    init(path: String) throws {}
    func save() {}
}

private struct Log: Sendable {}

private struct Repository: Sendable {
    init(_ database: Database, _ log: Log = Log()) {}
}

private struct Analytics: Sendable {}

private enum Environments {
    protocol Database: Sendable {}
    struct FakeDatabase: Database {}
    struct Repository: Sendable { func load() throws {} }
    struct User: Sendable {}

    static func audit(_ env: ServiceEnv) {
        env.resetScope(.custom("session"))
        assert(env.audit(.custom("session")).isEmpty)
    }

    static func child(_ app: ServiceEnv, currentUser: User) {
        let request = ServiceEnv(name: "request", parent: app)
        request.register(User.self) { currentUser }
    }

    static func overrides() throws {
        try ServiceEnv.withOverrides({ $0.register((any Database).self) { FakeDatabase() } }) {
            try ServiceEnv.current.resolve(Repository.self).load()
        }
    }

    static func observe(log: @escaping @Sendable (ServiceError) -> Void) {
        let observation = ServiceEnv.current.observe { event in
            if case .failed(let error) = event.outcome { log(error) }
        }
        observation.cancel()
    }

    @MainActor static func warmUp(_ env: ServiceEnv) async throws {
        try await env.warmUp()
        let pool = try env.resolve(Pool.self)
        _ = pool
    }

    @MainActor static func startUp(_ env: ServiceEnv) async throws {
        env.registerAsync(Pool.self) { try await Pool.connect() }
        try await env.warmUp()
        let pool = try env.resolve(Pool.self)
        _ = pool
    }

    struct Pool: Sendable {
        static func connect() async throws -> Pool { Pool() }
    }
}

private enum FirstLook {
    static func environment() throws {
        ServiceEnv.current.register(Database.self) { try Database(path: "app.db") }
        let database = try ServiceEnv.current.resolve(Database.self)

        ServiceEnv.$current.withValue(ServiceEnv(name: "test")) {
            // other registrations, other instances
        }
        _ = database
    }

    static func resolve() throws {
        let database = try ServiceEnv.current.resolve(Database.self)
        _ = database
    }

    static func names(_ env: ServiceEnv, replicaPath: String) throws {
        env.register(Database.self, name: "replica") { try Database(path: replicaPath) }
        let replica = try env.resolve(Database.self, name: "replica")
        _ = replica
    }

    static func errors() -> String {
        do {
            let database = try ServiceEnv.current.resolve(Database.self)
            return "ready: \(database)"
        } catch {
            switch error {
            case .notRegistered(let service): return "register \(service)"
            case .circularDependency(_, let chain): return chain.joined(separator: " -> ")
            case .maxDepthExceeded(let depth, _): return "deeper than \(depth)"
            case .factoryFailed(let service, let reason): return "\(service): \(reason)"
            }
        }
    }
}

private enum Injection {
    struct Request: Sendable {}
    final class SheetModel {}
    final class ProfileViewModel {}

    @MainActor
    final class Coordinator {
        @MainProvider var sheet: SheetModel  // registered with scope .transient: a new one each time
    }

    @MainActor
    final class ProfileController {
        @MainService var viewModel: ProfileViewModel
    }

    struct Handler {
        @Provider var request: Request  // registered with scope .transient: a new one each time
    }

    struct Repository {
        @Service var database: Database
        @Service var analytics: Analytics?
    }

    final class Uploader: Sendable {
        let database = Service(Database.self)
        func upload() { database().save() }
    }
}

private enum Registration {
    struct Request: Sendable { let database: Database }
    struct Pool: Sendable {
        init(_ configuration: String) {}
        func close() async {}
    }
    struct Report: Sendable {
        init(_ year: Int, _ locale: Locale) {}
    }
    struct API: Sendable {}
    @MainActor final class ViewModel {
        init(api: API) {}
    }
    protocol Plugin: Sendable {}
    struct Spellcheck: Plugin {}
    struct Thesaurus: Plugin {}
    protocol HTTPClient: Sendable {}
    struct LoggingClient: HTTPClient {
        init(_ inner: any HTTPClient) {}
    }

    static func register(_ env: ServiceEnv, configuration: String) {
        env.register(Database.self) { try Database(path: "app.db") }
        env.register(Request.self, scope: .transient) { Request(database: try env.resolve(Database.self)) }
        env.register(Pool.self, onShutdown: { await $0.close() }) { Pool(configuration) }
    }

    static func needs(_ env: ServiceEnv) {
        env.register(Repository.self, needs: Database.self, Log.self) { database, log in Repository(database, log) }
    }

    static func arguments(_ env: ServiceEnv) throws {
        env.register(Report.self, arguments: { (year: Int, locale: Locale) in Report(year, locale) })
        let report = try env.resolve(Report.self, arguments: 2026, Locale.current)
        _ = report
    }

    @MainActor static func main(_ env: ServiceEnv) {
        env.registerMain(ViewModel.self) { ViewModel(api: try ServiceEnv.current.resolve(API.self)) }
    }

    static func contribute(_ env: ServiceEnv) throws {
        env.contribute((any Plugin).self) { Spellcheck() }
        env.contribute((any Plugin).self) { Thesaurus() }
        let plugins = try env.resolveAll((any Plugin).self)
        #expect(plugins.count == 2)
    }

    static func decorate(_ env: ServiceEnv) {
        env.decorate((any HTTPClient).self) { inner in LoggingClient(inner) }
    }

    static func key(_ env: ServiceEnv) {
        struct Settings: ServiceKey {
            let theme: String
            static var `default`: Settings { Settings(theme: "light") }
        }

        env.register(Settings.self)
    }
}

private enum Assemblies {
    struct NetworkAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {}
    }

    struct LiveAssembly: ServiceAssembly {
        func assemble(env: ServiceEnv) {}
    }

    @MainActor static func assemble() {
        struct StorageAssembly: ServiceAssembly {
            func assemble(env: ServiceEnv) {
                env.register(Database.self) { try Database(path: "app.db") }
                env.register(Repository.self) { Repository(try ServiceEnv.current.resolve(Database.self)) }
            }
        }

        ServiceEnv.current.assemble(StorageAssembly(), NetworkAssembly())
    }

    @MainActor struct Wiring {
        @Test func `the services are wired`() throws {
            let env = ServiceEnv(name: "check")
            env.assemble(LiveAssembly())
            try env.validate()
        }
    }
}
