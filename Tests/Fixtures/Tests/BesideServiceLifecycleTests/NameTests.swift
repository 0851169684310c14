import Service
import ServiceLifecycle
import Testing

/// The wrappers have names that do not collide with ServiceLifecycle's `Service`.
@Suite struct NameTests {
    struct Database: Sendable {}
    @MainActor final class Model {}

    struct Worker: ServiceLifecycle::Service {
        @Injected var database: Database
        @Injected var optional: Database?
        @Injected(name: "replica") var replica: Database
        @Service::Service var selected: Database

        func run() async throws {}
    }

    @MainActor
    struct Screen {
        @MainInjected var model: Model
        @MainInjected(Model.self) var explicit
    }

    @Test func `@Injected is @Service`() throws {
        let env = ServiceEnv(name: "names")
        env.register(Database())
        env.register(Database.self, name: "replica") { Database() }
        let worker = ServiceEnv.$current.withValue(env) { Worker() }
        _ = (worker.database, worker.replica, worker.selected)
        #expect(worker.optional != nil)
        let stored = ServiceEnv.$current.withValue(env) { Injected(Database.self) }
        _ = stored()
    }

    @Test @MainActor func `@MainInjected is @MainService`() {
        let env = ServiceEnv(name: "names")
        env.registerMain(Model.self) { Model() }
        let screen = ServiceEnv.$current.withValue(env) { Screen() }
        #expect(screen.model === screen.explicit)
    }
}
