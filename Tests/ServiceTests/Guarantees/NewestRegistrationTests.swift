import Service
import Testing

/// Guarantee 4, registrations: the newest counts, also for what is kept and what is being made.
@Suite(.timeLimit(.minutes(5))) struct NewestRegistrationTests {
    private final class Numbered: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    private let env = ServiceEnv(name: "newest")

    @Test(arguments: [ServiceScope.singleton, .transient, .graph, .custom("session")])
    func `registering again drops the kept instance`(scope: ServiceScope) throws {
        env.register(Numbered.self, scope: scope) { Numbered(1) }
        #expect(try env.resolve(Numbered.self).number == 1)
        env.register(Numbered.self) { Numbered(2) }
        #expect(try env.resolve(Numbered.self).number == 2)
        env.register(Numbered(3))
        #expect(try env.resolve(Numbered.self).number == 3)
        env.register(Numbered.self, scope: scope) { Numbered(4) }
        #expect(try env.resolve(Numbered.self).number == 4)
    }

    @Test func `the scope of the newest registration counts`() throws {
        env.register(Numbered.self) { Numbered(1) }
        _ = try env.resolve(Numbered.self)
        env.register(Numbered.self, scope: .transient) { Numbered(2) }
        #expect(try env.resolve(Numbered.self) !== env.resolve(Numbered.self))
        env.register(Numbered.self) { Numbered(3) }
        #expect(try env.resolve(Numbered.self) === env.resolve(Numbered.self))
    }

    @Test func `only the service that is registered again is made anew`() throws {
        env.register(Instance.self) { Instance() }
        env.register(Numbered.self) { Numbered(1) }
        let other = try env.resolve(Instance.self)
        env.register(Numbered.self) { Numbered(2) }
        #expect(try env.resolve(Instance.self) === other)
    }

    /// Makes number 1 on one thread with 3 that wait, calls `interrupt` in the middle, and returns what the four got.
    private func interrupt(
        _ scope: ServiceScope = .singleton, by interrupt: @Sendable () -> Void
    ) async throws -> [Result<Numbered, ServiceError>] {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Numbered.self, scope: scope) {
            let run = runs.increment()
            guard run == 1 else { return Numbered(10 + run) }
            begun.open()
            finish.wait()
            return Numbered(1)
        }
        let maker = Threads(1) { [env] _ in env.outcome(Numbered.self) }
        await begun.opened()
        let waiters = Threads(3) { [env] _ in env.outcome(Numbered.self) }
        await onThread { for number in 0..<3 { waiters.awaitBlocked(number) } }
        interrupt()
        finish.open()
        return try await maker.results() + waiters.results()
    }

    @Test func `what is made for a replaced registration is not kept, and those who waited get an instance`()
        async throws
    {
        let outcomes = try await interrupt { env.register(Numbered.self) { Numbered(2) } }
        for outcome in outcomes { #expect([1, 2].contains(try outcome.get().number)) }
        #expect(try env.resolve(Numbered.self).number == 2)
        #expect(try env.resolve(Numbered.self) === env.resolve(Numbered.self))
    }

    @Test func `who asks after a new registration gets its instance while the old one is still being made`()
        async throws
    {
        let new = Recorder<Numbered?>()
        let outcomes = try await interrupt {
            env.register(Numbered.self) { Numbered(2) }
            new.record(env.outcome(Numbered.self).value)
            new.record(env.outcome(Numbered.self).value)
        }
        #expect(new.all.map { $0?.number } == [2, 2])
        #expect(new.all[0] === new.all[1])
        for outcome in outcomes { #expect([1, 2].contains(try outcome.get().number)) }
        #expect(try env.resolve(Numbered.self) === new.all[0])
    }

    @Test func `registering an instance while another is being made counts at once`() async throws {
        let mine = Numbered(2)
        _ = try await interrupt { env.register(mine) }
        #expect(try env.resolve(Numbered.self) === mine)
    }

    @Test func `what is made during a reset of the caches is not kept`() async throws {
        let outcomes = try await interrupt { env.resetCaches() }
        for outcome in outcomes { _ = try outcome.get() }
        #expect(try env.resolve(Numbered.self).number != 1)
    }

    @Test func `what is made during a reset of everything is not kept, nor its registration`() async throws {
        let outcomes = try await interrupt { env.resetAll() }
        for outcome in outcomes { _ = try outcome.get() }
        #expect(env.failure(Numbered.self)?.missing == "Numbered")
    }

    @Test func `what is made while its custom scope ends is not kept`() async throws {
        let outcomes = try await interrupt(.custom("session")) { env.resetScope(.custom("session")) }
        for outcome in outcomes { _ = try outcome.get() }
        #expect(try env.resolve(Numbered.self).number != 1)
    }

    @Test func `what is made while another scope ends is kept`() async throws {
        let outcomes = try await interrupt { env.resetScope(.custom("session")) }
        for outcome in outcomes { #expect(try outcome.get().number == 1) }
        #expect(try env.resolve(Numbered.self).number == 1)
    }

    @Test func `a factory that registers its own service anew is not kept`() throws {
        env.register(Numbered.self) { [env] in
            env.register(Numbered.self) { Numbered(2) }
            return Numbered(1)
        }
        _ = try env.resolve(Numbered.self)
        #expect(try env.resolve(Numbered.self).number == 2)
    }

    @Test func `a replaced creation that fails does not touch the new instance`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(Numbered.self) {
            begun.open()
            finish.wait()
            throw Refused()
        }
        let failing = Threads(1) { [env] _ in env.failure(Numbered.self) }
        await begun.opened()
        env.register(Numbered.self) { Numbered(2) }
        let new = try env.resolve(Numbered.self)
        finish.open()
        _ = try await failing.results()
        #expect(try env.resolve(Numbered.self) === new)
    }

    @Test @MainActor func `the newest main-actor registration counts`() throws {
        env.registerMain(Numbered.self) { Numbered(1) }
        #expect(try env.resolveMain(Numbered.self).number == 1)
        env.registerMain(Numbered.self) { Numbered(2) }
        #expect(try env.resolveMain(Numbered.self).number == 2)
        env.registerMain(Numbered(3))
        #expect(try env.resolveMain(Numbered.self).number == 3)
    }
}
