import Service
import ServiceTesting
import Testing

/// The environment creates an instance of scope `.timed` again after its time, on its own clock.
@Suite(.timeLimit(.minutes(5))) @MainActor struct TimedScopeTests {
    private let clock: ManualClock
    private let env: ServiceEnv

    init() {
        clock = ManualClock()
        env = ServiceEnv(name: "timed", clock: clock)
    }

    @Test(arguments: ServiceKind.allCases)
    func `an instance lasts until exactly its time is over`(kind: ServiceKind) async throws {
        kind.register(Instance.self, scope: .timed(.seconds(60)), in: env) { Instance() }
        let first = try await kind.resolve(Instance.self, in: env)
        await clock.advance(by: .seconds(60) - .nanoseconds(1))
        #expect(try await kind.resolve(Instance.self, in: env) === first)
        await clock.advance(by: .nanoseconds(1))
        let second = try await kind.resolve(Instance.self, in: env)
        #expect(second !== first)
        await clock.advance(by: .seconds(59))
        #expect(try await kind.resolve(Instance.self, in: env) === second)
        await clock.advance(by: .seconds(1))
        #expect(try await kind.resolve(Instance.self, in: env) !== second)
    }

    @Test(arguments: ServiceKind.allCases, [Duration.zero, .seconds(-1)])
    func `without time every resolution creates an instance`(kind: ServiceKind, time: Duration) async throws {
        let runs = Cell(0)
        kind.register(Instance.self, scope: .timed(time), in: env) {
            runs.increment()
            return Instance()
        }
        var instances: [Instance] = []
        for _ in 0..<3 { instances.append(try await kind.resolve(Instance.self, in: env)) }
        #expect(Set(instances.map(ObjectIdentifier.init)).count == 3)
        #expect(runs.value == 3)
    }

    @Test func `without time, threads that wait still share one creation`() async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Instance.self, scope: .timed(.zero)) {
            if runs.increment() == 1 {
                begun.open()
                finish.wait()
            }
            return Instance()
        }
        let first = Threads(1) { [env] _ in env.outcome(Instance.self) }
        await begun.opened()
        let others = Threads(3) { [env] _ in env.outcome(Instance.self) }
        await onThread { for number in 0..<3 { others.awaitBlocked(number) } }
        finish.open()
        let instance = try #require(try await first.results()[0].value)
        for other in try await others.results() { #expect(other.value === instance) }
        #expect(runs.value == 1)
    }

    @Test func `the time runs from the end of the creation`() async throws {
        env.registerAsync(Instance.self, scope: .timed(.seconds(60))) { [clock] in
            await clock.advance(by: .seconds(50))
            return Instance()
        }
        let first = try await env.resolveAsync(Instance.self)
        await clock.advance(by: .seconds(59))
        #expect(try env.resolve(Instance.self) === first)
        await clock.advance(by: .seconds(1))
        // Nobody may wait for it here.
        #expect(env.failure(Instance.self)?.failure?.error is AsyncServiceNotReadyError)
        #expect(try await env.resolveAsync(Instance.self) !== first)
    }

    @Test func `a failure after the time is not cached, and the old instance is not returned`() async throws {
        let runs = Cell(0)
        env.register(Instance.self, scope: .timed(.seconds(60))) {
            if runs.increment() == 2 { throw Refused() }
            return Instance()
        }
        let first = try env.resolve(Instance.self)
        await clock.advance(by: .seconds(60))
        #expect(env.failure(Instance.self)?.failure?.error is Refused)
        #expect(try env.resolve(Instance.self) !== first)
        #expect(runs.value == 3)
    }

    @Test func `the old instance is released when the next one is created`() async throws {
        let died = Cell(0)
        env.register(Mortal.self, scope: .timed(.seconds(60))) { Mortal(onDeath: { died.increment() }) }
        try env.resolve(Mortal.self)
        await clock.advance(by: .seconds(60))
        #expect(died.value == 0)
        try env.resolve(Mortal.self)
        #expect(died.value == 1)
    }

    @Test func `an instance that is released may resolve its service again`() async throws {
        let again = Cell<ServiceError?>(nil)
        let runs = Cell(0)
        env.register(Mortal.self, scope: .timed(.seconds(60))) { [env] in
            guard runs.increment() == 1 else { return Mortal(onDeath: {}) }
            return Mortal(onDeath: { again.value = env.failure(Mortal.self) })
        }
        try env.resolve(Mortal.self)
        await clock.advance(by: .seconds(60))
        try env.resolve(Mortal.self)
        #expect(again.value == nil)
        #expect(runs.value == 2)
    }

    // MARK: Other environments

    @Test func `a child shares its parent's instance and its time`() async throws {
        env.register(Instance.self, scope: .timed(.seconds(60))) { Instance() }
        let child = ServiceEnv(name: "child", parent: env)
        let first = try child.resolve(Instance.self)
        #expect(try env.resolve(Instance.self) === first)
        await clock.advance(by: .seconds(60))
        let second = try env.resolve(Instance.self)
        #expect(second !== first)
        #expect(try child.resolve(Instance.self) === second)
    }

    @Test func `a child measures what it registers by its parent's clock`() async throws {
        let child = ServiceEnv(name: "child", parent: ServiceEnv(name: "middle", parent: env))
        child.register(Instance.self, scope: .timed(.seconds(60))) { Instance() }
        let first = try child.resolve(Instance.self)
        await clock.advance(by: .seconds(59))
        #expect(try child.resolve(Instance.self) === first)
        await clock.advance(by: .seconds(1))
        #expect(try child.resolve(Instance.self) !== first)
    }

    @Test func `a derived environment has instances of its own, and the clock of the original`() async throws {
        env.register(Instance.self, scope: .timed(.seconds(60))) { Instance() }
        let original = try env.resolve(Instance.self)
        await clock.advance(by: .seconds(30))
        let derived = env.derived(name: "derived")
        let first = try derived.resolve(Instance.self)
        await clock.advance(by: .seconds(30))
        #expect(try env.resolve(Instance.self) !== original)
        #expect(try derived.resolve(Instance.self) === first)
        await clock.advance(by: .seconds(30))
        #expect(try derived.resolve(Instance.self) !== first)
    }

    @Test func `overrides keep the clock`() async throws {
        env.register(Instance.self, scope: .timed(.seconds(60))) { Instance() }
        try await ServiceEnv.$current.withValue(env) {
            try await ServiceEnv.withOverrides({ _ in }) {
                let first = try ServiceEnv.current.resolve(Instance.self)
                await clock.advance(by: .seconds(59))
                #expect(try ServiceEnv.current.resolve(Instance.self) === first)
                await clock.advance(by: .seconds(1))
                #expect(try ServiceEnv.current.resolve(Instance.self) !== first)
            }
        }
    }

    @Test func `two environments measure by their own clocks`() async throws {
        let other = ServiceEnv(name: "other", clock: ManualClock())
        for env in [env, other] { env.register(Instance.self, scope: .timed(.seconds(60))) { Instance() } }
        let (here, there) = (try env.resolve(Instance.self), try other.resolve(Instance.self))
        await clock.advance(by: .seconds(60))
        #expect(try env.resolve(Instance.self) !== here)
        #expect(try other.resolve(Instance.self) === there)
    }

    @Test(arguments: ServiceKind.allCases, [1, 2])
    func `what a child wraps lasts no longer than its parent's instance`(kind: ServiceKind, levels: Int) async throws {
        let runs = Cell(0)
        kind.register(Int.self, scope: .timed(.seconds(60)), in: env) { runs.increment() }
        var child = env
        for _ in 0..<levels {
            child = ServiceEnv(name: "child", parent: child)
            child.decorate(Int.self) { $0 }
        }
        #expect(try await kind.resolve(Int.self, in: env) == 1)
        await clock.advance(by: .seconds(59))
        #expect(try await kind.resolve(Int.self, in: child) == 1)
        await clock.advance(by: .seconds(1))
        #expect(try await kind.resolve(Int.self, in: child) == 2)
        #expect(try await kind.resolve(Int.self, in: env) == 2)
        await clock.advance(by: .seconds(59))
        #expect(try await kind.resolve(Int.self, in: child) == 2)
        await clock.advance(by: .seconds(1))
        #expect(try await kind.resolve(Int.self, in: env) == 3)
        #expect(try await kind.resolve(Int.self, in: child) == 3)
    }

    @Test(arguments: ServiceKind.allCases)
    func `what a child wraps is cached and stored, also by what needs it`(kind: ServiceKind) async throws {
        let holders = Cell(0)
        kind.register(Instance.self, scope: .timed(.seconds(60)), in: env) { Instance() }
        let child = ServiceEnv(name: "child", parent: env)
        child.decorate(Instance.self) { _ in Instance() }
        kind.register(Int.self, needs: Instance.self, in: child) { _ in holders.increment() }
        let wrapped = try await kind.resolve(Instance.self, in: child)
        #expect(try await kind.resolve(Instance.self, in: child) === wrapped)
        #expect(try await kind.resolve(Int.self, in: child) == 1)
        let wrapper = kind.wrapper(Instance.self, in: child)
        #expect(wrapper() === wrapped)
        await clock.advance(by: .seconds(60))
        #expect(try await kind.resolve(Int.self, in: child) == 1)
        #expect(wrapper() === wrapped)
    }

    // MARK: Shutdown

    @Test(arguments: ServiceKind.allCases)
    func `every instance is shut down once, also those whose time was over`(kind: ServiceKind) async throws {
        let shutDown = Cell(0)
        kind.register(
            Instance.self, scope: .timed(.seconds(60)), in: env, onShutdown: { _ in shutDown.increment() }
        ) { Instance() }
        try await kind.resolve(Instance.self, in: env)
        await clock.advance(by: .seconds(60))
        try await kind.resolve(Instance.self, in: env)
        try await kind.resolve(Instance.self, in: env)
        try await env.shutdown()
        #expect(shutDown.value == 2)
    }
}
