@_spi(Lock) import Service
import ServiceTesting
import Testing

private final class Journal: Sendable {
    private let entries = Lock<[String]>([])
    func write(_ entry: String) { entries.withLock { $0.append(entry) } }
    var all: [String] { entries.withLock { $0 } }
}

private final class Database: Sendable {}
private final class Cache: Sendable {}
private final class Repository: Sendable {
    private let database = Service(Database.self)
}

@MainActor
private final class Screen {}

@Suite struct ShutdownTests {
    private let env = ServiceEnv(name: "test")
    private let journal = Journal()

    @Test(arguments: [false, true]) func `what was shut down is not warmed up`(asksChild: Bool) async throws {
        env.registerAsync(Database.self) { Database() }
        try await env.shutdown()
        let asked = asksChild ? ServiceEnv(name: "child", parent: env) : env
        do {
            try await asked.warmUp()
            Issue.record("warmed up what was shut down")
        } catch {
            guard case .factoryFailed(_, let shut as EnvironmentShutDownError) = error else { throw error }
            #expect(shut.environment == "test")
        }
    }

    @Test(arguments: [Duration.seconds(Int64.min) * 4, .seconds(-1)])
    func `a timeout below what a clock can sleep for ends at once`(timeout: Duration) async throws {
        let isOver = Gate()
        env.register(Database.self, onShutdown: { _ in await isOver.opened() }) { Database() }
        try env.resolve(Database.self)
        do {
            try await env.shutdown(timeout: timeout)
            Issue.record("waited without end")
        } catch {
            #expect(error.timedOut == ["Database"])
        }
        isOver.open()
    }

    @Test(.timeLimit(.minutes(2))) func `a long chain is put into order in time`() async throws {
        func name(_ number: Int) -> ServiceName { ServiceName("\(number)") }
        let journal = journal
        env.register(Database.self, name: name(0), onShutdown: { _ in journal.write("0") }) { Database() }
        for number in 1..<1_000 {
            env.register(
                Database.self, name: name(number), needs: Need(Database.self, name: name(number - 1)),
                onShutdown: { _ in journal.write("\(number)") }
            ) { _ in Database() }
            try env.resolve(Database.self, name: name(number))
        }
        // Beside all other tests it may take longer than the usual timeout.
        try await env.shutdown(timeout: .seconds(600))
        #expect(journal.all == (0..<1_000).reversed().map(String.init))
    }

    @Test(arguments: [Duration.seconds(Int64.max), .nanoseconds(Int64.max)])
    func `a timeout beyond any clock is none`(timeout: Duration) async throws {
        let journal = journal
        env.register(Database.self, onShutdown: { _ in journal.write("database") }) { Database() }
        try env.resolve(Database.self)
        try await env.shutdown(timeout: timeout)
        #expect(journal.all == ["database"])
    }

    @Test func `dependants are shut down before what they need, each once`() async throws {
        let (env, journal) = (env, journal)
        env.register(Database.self, onShutdown: { _ in journal.write("database") }) { Database() }
        env.register(Cache.self, onShutdown: { _ in journal.write("cache") }) {
            try env.resolve(Database.self)
            return Cache()
        }
        // Neither needs the database when it is made, only later.
        env.register(Repository.self, onShutdown: { _ in journal.write("repository") }) { Repository() }
        try env.resolve(Database.self)
        try env.resolve(Repository.self)
        try env.resolve(Cache.self)
        try await env.shutdown(timeout: .unhurried)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all.count == 3)
        #expect(journal.all.last == "database")
    }

    @Test func `what was never made is not shut down`() async throws {
        env.register(Database.self, onShutdown: { _ in Issue.record("was not made") }) { Database() }
        try await env.shutdown(timeout: .unhurried)
    }

    @Test func `afterwards resolving is a clear error, for children as well`() async throws {
        env.register(Database.self) { Database() }
        try env.resolve(Database.self)
        try await env.shutdown(timeout: .unhurried)
        let child = ServiceEnv(name: "child", parent: env)
        for environment in [env, child] {
            #expect {
                try environment.resolve(Database.self)
            } throws: { error in
                guard case .factoryFailed("Database", let underlying)? = error as? ServiceError else { return false }
                return (underlying as? EnvironmentShutDownError)?.environment == "test"
            }
        }
        await #expect(throws: ServiceError.self) { try await child.resolveAsync(Database.self) }
    }

    /// Where a child's service is decorated.
    enum Decorating: CaseIterable { case nowhere, inChild, inBetween }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph], Decorating.allCases) @MainActor
    func `a parent that was shut down creates nothing for a child, decorated or not`(
        scope: ServiceScope, decorating: Decorating
    ) async throws {
        for kind in ServiceKind.allCases {
            let app = ServiceEnv(name: "app")
            let between = ServiceEnv(name: "between", parent: app)
            let child = ServiceEnv(name: "child", parent: between)
            let runs = Cell(0)
            kind.register(String.self, scope: scope, in: app) { "\(runs.increment())" }
            switch decorating {
            case .nowhere: break
            case .inChild: child.decorate(String.self) { "[\($0)]" }
            case .inBetween: between.decorate(String.self) { "[\($0)]" }
            }
            #expect(try await kind.resolve(String.self, in: child).contains("1"))
            try await app.shutdown(timeout: .unhurried)
            let failure = await kind.failure(String.self, in: child)?.failure
            #expect(failure?.service == "String")
            #expect((failure?.error as? EnvironmentShutDownError)?.environment == "app")
            #expect(runs.value == 1)
        }
    }

    @Test(arguments: [false, true]) @MainActor
    func `afterwards contributions are not resolved either, not even where there are none`(
        hasContribution: Bool
    ) async throws {
        let failures = Recorder<String>()
        if hasContribution { env.contribute(String.self) { "text" } }
        try await env.shutdown(timeout: .unhurried)
        let observation = env.observe { failures.record($0.service) }
        let errors = [
            #expect(throws: ServiceError.self) { try env.resolveAll(String.self) },
            #expect(throws: ServiceError.self) { try env.resolveAllMain(String.self) },
        ]
        for error in errors { #expect(error?.failure?.error is EnvironmentShutDownError) }
        #expect(failures.count == 2)
        observation.cancel()
    }

    @Test func `failures are collected and stop nothing`() async throws {
        struct Stuck: Error {}
        let (env, journal) = (env, journal)
        env.register(Database.self, onShutdown: { _ in journal.write("database") }) { Database() }
        env.register(Cache.self, onShutdown: { _ in throw Stuck() }) {
            try env.resolve(Database.self)
            return Cache()
        }
        try env.resolve(Cache.self)
        let error = await #expect(throws: ServiceShutdownError.self) { try await env.shutdown(timeout: .unhurried) }
        #expect(error?.failures.map(\.service) == ["Cache"])
        #expect(error?.failures.first?.error is Stuck)
        #expect(error?.timedOut == [])
        #expect(journal.all == ["database"])
    }

    @Test func `one that hangs is named, and holds up only what it needs`() async throws {
        let (env, journal, clock, repositoryIsDone) = (env, journal, ManualClock(), Gate())
        env.register(Database.self, onShutdown: { _ in journal.write("database") }) { Database() }
        env.register(
            Repository.self,
            onShutdown: { _ in
                journal.write("repository")
                repositoryIsDone.open()
            }
        ) { Repository() }
        env.register(Cache.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) {
            try env.resolve(Database.self)
            return Cache()
        }
        try env.resolve(Repository.self)
        try env.resolve(Cache.self)
        let timedOut = Task { await env.timedOut(after: .seconds(20), clock) }
        await repositoryIsDone.opened()
        // The limit and the one that hangs.
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(20))
        #expect(await timedOut.value == ["Cache", "Database"])
        #expect(journal.all == ["repository"])
    }

    @Test func `an instance that a reset dropped is shut down as well`() async throws {
        let journal = journal
        env.register(Database.self, onShutdown: { _ in journal.write("database") }) { Database() }
        try env.resolve(Database.self)
        env.resetCaches()
        try env.resolve(Database.self)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["database", "database"])
    }

    @Test @MainActor func `main-actor and asynchronous services are shut down`() async throws {
        let journal = journal
        env.registerMain(Screen.self, onShutdown: { _ in journal.write("screen") }) { Screen() }
        env.registerAsync(Cache.self, onShutdown: { _ in journal.write("cache") }) { Cache() }
        try env.resolveMain(Screen.self)
        try await env.warmUp()
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all.sorted() == ["cache", "screen"])
    }
}

@Suite struct CancelledShutdownTests {
    @Test func `the time runs for a cancelled caller as well`() async throws {
        let (env, clock) = (ServiceEnv(name: "test"), ManualClock())
        env.register(Database.self, onShutdown: { _ in try await clock.sleep(for: .seconds(3600)) }) { Database() }
        try env.resolve(Database.self)
        let timedOut = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await env.timedOut(after: .seconds(10), clock)
        }
        await clock.waitForSleepers(count: 2)
        await clock.advance(by: .seconds(10))
        #expect(await timedOut.value == ["Database"])
    }
}

extension ServiceEnv {
    /// Shuts down and says what did not end in time.
    func timedOut(after timeout: Duration, _ clock: ManualClock) async -> [String] {
        do throws(ServiceShutdownError) {
            try await shutdown(timeout: timeout, clock: clock)
            return []
        } catch {
            return error.timedOut
        }
    }
}
