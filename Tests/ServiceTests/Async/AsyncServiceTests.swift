@_spi(Lock) import Service
import Synchronization
import Testing

private final class Pool: Sendable {}

private final class Repository: Sendable {
    let pool: Pool
    init(_ pool: Pool) { self.pool = pool }
}

private final class Cache: Sendable, Equatable {
    static func == (one: Cache, other: Cache) -> Bool { one === other }
}

/// Lets tasks wait until somebody opens it.
private final class AsyncGate: Sendable {
    private let state = Lock<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}

private final class Count: Sendable {
    private let value = Atomic<Int>(0)
    func increment() { value.add(1, ordering: .sequentiallyConsistent) }
    var current: Int { value.load(ordering: .sequentiallyConsistent) }
}

@Suite struct AsyncServiceTests {
    let env = ServiceEnv(name: "test")

    @Test func `one creation serves all who wait`() async throws {
        let (count, started, gate) = (Count(), AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            count.increment()
            started.open()
            await gate.pass()
            return Pool()
        }
        let env = env
        let tasks = (0..<50).map { _ in Task { try await env.resolveAsync(Pool.self) } }
        await started.pass()
        gate.open()
        var pools: Set<ObjectIdentifier> = []
        for task in tasks { pools.insert(ObjectIdentifier(try await task.value)) }
        #expect(pools.count == 1)
        #expect(count.current == 1)
        #expect(try env.resolve(Pool.self) === env.resolve(Pool.self))
    }

    @Test func `a synchronous resolution before it is made says what to do`() async throws {
        env.registerAsync(Pool.self) { Pool() }
        do {
            try env.resolve(Pool.self)
            Issue.record("resolved what is not there")
        } catch {
            #expect("\(error)".contains("warmUp()") && "\(error)".contains("resolveAsync"))
        }
        try await env.warmUp()
        let pool = try env.resolve(Pool.self)
        #expect(try await env.resolveAsync(Pool.self) === pool)
    }

    @Test func `resolveAsync finds synchronous services`() async throws {
        env.register(Pool.self) { Pool() }
        #expect(try await env.resolveAsync(Pool.self) === env.resolve(Pool.self))
    }

    @Test func `a cancelled waiter leaves the others theirs`() async throws {
        let (started, gate) = (AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            started.open()
            await gate.pass()
            try Task.checkCancellation()
            return Pool()
        }
        let env = env
        let first = Task { try await env.resolveAsync(Pool.self) }
        await started.pass()
        let second = Task { try await env.resolveAsync(Pool.self) }
        first.cancel()
        await #expect {
            try await first.value
        } throws: { error in
            guard case .factoryFailed("Pool", is CancellationError)? = error as? ServiceError else { return false }
            return true
        }
        gate.open()
        _ = try await second.value
    }

    @Test func `the last waiter to leave cancels the creation`() async throws {
        let (started, cancelled) = (AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            started.open()
            await withTaskCancellationHandler {
                await cancelled.pass()
            } onCancel: {
                cancelled.open()
            }
            try Task.checkCancellation()
            return Pool()
        }
        let env = env
        let only = Task { try await env.resolveAsync(Pool.self) }
        await started.pass()
        only.cancel()
        await cancelled.pass()
        await #expect(throws: ServiceError.self) { try await only.value }
    }

    @Test func `a failure reaches all and is not kept`() async throws {
        struct Down: Error {}
        let count = Count()
        env.registerAsync(Pool.self) {
            count.increment()
            if count.current == 1 { throw Down() }
            return Pool()
        }
        await #expect(throws: ServiceError.self) { try await env.resolveAsync(Pool.self) }
        _ = try await env.resolveAsync(Pool.self)
        #expect(count.current == 2)
    }

    @Test func `a cycle between asynchronous services is an error`() async throws {
        env.registerAsync(Pool.self) {
            _ = try await ServiceEnv.current.resolveAsync(Repository.self)
            return Pool()
        }
        env.registerAsync(Repository.self) { Repository(try await ServiceEnv.current.resolveAsync(Pool.self)) }
        await #expect {
            try await env.resolveAsync(Pool.self)
        } throws: { error in
            guard case .circularDependency("Pool", let chain)? = error as? ServiceError else { return false }
            return chain == ["Pool", "Repository", "Pool"]
        }
    }

    @Test func `a cycle that closes between two tasks is an error for both`() async throws {
        let (poolStarted, repositoryStarted) = (AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            poolStarted.open()
            await repositoryStarted.pass()
            _ = try await ServiceEnv.current.resolveAsync(Repository.self)
            return Pool()
        }
        env.registerAsync(Repository.self) {
            repositoryStarted.open()
            await poolStarted.pass()
            return Repository(try await ServiceEnv.current.resolveAsync(Pool.self))
        }
        let env = env
        let first = Task { () -> [String] in try await chain { try await env.resolveAsync(Pool.self) } }
        let second = Task { () -> [String] in try await chain { try await env.resolveAsync(Repository.self) } }
        #expect(try await first.value == ["Pool", "Repository", "Pool"])
        #expect(try await second.value == ["Repository", "Pool", "Repository"])
    }

    @Test func `a cycle through async let is an error`() async throws {
        env.registerAsync(Pool.self) {
            async let repository = ServiceEnv.current.resolveAsync(Repository.self)
            _ = try await repository
            return Pool()
        }
        env.registerAsync(Repository.self) {
            async let pool = ServiceEnv.current.resolveAsync(Pool.self)
            return Repository(try await pool)
        }
        let env = env
        #expect(try await chain { try await env.resolveAsync(Pool.self) } == ["Pool", "Repository", "Pool"])
    }

    @Test func `warmUp makes what others resolve synchronously first`() async throws {
        let env = env
        env.registerAsync(Pool.self) { Pool() }
        env.registerAsync(Repository.self) { Repository(try env.resolve(Pool.self)) }
        try await env.warmUp()
        #expect(try env.resolve(Repository.self).pool === env.resolve(Pool.self))
    }

    @Test func `warmUp makes independent services at the same time`() async throws {
        let (pool, cache) = (AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            pool.open()
            await cache.pass()
            return Pool()
        }
        env.registerAsync(Cache.self) {
            cache.open()
            await pool.pass()
            return Cache()
        }
        try await env.warmUp()
        _ = try (env.resolve(Pool.self), env.resolve(Cache.self))
    }

    @Test func `an asynchronous factory that names its environment gets the overrides`() async throws {
        let env = env
        let fake = Pool()
        env.registerAsync(Pool.self) { Pool() }
        env.registerAsync(Repository.self) { Repository(try await env.resolveAsync(Pool.self)) }
        env.registerAsync(Cache.self) {
            _ = try env.resolve(Pool.self)
            return Cache()
        }
        try await env.warmUp()
        let derived = env.derived(name: "derived")
        derived.register(Pool.self) { fake }
        #expect(try await derived.resolveAsync(Repository.self).pool === fake)
        #expect(try await env.resolveAsync(Repository.self).pool !== fake)
    }

    @Test func `a decorator that names its environment gets the overrides as well`() async throws {
        let env = env
        let fake = Cache()
        env.register(Cache.self) { Cache() }
        env.registerAsync([Cache].self) { [] }
        env.decorate([Cache].self) { try $0 + [env.resolve(Cache.self)] }
        #expect(try await env.resolveAsync([Cache].self) == [env.resolve(Cache.self)])
        let derived = env.derived(name: "derived")
        derived.register(Cache.self) { fake }
        #expect(try await derived.resolveAsync([Cache].self) == [fake])
        // Also where the service itself was registered elsewhere than its decorator.
        derived.registerAsync([Cache].self) { [fake] }
        #expect(try await derived.resolveAsync([Cache].self) == [fake, fake])
        #expect(try await env.resolveAsync([Cache].self) == [env.resolve(Cache.self)])
    }

    @Test func `a registration while it is being made is not undone`() async throws {
        let (started, gate) = (AsyncGate(), AsyncGate())
        env.registerAsync(Pool.self) {
            started.open()
            await gate.pass()
            return Pool()
        }
        let env = env
        let old = Task { try await env.resolveAsync(Pool.self) }
        await started.pass()
        let new = Pool()
        env.register(Pool.self) { new }
        gate.open()
        #expect(try await old.value !== new)
        #expect(try await env.resolveAsync(Pool.self) === new)
    }

    @Test func `services with declared needs are awaited`() async throws {
        env.registerAsync(Pool.self) { Pool() }
        env.registerAsync(Repository.self, needs: Pool.self) { Repository($0) }
        #expect(try await env.resolveAsync(Repository.self).pool === env.resolve(Pool.self))
    }

    @Test func `graph services are shared throughout an asynchronous resolution`() async throws {
        let env = env
        env.register(Cache.self, scope: .graph) { Cache() }
        env.registerAsync((first: Cache, second: Cache).self, scope: .transient) {
            (try env.resolve(Cache.self), try await env.resolveAsync(Cache.self))
        }
        let pair = try await env.resolveAsync((first: Cache, second: Cache).self)
        #expect(pair.first === pair.second)
        let other = try await env.resolveAsync((first: Cache, second: Cache).self)
        #expect(pair.first !== other.first)
    }

    private func chain(_ body: () async throws -> some Sendable) async throws -> [String] {
        do {
            _ = try await body()
            return []
        } catch ServiceError.circularDependency(_, let chain) {
            return chain
        }
    }

    @Test(.timeLimit(.minutes(5)))
    func `warmUp finds services that need each other synchronously`() async throws {
        struct Ship: Sendable {}
        struct Harbour: Sendable {}
        let env = ServiceEnv(name: "warm cycle")
        env.registerAsync(Ship.self) {
            _ = try ServiceEnv.current.resolve(Harbour.self); return Ship()
        }
        env.registerAsync(Harbour.self) {
            _ = try ServiceEnv.current.resolve(Ship.self); return Harbour()
        }
        do {
            try await env.warmUp()
            Issue.record("It ended without an error.")
        } catch {
            guard case .circularDependency(_, let chain) = error else { throw error }
            #expect(chain.count == 3 && Set(chain) == ["Ship", "Harbour"] && chain.first == chain.last)
        }
    }
}
