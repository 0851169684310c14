import Testing

@_spi(Lock) @testable import Service

private protocol Player: AnyObject, Sendable {}
private final class Speaker: Player {}

private protocol Shape: Sendable {}
private struct Circle: Shape {}
private final class Polygon: Shape {}

/// The environment holds an instance of scope `.weak` only as long as something else does.
@Suite(.timeLimit(.minutes(5))) @MainActor struct WeakScopeTests {
    private let env = ServiceEnv(name: "weak")

    @Test(arguments: ServiceKind.allCases)
    func `an instance that nobody holds is released, and created again`(kind: ServiceKind) async throws {
        let (created, died) = (Cell(0), Gate())
        kind.register(Mortal.self, scope: .weak, in: env) {
            created.increment()
            return Mortal(onDeath: { died.open() })
        }
        try await kind.resolve(Mortal.self, in: env)
        // The task of an asynchronous creation may hold the instance for a moment longer.
        await died.opened()
        #expect(created.value == 1)
        let held = try await kind.resolve(Mortal.self, in: env)
        #expect(try await kind.resolve(Mortal.self, in: env) === held)
        #expect(created.value == 2)
    }

    @Test(arguments: ServiceKind.allCases)
    func `a wrapper holds the instance for everybody`(kind: ServiceKind) async throws {
        kind.register(Instance.self, scope: .weak, in: env) { Instance() }
        let wrapper: () -> Instance
        do {
            let first = try await kind.resolve(Instance.self, in: env)
            wrapper = kind.wrapper(Instance.self, in: env)
            #expect(wrapper() === first)
        }
        #expect(try await kind.resolve(Instance.self, in: env) === wrapper())
    }

    @Test(arguments: ServiceKind.allCases)
    func `a value cannot be held weakly`(kind: ServiceKind) async throws {
        kind.register(String.self, scope: .weak, in: env) { "value" }
        let failure = try #require(await kind.failure(String.self, in: env)?.failure)
        #expect(failure.service == "String")
        let error = try #require(failure.error as? WeakScopeError)
        #expect(error.serviceType == "String")
        #expect("\(error)".contains("'String'") && "\(error)".contains(".timed"))
    }

    @Test func `an optional is a value as well`() {
        env.register(Instance?.self, scope: .weak) { Instance() }
        #expect(env.failure(Instance?.self)?.failure?.error is WeakScopeError)
    }

    @Test(arguments: ServiceKind.allCases)
    func `an object behind a protocol is held weakly`(kind: ServiceKind) async throws {
        kind.register((any Player).self, scope: .weak, in: env) { Speaker() }
        let player = try await kind.resolve((any Player).self, in: env)
        #expect(try await kind.resolve((any Player).self, in: env) === player)
    }

    @Test func `behind a protocol, what the factory returns decides`() throws {
        let isValue = Cell(true)
        env.register((any Shape).self, scope: .weak) { isValue.value ? Circle() as any Shape : Polygon() }
        #expect(env.failure((any Shape).self)?.failure?.error is WeakScopeError)
        isValue.value = false
        let polygon = try env.resolve((any Shape).self)
        #expect(try env.resolve((any Shape).self) as? Polygon === polygon as? Polygon)
    }

    @Test func `a superclass returns the instance of its subclass`() throws {
        final class Special: Instance, @unchecked Sendable {}
        env.register(Instance.self, scope: .weak) { Special() }
        let instance = try env.resolve(Instance.self)
        #expect(instance is Special)
        #expect(try env.resolve(Instance.self) === instance)
    }

    @Test func `a child shares its parent's instance`() throws {
        env.register(Instance.self, scope: .weak) { Instance() }
        let child = ServiceEnv(name: "child", parent: env)
        let instance = try child.resolve(Instance.self)
        #expect(try env.resolve(Instance.self) === instance)
        #expect(try env.derived(name: "derived").resolve(Instance.self) !== instance)
    }

    @Test func `an instance may hold the service that created it`() throws {
        let died = Cell(0)
        env.register(Mortal.self, scope: .weak) { Mortal(onDeath: { died.increment() }) }
        env.register(Holder.self) { [env] in Holder(try env.resolve(Mortal.self)) }
        let holder = try env.resolve(Holder.self)
        #expect(try env.resolve(Mortal.self) === holder.mortal)
        env.resetCaches()
        #expect(died.value == 0)
    }

    private final class Holder: Sendable {
        let mortal: Mortal
        init(_ mortal: Mortal) { self.mortal = mortal }
    }

    @Test func `what dies while another thread asks is created for it, or handed out alive`() async throws {
        let runs = Cell(0)
        env.register(Instance.self, scope: .weak) {
            runs.increment()
            return Instance()
        }
        let sames = try await onThreads(4) { [env] _ in
            (0..<500).allSatisfy { _ in
                guard let first = env.outcome(Instance.self).value else { return false }
                return env.outcome(Instance.self).value === first
            }
        }
        #expect(sames == [true, true, true, true])
    }

    // MARK: Shutdown

    @Test(arguments: ServiceKind.allCases)
    func `an instance that is gone is not shut down`(kind: ServiceKind) async throws {
        let (shutDown, died) = (Cell(0), Gate())
        kind.register(Mortal.self, scope: .weak, in: env, onShutdown: { _ in shutDown.increment() }) {
            Mortal(onDeath: { died.open() })
        }
        try await kind.resolve(Mortal.self, in: env)
        await died.opened()
        try await env.shutdown()
        #expect(shutDown.value == 0)
    }

    @Test func `instances that are gone do not pile up until the shutdown`() throws {
        env.register(Instance.self, scope: .weak, onShutdown: { _ in }) { Instance() }
        for _ in 0..<10 { try env.resolve(Instance.self) }
        let held = try env.resolve(Instance.self)
        env.resetCaches()
        try env.resolve(Instance.self)
        try env.resolve(Instance.self)
        // The one that is held, and the last one, which nobody has looked for since.
        #expect(env.storage.shutdownList.count == 2)
        withExtendedLifetime(held) {}
    }

    @Test func `what the onShutdown of an instance that is gone owns is released after unlocking`() throws {
        env.register(Mortal.self, scope: .weak, onShutdown: { _ in }) { Mortal {} }
        let found = Cell<Bool?>(nil)
        func registerOwner() {
            // Its `deinit` needs the list of what is to be shut down.
            let owned = Mortal { [env] in found.value = env.has(Mortal.self) }
            env.register(
                Instance.self, scope: .weak, onShutdown: { _ in withExtendedLifetime(owned) {} }
            ) { Instance() }
        }
        registerOwner()
        try env.resolve(Instance.self)
        env.register(Instance.self, scope: .weak, onShutdown: { _ in }) { Instance() }
        #expect(found.value == nil)
        try env.resolve(Instance.self)
        #expect(found.value == true)
    }

    @Test(arguments: ServiceKind.allCases)
    func `an instance that somebody holds is shut down once`(kind: ServiceKind) async throws {
        let ids = Identities()
        kind.register(Instance.self, scope: .weak, in: env, onShutdown: { ids.add($0) }) { Instance() }
        let held = try await kind.resolve(Instance.self, in: env)
        try await env.shutdown()
        #expect(ids.all == [ObjectIdentifier(held)])
    }

    /// The instances that were shut down.
    private final class Identities: Sendable {
        private let identities = Lock<[ObjectIdentifier]>([])
        var all: [ObjectIdentifier] { identities.withLock { $0 } }
        func add(_ instance: Instance) { identities.withLock { $0.append(ObjectIdentifier(instance)) } }
    }
}
