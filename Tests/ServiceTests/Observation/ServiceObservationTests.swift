import Service
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServiceObservationTests {
    private struct Database: Sendable {}
    private struct Repository: Sendable {}

    private let env = ServiceEnv(name: "observation")
    private let seen = Recorder<String>()

    private func record(_ event: ServiceEvent) {
        switch event.outcome {
        case .created: seen.record("\(event.service) created at \(event.depth)")
        case .failed(let error): seen.record("\(event.service) failed at \(event.depth): \(error)")
        }
    }

    private func registerBoth(database: @escaping @Sendable () throws -> Database = { Database() }) {
        env.register(Database.self, factory: database)
        env.register(Repository.self) {
            try ServiceEnv.current.resolve(Database.self)
            return Repository()
        }
    }

    @Test func `creations are reported, dependencies first, and cache hits are not`() throws {
        registerBoth()
        let observation = env.observe(record)
        try env.resolve(Repository.self)
        try env.resolve(Repository.self)
        try env.resolve(Database.self)
        #expect(seen.all == ["Database created at 2", "Repository created at 1"])
        env.resetCaches()
        try env.resolve(Database.self)
        #expect(seen.all.last == "Database created at 1")
        observation.cancel()
    }

    @Test func `failures are reported with their error, at every service they pass`() {
        registerBoth { throw Refused(number: 3) }
        let observation = env.observe(record)
        _ = env.failure(Repository.self)
        let text = "Factory failed to create service 'Database': Refused(number: 3)"
        #expect(seen.all == ["Database failed at 2: \(text)", "Repository failed at 1: \(text)"])
        observation.cancel()
    }

    @Test func `transient services are reported each time`() throws {
        env.register(Database.self, scope: .transient) { Database() }
        let observation = env.observe(record)
        for _ in 0..<3 { try env.resolve(Database.self) }
        #expect(seen.count == 3)
        observation.cancel()
    }

    @Test func `one creation that many wait for is reported once`() async throws {
        env.register(Instance.self) { Instance() }
        let observation = env.observe(record)
        _ = try await onThreads(16) { [env] _ in env.has(Instance.self) }
        #expect(seen.all == ["Instance created at 1"])
        observation.cancel()
    }

    @Test func `one failure that many wait for is reported once`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(Instance.self) {
            begun.open()
            finish.wait()
            throw Refused()
        }
        let observation = env.observe(record)
        let first = Threads(1) { [env] _ in env.has(Instance.self) }
        await begun.opened()
        let others = Threads(4) { [env] _ in env.has(Instance.self) }
        await onThread { for number in 0..<4 { others.awaitBlocked(number) } }
        finish.open()
        _ = try await (first.results(), others.results())
        #expect(seen.all == ["Instance failed at 1: Factory failed to create service 'Instance': Refused(number: 0)"])
        observation.cancel()
    }

    @Test func `several observers are called in the order in which they were added`() throws {
        registerBoth()
        let first = env.observe { [seen] in seen.record("first \($0.service)") }
        let second = env.observe { [seen] in seen.record("second \($0.service)") }
        try env.resolve(Repository.self)
        #expect(seen.all == ["first Database", "second Database", "first Repository", "second Repository"])
        first.cancel()
        env.resetCaches()
        try env.resolve(Database.self)
        #expect(seen.all.dropFirst(4) == ["second Database"])
        second.cancel()
    }

    @Test func `dropping the observation ends it`() throws {
        registerBoth()
        do {
            let observation = env.observe(record)
            try env.resolve(Database.self)
            _ = consume observation
        }
        try env.resolve(Repository.self)
        #expect(seen.all == ["Database created at 1"])
        _ = env.observe(record)
        env.resetCaches()
        try env.resolve(Repository.self)
        #expect(seen.count == 1)
    }

    @Test func `only this environment's creations are reported`() throws {
        let other = ServiceEnv(name: "observation")
        other.register(Database.self) { Database() }
        registerBoth()
        let observation = env.observe(record)
        try other.resolve(Database.self)
        #expect(seen.all == [])
        observation.cancel()
    }

    @Test func `an observation that begins within a creation sees its end`() throws {
        let held = Recorder<String>()
        env.register(Database.self) { Database() }
        env.register(Repository.self) { [env] in
            let observation = env.observe { held.record($0.service) }
            try env.resolve(Database.self)
            observation.cancel()
            return Repository()
        }
        try env.resolve(Repository.self)
        #expect(held.all == ["Database"])
    }

    @Test func `an event tells how long the factory ran, with all that it resolved`() throws {
        let inner = Cell(Duration.zero)
        let durations = Recorder<Duration>()
        registerBoth {
            let begin = ContinuousClock.now
            while ContinuousClock.now - begin < .milliseconds(2) {}
            inner.value = ContinuousClock.now - begin
            return Database()
        }
        let observation = env.observe { durations.record($0.duration) }
        try env.resolve(Repository.self)
        let all = durations.all
        #expect(all.count == 2)
        #expect(all[0] >= inner.value)
        #expect(all[1] >= all[0])
        observation.cancel()
    }

    @Test @MainActor func `main-actor services are reported, too`() throws {
        env.register(Database.self) { Database() }
        env.registerMain(Repository.self) {
            try ServiceEnv.current.resolve(Database.self)
            return Repository()
        }
        let observation = env.observe(record)
        try env.resolveMain(Repository.self)
        #expect(seen.all == ["Database created at 2", "Repository created at 1"])
        observation.cancel()
    }

    @Test(arguments: [false, true])
    func `what is not warmed up because of a shutdown is reported`(asksChild: Bool) async throws {
        env.registerAsync(Database.self) { Database() }
        try await env.shutdown()
        let asked = asksChild ? ServiceEnv(name: "child", parent: env) : env
        let observation = asked.observe(record)
        await #expect(throws: ServiceError.self) { try await asked.warmUp() }
        #expect(seen.all.map { $0.prefix { $0 != ":" } } == ["Database failed at 1"])
        observation.cancel()
    }

    @Test func `a cycle that a task would close is reported at each service that it passes`() async throws {
        let env = env
        let (isDatabaseCreated, isRepositoryCreated) = (Gate(), Gate())
        env.registerAsync(Database.self) {
            isDatabaseCreated.open()
            await isRepositoryCreated.opened()
            try await env.resolveAsync(Repository.self)
            return Database()
        }
        env.registerAsync(Repository.self) {
            isRepositoryCreated.open()
            await isDatabaseCreated.opened()
            try await env.resolveAsync(Database.self)
            return Repository()
        }
        let paths = Recorder<[String]>()
        let observation = env.observe { paths.record($0.path) }
        async let database = ServiceKind.asynchronous.failure(Database.self, in: env)
        async let repository = ServiceKind.asynchronous.failure(Repository.self, in: env)
        #expect(await database?.circle != nil)
        #expect(await repository?.circle != nil)
        // Either task may be the one that would have closed the cycle.
        let all = Set(paths.all)
        #expect(all.isSuperset(of: [["Database"], ["Repository"]]))
        #expect(all.contains(["Database", "Repository"]) || all.contains(["Repository", "Database"]))
        #expect(paths.count == 3)
        observation.cancel()
    }

    @Test func `observing and cancelling on many threads while others resolve loses no event of one that stays`()
        async throws
    {
        env.register(Instance.self, scope: .transient) { Instance() }
        let observation = env.observe(record)
        _ = try await onThreads(4) { [env] number in
            for _ in 0..<100 {
                if number % 2 == 0 {
                    _ = env.has(Instance.self)
                } else {
                    let short = env.observe { _ in }
                    short.cancel()
                }
            }
        }
        #expect(seen.count == 200)
        observation.cancel()
    }
}
