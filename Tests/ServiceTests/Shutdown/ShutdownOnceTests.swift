import Service
import Testing

private final class Store: Sendable {}

private final class Holder: Sendable {
    let store: Cell<Store?>

    init(_ store: Store) { self.store = Cell(store) }
}

private protocol Screen: AnyObject {}
private final class PlainScreen: Screen {}
@MainActor private final class IsolatedScreen: @MainActor Screen {}

/// Each instance is shut down once, if it exists.
@Suite(.timeLimit(.minutes(5))) @MainActor struct ShutdownOnceTests {
    private let env = ServiceEnv(name: "test")
    private let journal = Recorder<String>()

    @Test(arguments: ServiceKind.allCases, [ServiceScope.singleton, .custom("session"), .timed(.zero), .weak])
    func `an object that the factory returns again is shut down once`(
        kind: ServiceKind, scope: ServiceScope
    ) async throws {
        let (env, journal) = (env, journal)
        let store = Store()
        kind.register(Store.self, scope: scope, in: env, onShutdown: { _ in journal.record("store") }) { store }
        for _ in 0..<3 {
            #expect(try await kind.resolve(Store.self, in: env) === store)
            env.resetCaches()
        }
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["store"])
    }

    @Test func `an object that two services share is shut down by each`() async throws {
        let (env, journal) = (env, journal)
        let store = Store()
        for name in ["a", "b"] {
            env.register(
                Store.self, name: ServiceName(name), onShutdown: { _ in journal.record(name) }
            ) { store }
            try env.resolve(Store.self, name: ServiceName(name))
        }
        env.register(Store.self, name: "a", onShutdown: { _ in journal.record("new") }) { store }
        try env.resolve(Store.self, name: "a")
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all.sorted() == ["a", "b", "new"])
    }

    @Test func `a decorator that returns the same object changes nothing`() async throws {
        let (env, journal) = (env, journal)
        let store = Store()
        env.register(Store.self, onShutdown: { _ in journal.record("store") }) { store }
        try env.resolve(Store.self)
        env.decorate(Store.self) { $0 }
        try env.resolve(Store.self)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["store"])
    }

    @Test func `equal values are shut down one by one`() async throws {
        let (env, journal) = (env, journal)
        env.register(Int.self, onShutdown: { _ in journal.record("value") }) { 1 }
        try env.resolve(Int.self)
        env.resetCaches()
        try env.resolve(Int.self)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["value", "value"])
    }

    @Test(arguments: [false, true])
    func `a weak instance that exists is shut down, also behind a conformance of the main actor`(
        isIsolated: Bool
    ) async throws {
        let (env, journal) = (env, journal)
        env.registerMain((any Screen).self, scope: .weak, onShutdown: { _ in journal.record("screen") }) {
            isIsolated ? IsolatedScreen() : PlainScreen() as any Screen
        }
        let screen = try env.resolveMain((any Screen).self)
        #expect(try env.resolveMain((any Screen).self) === screen)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["screen"])
        withExtendedLifetime(screen) {}
    }

    @Test func `a weak instance behind a conformance of the main actor outlives a reset elsewhere visibly`()
        async throws
    {
        let env = env
        env.registerMain((any Screen).self, scope: .weak) { IsolatedScreen() }
        let screen = try env.resolveMain((any Screen).self)
        await Task.detached { env.resetCaches() }.value
        #expect(env.audit(.weak).count == 1)
        withExtendedLifetime(screen) {}
    }

    @Test(arguments: ServiceKind.allCases)
    func `a weak instance that nothing but a singleton holds is shut down`(kind: ServiceKind) async throws {
        let (env, journal) = (env, journal)
        kind.register(Store.self, scope: .weak, in: env, onShutdown: { _ in journal.record("store") }) { Store() }
        kind.register(Holder.self, needs: Store.self, in: env) { Holder($0) }
        try await kind.resolve(Holder.self, in: env)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["store"])
    }

    @Test func `a weak instance that its holder lets go of when it is shut down is shut down as well`() async throws {
        let (env, journal) = (env, journal)
        env.register(Store.self, scope: .weak, onShutdown: { _ in journal.record("store") }) { Store() }
        env.register(
            Holder.self, needs: Store.self,
            onShutdown: { holder in
                holder.store.value = nil
                journal.record("holder")
            }
        ) { Holder($0) }
        try env.resolve(Holder.self)
        try await env.shutdown(timeout: .unhurried)
        #expect(journal.all == ["holder", "store"])
    }

    @Test func `a weak instance is released after the shutdown`() async throws {
        let died = Gate()
        env.register(Mortal.self, scope: .weak, onShutdown: { _ in }) { Mortal { died.open() } }
        var held: Mortal? = try env.resolve(Mortal.self)
        try await env.shutdown(timeout: .unhurried)
        withExtendedLifetime(held) {}
        held = nil
        await died.opened()
    }
}
