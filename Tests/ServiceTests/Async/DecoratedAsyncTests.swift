import Service
import ServiceTesting
import Testing

/// A child may decorate an asynchronous service of its parent, whatever the scope.
@Suite struct DecoratedAsyncTests {
    private final class Pool: Sendable {
        let owner: String
        let inner: Pool?
        init(_ owner: String, around inner: Pool? = nil) {
            self.owner = owner
            self.inner = inner
        }
    }
    private struct Pair: Sendable { let pools: [Pool] }

    private let parent: ServiceEnv
    private let child: ServiceEnv

    init() {
        parent = ServiceEnv(name: "parent")
        child = ServiceEnv(name: "child", parent: parent)
        parent.register(String.self) { "parent" }
        child.register(String.self) { "child" }
    }

    private func register(_ scope: ServiceScope) {
        parent.registerAsync(Pool.self, scope: scope) {
            await Task.yield()
            return Pool(try ServiceEnv.current.resolve(String.self))
        }
        child.decorate(Pool.self) { Pool("decorator", around: $0) }
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session"), .weak, .timed(.seconds(60))])
    func `what the parent caches is wrapped once`(scope: ServiceScope) async throws {
        register(scope)
        let wrapped = try await child.resolveAsync(Pool.self)
        #expect(wrapped.owner == "decorator" && wrapped.inner?.owner == "parent")
        #expect(try await parent.resolveAsync(Pool.self) === wrapped.inner)
        #expect(try await child.resolveAsync(Pool.self) === wrapped)
        #expect(try child.resolve(Pool.self) === wrapped)
    }

    @Test func `a transient service is created for the child, each time`() async throws {
        register(.transient)
        let wrapped = try await child.resolveAsync(Pool.self)
        #expect(wrapped.owner == "decorator" && wrapped.inner?.owner == "child")
        #expect(try await child.resolveAsync(Pool.self) !== wrapped)
        #expect(try await parent.resolveAsync(Pool.self).owner == "parent")
    }

    @Test func `a graph service is created for the child, once for each resolution`() async throws {
        register(.graph)
        child.registerAsync(Pair.self, scope: .transient) { [child] in
            async let one = child.resolveAsync(Pool.self)
            async let other = child.resolveAsync(Pool.self)
            return Pair(pools: [try await one, try await other])
        }
        let pair = try await child.resolveAsync(Pair.self)
        #expect(pair.pools[0] === pair.pools[1])
        #expect(pair.pools[0].owner == "decorator" && pair.pools[0].inner?.owner == "child")
        #expect(try await child.resolveAsync(Pair.self).pools[0] !== pair.pools[0])
    }

    @Test func `warming up creates the wrapped singleton`() async throws {
        register(.singleton)
        try await child.warmUp()
        let wrapped = try child.resolve(Pool.self)
        #expect(wrapped.inner != nil)
        #expect(try parent.resolve(Pool.self) === wrapped.inner)
    }

    @Test func `a new registration of the parent is wrapped again`() async throws {
        register(.singleton)
        let old = try await child.resolveAsync(Pool.self)
        parent.registerAsync(Pool.self) { Pool("new") }
        let new = try await child.resolveAsync(Pool.self)
        #expect(new !== old && new.inner?.owner == "new")
        parent.register(Pool.self) { Pool("synchronous") }
        #expect(try child.resolve(Pool.self).inner?.owner == "synchronous")
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph])
    func `a failure of the parent's factory, or of the decorator, is an error of the service`(
        scope: ServiceScope
    ) async throws {
        register(scope)
        child.decorate(Pool.self) { _ in throw Refused(number: 2) }
        let failure = await ServiceKind.asynchronous.failure(Pool.self, in: child)
        #expect(failure?.failure?.error as? Refused == Refused(number: 2))
        parent.registerAsync(Pool.self, scope: scope) { throw Refused(number: 1) }
        let other = await ServiceKind.asynchronous.failure(Pool.self, in: child)
        #expect(other?.failure?.error as? Refused == Refused(number: 1))
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph])
    func `a cycle through a decorated service is an error`(scope: ServiceScope) async throws {
        parent.registerAsync(Pool.self, scope: scope) {
            _ = try await ServiceEnv.current.resolveAsync(Pair.self)
            return Pool("parent")
        }
        parent.registerAsync(Pair.self, scope: .transient) {
            Pair(pools: [try await ServiceEnv.current.resolveAsync(Pool.self)])
        }
        child.decorate(Pool.self) { $0 }
        let failure = await ServiceKind.asynchronous.failure(Pool.self, in: child)
        #expect(
            failure?.circle?.first == "Pool" && failure?.circle?.last == failure?.circle?.dropFirst().first
                || failure?.circle == ["Pool", "Pair", "Pool"])
    }

    @Test func `a grandchild decorates what a child decorated`() async throws {
        register(.transient)
        let grandchild = ServiceEnv(name: "grandchild", parent: child)
        grandchild.decorate(Pool.self) { Pool("outer", around: $0) }
        let pool = try await grandchild.resolveAsync(Pool.self)
        #expect(pool.owner == "outer" && pool.inner?.owner == "decorator")
    }
}
