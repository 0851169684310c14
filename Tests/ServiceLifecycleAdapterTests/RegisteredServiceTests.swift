#if Lifecycle
import Logging
import Service
import ServiceLifecycle
import ServiceLifecycleAdapter
import ServiceTesting
import Testing
import UnixSignals

@Suite(.timeLimit(.minutes(5))) struct RegisteredServiceTests {
    /// A service of the main actor.
    @MainActor final class Window: ServiceLifecycle::Service {
        let journal: Journal
        init(_ journal: Journal) { self.journal = journal }
        func run() async throws {
            journal.record("window starts")
            try await gracefulShutdown()
        }
    }

    /// What runs for a database, which cannot run itself.
    struct Cleaner: ServiceLifecycle::Service {
        let database: Database
        func run() async throws {
            database.journal.record("cleaner starts")
            try await gracefulShutdown()
        }
    }

    let journal = Journal()
    let env: ServiceEnv

    init() {
        env = ServiceEnv.withWorkers(journal)
    }

    private func run(_ services: RegisteredService...) async throws {
        let configuration = ServiceGroupConfiguration(
            services: [ServiceGroupConfiguration.ServiceConfiguration](),
            logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        let group = EnvironmentServiceGroup(environment: env, services: services, configuration: configuration)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { [journal] in
                _ = try await journal.elements { $0.filter { $0.contains("starts") }.count == services.count }
                await group.triggerGracefulShutdown()
            }
            // The first that throws cancels the other.
            for try await _ in tasks {}
        }
    }

    @Test func `a service registered under a protocol runs`() async throws {
        env.register((any Worker).self) { [journal] in Poller(journal, named: "hidden") }
        try await run(.service((any Worker).self) { $0 })
        #expect(journal.elements.first == "hidden starts in app")
    }

    @Test func `a service that is not registered runs beside the others`() async throws {
        try await run(.instance(Poller(journal, named: "stranger")))
        #expect(journal.elements == ["stranger starts in app", "stranger stops"])
    }

    @Test func `services, signals and a logger need no configuration`() async throws {
        let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
        let group = EnvironmentServiceGroup(
            environment: env,
            services: [.service(Database.self) { Cleaner(database: $0) }, .instance(Poller(journal))],
            gracefulShutdownSignals: [.sigusr2], logger: logger)
        // Without any service as well, which is not ambiguous.
        _ = EnvironmentServiceGroup(environment: env, services: [], logger: logger)
        try await withThrowingTaskGroup { tasks in
            tasks.addTask { try await group.run() }
            tasks.addTask { [journal] in
                _ = try await journal.elements { $0.filter { $0.contains("starts") }.count == 2 }
                await group.triggerGracefulShutdown()
            }
            for try await _ in tasks {}
        }
        #expect(journal.elements.suffix(2) == ["poller stops", "database closes"])
    }

    @Test func `something else may run for a service`() async throws {
        try await run(.service(Database.self) { Cleaner(database: $0) })
        #expect(journal.elements == ["cleaner starts", "database closes"])
    }

    @Test func `services with names run side by side`() async throws {
        for name in ["first", "second"] as [ServiceName] {
            env.register(Poller.self, name: name) { [journal] in Poller(journal, named: "\(name)") }
        }
        try await run(.service(Poller.self, name: "first"), .service(Poller.self, name: "second"))
        #expect(journal.elements.suffix(2) == ["second stops", "first stops"])
    }

    @Test func `a service with an asynchronous factory runs`() async throws {
        env.registerAsync(Server.self) { [journal] in
            await Task.yield()
            return Server(journal)
        }
        try await run(.service(Server.self))
        #expect(journal.elements == ["server starts in app", "server stops"])
    }

    @Test func `a service of the main actor runs, with a name too`() async throws {
        await MainActor.run { [journal] in
            env.registerMain(Window.self) { Window(journal) }
            env.registerMain(Window.self, name: "second") { Window(journal) }
        }
        try await run(.mainService(Window.self), .mainService(Window.self, name: "second"))
        #expect(journal.elements == ["window starts", "window starts"])
    }

    @Test func `a service of the main actor is not resolved elsewhere`() async throws {
        await MainActor.run { [journal] in env.registerMain(Window.self) { Window(journal) } }
        let error = await #expect(throws: ServiceError.self) { try await run(.service(Window.self)) }
        guard case .notRegistered("Window") = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
    }

    @Test func `a service that returns ends the group in the way it says`() async throws {
        env.register(Server.self) { [journal] in
            Server(journal) { _ = try await journal.first { $0.hasPrefix("poller starts") } }
        }
        try await run(.service(Poller.self), .service(Server.self, onReturn: .gracefullyShutdownGroup))
        #expect(journal.elements.suffix(4) == ["server stops", "poller stops", "store closes", "database closes"])
    }

    @Test func `a service that returns fails the group unless it says otherwise`() async throws {
        env.register(Server.self) { [journal] in Server(journal) {} }
        let error = await #expect(throws: ServiceGroupError.self) { try await run(.service(Server.self)) }
        #expect(error?.errorCode == .serviceFinishedUnexpectedly)
    }
}
#endif
