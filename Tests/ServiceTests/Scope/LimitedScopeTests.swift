import Service
import ServiceTesting
import Testing

/// While an instance of a weak or timed service lasts, the guarantees of a singleton hold for it.
@Suite(.timeLimit(.minutes(5))) @MainActor struct LimitedScopeTests {
    nonisolated static let scopes: [ServiceScope] = [.weak, .timed(.seconds(60))]

    private final class Session: Instance, @unchecked Sendable {}
    private final class First: Sendable {}
    private final class Second: Sendable {}

    private let clock: ManualClock
    private let env: ServiceEnv

    init() {
        clock = ManualClock()
        env = ServiceEnv(name: "limited", clock: clock)
    }

    // MARK: Once

    @Test(arguments: ServiceKind.allCases, scopes)
    func `an instance is created once`(kind: ServiceKind, scope: ServiceScope) async throws {
        let runs = Cell(0)
        kind.register(Session.self, scope: scope, in: env) {
            runs.increment()
            return Session()
        }
        let session = try await kind.resolve(Session.self, in: env)
        #expect(try await kind.resolve(Session.self, in: env) === session)
        #expect(runs.value == 1)
    }

    @Test(arguments: scopes)
    func `threads that ask while the factory runs wait for its instance`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Session.self, scope: scope) {
            runs.increment()
            begun.open()
            finish.wait()
            return Session()
        }
        let first = Threads(1) { [env] _ in env.outcome(Session.self) }
        await begun.opened()
        let others = Threads(4) { [env] _ in env.outcome(Session.self) }
        await onThread { for number in 0..<4 { others.awaitBlocked(number) } }
        finish.open()
        let session = try #require(try await first.results()[0].value)
        for other in try await others.results() { #expect(other.value === session) }
        #expect(runs.value == 1)
    }

    @Test(arguments: scopes)
    func `tasks that ask while the factory runs wait for its instance`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.registerAsync(Session.self, scope: scope) {
            runs.increment()
            begun.open()
            await finish.opened()
            return Session()
        }
        let env = env
        // On the main actor each task runs until it waits for the creation, before the next one starts.
        let tasks = (0..<5).map { _ in Task { @MainActor in try await env.resolveAsync(Session.self) } }
        await Task { @MainActor in }.value
        await begun.opened()
        finish.open()
        let session = try await tasks[0].value
        for task in tasks { #expect(try await task.value === session) }
        #expect(runs.value == 1)
    }

    @Test(arguments: scopes)
    func `when an instance has ended, threads that ask at once share the next`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Session.self, scope: scope) {
            if runs.increment() == 2 {
                begun.open()
                finish.wait()
            }
            return Session()
        }
        try env.resolve(Session.self)
        await clock.advance(by: .seconds(60))
        let first = Threads(1) { [env] _ in env.outcome(Session.self) }
        await begun.opened()
        let others = Threads(4) { [env] _ in env.outcome(Session.self) }
        await onThread { for number in 0..<4 { others.awaitBlocked(number) } }
        finish.open()
        let session = try #require(try await first.results()[0].value)
        for other in try await others.results() { #expect(other.value === session) }
        #expect(runs.value == 2)
    }

    // MARK: Cycles and failures

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a cycle is an error`(kind: ServiceKind, scope: ServiceScope) async {
        kind.register(First.self, scope: scope, needs: Second.self, in: env) { _ in First() }
        kind.register(Second.self, scope: scope, needs: First.self, in: env) { _ in Second() }
        #expect(await kind.failure(First.self, in: env)?.circle == ["First", "Second", "First"])
        #expect(await kind.failure(Second.self, in: env)?.circle == ["Second", "First", "Second"])
    }

    @Test(arguments: scopes)
    func `a cycle that closes between threads is an error for both`(scope: ServiceScope) async throws {
        let (firstBegun, secondBegun) = (Gate(), Gate())
        env.register(First.self, scope: scope) { [env] in
            firstBegun.open()
            secondBegun.wait()
            try env.resolve(Second.self)
            return First()
        }
        env.register(Second.self, scope: scope) { [env] in
            secondBegun.open()
            firstBegun.wait()
            try env.resolve(First.self)
            return Second()
        }
        let threads = Threads(2) { [env] number in
            number == 0 ? env.failure(First.self) : env.failure(Second.self)
        }
        let failures = try await threads.results()
        #expect(failures[0]?.circle == ["First", "Second", "First"])
        #expect(failures[1]?.circle == ["Second", "First", "Second"])
    }

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a failure is not cached`(kind: ServiceKind, scope: ServiceScope) async throws {
        let runs = Cell(0)
        kind.register(Session.self, scope: scope, in: env) {
            guard runs.increment() > 1 else { throw Refused() }
            return Session()
        }
        #expect(await kind.failure(Session.self, in: env)?.failure?.error is Refused)
        let session = try await kind.resolve(Session.self, in: env)
        #expect(try await kind.resolve(Session.self, in: env) === session)
        #expect(runs.value == 2)
    }

    // MARK: Registrations and resets

    @Test(arguments: ServiceKind.allCases, scopes)
    func `the newest registration wins`(kind: ServiceKind, scope: ServiceScope) async throws {
        kind.register(Session.self, scope: scope, in: env) { Session() }
        let old = try await kind.resolve(Session.self, in: env)
        kind.register(Session.self, scope: scope, in: env) { Session() }
        #expect(try await kind.resolve(Session.self, in: env) !== old)
    }

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a creation for a replaced registration is not cached`(kind: ServiceKind, scope: ServiceScope) async throws {
        let new = Session()
        kind.register(Session.self, scope: scope, in: env) { [env] in
            env.register(Session.self, scope: scope) { new }
            return Session()
        }
        let old = try await kind.resolve(Session.self, in: env)
        #expect(old !== new)
        #expect(try await kind.resolve(Session.self, in: env) === new)
    }

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a reset drops the instance`(kind: ServiceKind, scope: ServiceScope) async throws {
        kind.register(Session.self, scope: scope, in: env) { Session() }
        var sessions = [try await kind.resolve(Session.self, in: env)]
        env.resetScope(.singleton)
        #expect(try await kind.resolve(Session.self, in: env) === sessions[0])
        env.resetScope(scope)
        sessions.append(try await kind.resolve(Session.self, in: env))
        env.resetCaches()
        sessions.append(try await kind.resolve(Session.self, in: env))
        #expect(Set(sessions.map(ObjectIdentifier.init)).count == 3)
    }

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a reset during the creation is not undone`(kind: ServiceKind, scope: ServiceScope) async throws {
        let runs = Cell(0)
        kind.register(Session.self, scope: scope, in: env) { [env] in
            if runs.increment() == 1 { env.resetCaches() }
            return Session()
        }
        let first = try await kind.resolve(Session.self, in: env)
        #expect(try await kind.resolve(Session.self, in: env) !== first)
    }

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a decorator wraps the instance once`(kind: ServiceKind, scope: ServiceScope) async throws {
        let wrapped = Cell(0)
        kind.register(Session.self, scope: scope, in: env) { Session() }
        env.decorate(Session.self) { _ in
            wrapped.increment()
            return Session()
        }
        let session = try await kind.resolve(Session.self, in: env)
        #expect(try await kind.resolve(Session.self, in: env) === session)
        #expect(wrapped.value == 1)
    }

    @Test(arguments: scopes)
    func `a reset lists the instances that outlived it`(scope: ServiceScope) throws {
        env.register(Session.self, scope: scope) { Session() }
        let session = try env.resolve(Session.self)
        env.resetScope(scope)
        withExtendedLifetime(session) {
            #expect(env.audit(scope) == ["Session"])
        }
    }

    // MARK: Wrappers

    @Test(arguments: ServiceKind.allCases, scopes)
    func `a wrapper keeps what it read, and a provider looks again`(kind: ServiceKind, scope: ServiceScope) async throws
    {
        kind.register(Session.self, scope: scope, in: env) { Session() }
        let session = try await kind.resolve(Session.self, in: env)
        let wrapper = kind.wrapper(Session.self, in: env)
        let provider = kind.provider(Session.self, in: env)
        #expect(wrapper() === session && provider() === session)
        env.resetCaches()
        let next = try await kind.resolve(Session.self, in: env)
        #expect(next !== session)
        #expect(wrapper() === session)
        #expect(provider() === next)
    }
}
