#if Lifecycle
import Logging
import Service
import ServiceLifecycle
import ServiceLifecycleAdapter
import ServiceLifecycleTestKit
import ServiceTesting
import Testing
import UnixSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite(.timeLimit(.minutes(5))) struct EnvironmentServiceGroupTests {
    struct Failure: Error, Equatable {}

    let journal = Journal()
    let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })

    private func configuration() -> ServiceGroupConfiguration {
        ServiceGroupConfiguration(services: [ServiceGroupConfiguration.ServiceConfiguration](), logger: logger)
    }

    private func bothStarted() async throws {
        _ = try await journal.elements { $0.filter { $0.contains("starts") }.count == 2 }
    }

    @Test func `services run with their environment, stop in reverse, and the environment is shut down after them`()
        async throws
    {
        let env = ServiceEnv.withWorkers(journal)
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self, Server.self], logger: logger)
        let run = Task { try await group.run() }
        try await bothStarted()
        #expect(Set(journal.removeAll()) == ["poller starts in app", "server starts in app"])
        await group.triggerGracefulShutdown()
        try await run.value
        #expect(journal.elements == ["server stops", "poller stops", "store closes", "database closes"])
        #expect(throws: ServiceError.self) { try env.resolve(Database.self) }
    }

    @Test func `when a service fails its error is thrown, after the others stopped and the environment was shut down`()
        async throws
    {
        let env = ServiceEnv.withWorkers(journal)
        env.register(Server.self) { [journal] in
            Server(journal) {
                _ = try await journal.first { $0.hasPrefix("poller starts") }
                throw Failure()
            }
        }
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self, Server.self], logger: logger)
        await #expect(throws: Failure.self) { try await group.run() }
        #expect(journal.elements.suffix(4) == ["server stops", "poller stops", "store closes", "database closes"])
    }

    @Test func `a service that cannot be resolved starts nothing, and what was made is shut down`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        env.register(Server.self) { throw Failure() }
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self, Server.self], logger: logger)
        let error = await #expect(throws: ServiceError.self) { try await group.run() }
        guard case .factoryFailed("Server", is Failure) = error else {
            Issue.record("threw \(String(describing: error))")
            return
        }
        #expect(journal.elements == ["store closes", "database closes"])
    }

    @Test func `a cancelled group shuts the environment down after its services stopped`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self, Server.self], logger: logger)
        let run = Task { try await group.run() }
        try await bothStarted()
        journal.removeAll()
        run.cancel()
        _ = await run.result
        #expect(Set(journal.elements.prefix(2)) == ["server stops", "poller stops"])
        #expect(journal.elements.suffix(2) == ["store closes", "database closes"])
    }

    @Test func `a shutdown that hangs ends when its time is up, also if the group was cancelled`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let gate = Journal()
        env.register(Store.self, onShutdown: { _ in _ = try await gate.first(1) }) {
            Store(try env.resolve(Database.self))
        }
        let clock = ManualClock()
        let group = EnvironmentServiceGroup(
            environment: env, services: [.service(Poller.self)], configuration: configuration(),
            shutdownTimeout: .seconds(3), clock: clock)
        let run = Task { try await group.run() }
        _ = try await journal.first(1)
        run.cancel()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(3))
        _ = await run.result
        #expect(journal.elements == ["poller starts in app", "poller stops"])
    }

    @Test func `a failing shutdown is thrown when the group itself did not fail`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        env.register(Store.self, onShutdown: { _ in throw Failure() }) { Store(try env.resolve(Database.self)) }
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self], logger: logger)
        await group.triggerGracefulShutdown()
        let error = await #expect(throws: ServiceShutdownError.self) { try await group.run() }
        #expect(error?.failures.map(\.service) == ["Store"])
        #expect(journal.elements == ["poller starts in app", "poller stops", "database closes"])
    }

    @Test func `where group and shutdown fail the group's error is thrown and the other one logged`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        env.register(Store.self, onShutdown: { _ in throw Failure() }) { Store(try env.resolve(Database.self)) }
        let logs = Recorder<String>()
        var configuration = ServiceGroupConfiguration(
            services: [ServiceGroupConfiguration.ServiceConfiguration](),
            logger: Logger(label: "test", factory: { _ in RecordingLogHandler(logs) }))
        configuration.services = [.init(service: Server(journal, work: { throw Failure() }))]
        let group = EnvironmentServiceGroup(
            environment: env, services: [.service(Poller.self)], configuration: configuration)
        await #expect(throws: Failure.self) { try await group.run() }
        let log = try #require(logs.elements.first)
        #expect(logs.elements.count == 1)
        #expect(log.hasPrefix("error: The environment did not shut down cleanly."))
        #expect(log.contains("'Store' failed: Failure()"))
    }

    @Test func `a group runs once`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let group = EnvironmentServiceGroup(environment: env, services: [Poller.self], logger: logger)
        let run = Task { try await group.run() }
        _ = try await journal.first(1)
        let again = await #expect(throws: ServiceGroupError.self) { try await group.run() }
        #expect(again?.errorCode == .alreadyRunning)
        await group.triggerGracefulShutdown()
        try await run.value
        let afterwards = await #expect(throws: ServiceGroupError.self) { try await group.run() }
        #expect(afterwards?.errorCode == .alreadyFinished)
    }

    @Test func `a graceful shutdown that is asked for while services are made is not lost`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let gate = Journal()
        env.registerAsync(Server.self) { [journal] in
            journal.record("server is made")
            _ = try await gate.first(1)
            return Server(journal)
        }
        let group = EnvironmentServiceGroup(environment: env, services: [Server.self], logger: logger)
        let run = Task { try await group.run() }
        _ = try await journal.first { $0 == "server is made" }
        await group.triggerGracefulShutdown()
        gate.record("open")
        try await run.value
        #expect(journal.elements == ["server is made", "server starts in app", "server stops"])
    }

    @Test func `a group inside another one is stopped by it`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let inner = EnvironmentServiceGroup(environment: env, services: [Poller.self, Server.self], logger: logger)
        try await testGracefulShutdown { trigger in
            let run = Task { try await ServiceGroup(services: [inner], logger: logger).run() }
            try await bothStarted()
            journal.removeAll()
            trigger.triggerGracefulShutdown()
            try await run.value
        }
        #expect(journal.elements == ["server stops", "poller stops", "store closes", "database closes"])
    }

    @Test func `a signal stops the group gracefully`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        let group = EnvironmentServiceGroup(
            environment: env, services: [Poller.self, Server.self], gracefulShutdownSignals: [.sigusr2],
            logger: logger)
        let run = Task { try await group.run() }
        try await bothStarted()
        journal.removeAll()
        #expect(kill(getpid(), SIGUSR2) == 0)
        try await run.value
        #expect(journal.elements == ["server stops", "poller stops", "store closes", "database closes"])
    }

    @Test func `a group without services shuts the environment down`() async throws {
        let env = ServiceEnv.withWorkers(journal)
        try env.resolve(Store.self)
        try await EnvironmentServiceGroup(
            environment: env, services: [RegisteredService](), configuration: configuration()
        )
        .run()
        #expect(journal.elements == ["store closes", "database closes"])
    }
}
#endif
