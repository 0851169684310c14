import Service
import Testing

@Suite struct ServiceScopeTests {
    private final class Leaf: Instance, @unchecked Sendable {}
    private struct Branch: Sendable { let leaf: Leaf }
    private struct Other: Sendable { let leaf: Leaf }
    private struct Tree: Sendable {
        let branch: Branch
        let other: Other
        let leaf: Leaf
    }

    private let env = ServiceEnv(name: "scope")

    /// A diamond: a tree of two branches and a leaf that share a leaf, or do not.
    private func registerDiamond(leaf: ServiceScope, branches: ServiceScope = .transient) {
        env.register(Leaf.self, scope: leaf) { Leaf() }
        env.register(Branch.self, scope: branches) { Branch(leaf: try ServiceEnv.current.resolve(Leaf.self)) }
        env.register(Other.self, scope: branches) { Other(leaf: try ServiceEnv.current.resolve(Leaf.self)) }
        env.register(Tree.self, scope: branches) {
            let env = ServiceEnv.current
            return Tree(
                branch: try env.resolve(Branch.self), other: try env.resolve(Other.self),
                leaf: try env.resolve(Leaf.self))
        }
    }

    // MARK: Graph

    @Test func `a graph service is shared within one top-level resolution`() throws {
        registerDiamond(leaf: .graph)
        let tree = try env.resolve(Tree.self)
        #expect(tree.branch.leaf === tree.leaf)
        #expect(tree.other.leaf === tree.leaf)
    }

    @Test func `two top-level resolutions do not share it`() throws {
        registerDiamond(leaf: .graph)
        #expect(try env.resolve(Tree.self).leaf !== env.resolve(Tree.self).leaf)
        #expect(try env.resolve(Leaf.self) !== env.resolve(Leaf.self))
    }

    @Test func `it is shared with what singletons make in the same resolution`() throws {
        registerDiamond(leaf: .graph, branches: .singleton)
        let tree = try env.resolve(Tree.self)
        #expect(tree.branch.leaf === tree.leaf && tree.other.leaf === tree.leaf)
    }

    @Test func `a wrapper read in a factory belongs to the same resolution`() throws {
        registerDiamond(leaf: .graph)
        let leaf = ServiceEnv.$current.withValue(env) { Provider(Leaf.self) }
        env.register(Tree.self) { [env] in
            let branch = try env.resolve(Branch.self)
            #expect(leaf() === branch.leaf)
            return Tree(branch: branch, other: Other(leaf: leaf()), leaf: leaf())
        }
        let tree = try env.resolve(Tree.self)
        #expect(tree.leaf === tree.branch.leaf)
        #expect(leaf() !== tree.leaf)
    }

    @Test func `one that failed is made anew within the same resolution`() throws {
        let runs = Cell(0)
        env.register(Leaf.self, scope: .graph) {
            if runs.increment() == 1 { throw Refused() }
            return Leaf()
        }
        env.register(Branch.self) { [env] in
            #expect(env.failure(Leaf.self) != nil)
            let leaf = try env.resolve(Leaf.self)
            #expect(try env.resolve(Leaf.self) === leaf)
            return Branch(leaf: leaf)
        }
        _ = try env.resolve(Branch.self)
        #expect(runs.value == 2)
    }

    @Test func `services of other names and environments are not shared`() throws {
        let other = ServiceEnv(name: "scope")
        for env in [env, other] { env.register(Leaf.self, scope: .graph) { Leaf() } }
        env.register(Leaf.self, name: "named", scope: .graph) { Leaf() }
        env.register([Leaf].self) {
            let env = ServiceEnv.current
            return try [
                env.resolve(Leaf.self), env.resolve(Leaf.self, name: "named"), other.resolve(Leaf.self),
                env.resolve(Leaf.self), env.resolve(Leaf.self, name: "named"), other.resolve(Leaf.self),
            ]
        }
        let leaves = try env.resolve([Leaf].self)
        #expect(Set(leaves.map(ObjectIdentifier.init)).count == 3)
        for index in 0..<3 { #expect(leaves[index] === leaves[index + 3]) }
    }

    @Test func `environments that come and go within one resolution do not share it`() throws {
        env.register(0)
        env.register(String.self, scope: .graph) { "\(try ServiceEnv.current.resolve(Int.self))" }
        env.register([String].self) {
            try (0..<100).map { number in
                try ServiceEnv.withOverrides({ $0.register(number) }) { try ServiceEnv.current.resolve(String.self) }
            }
        }
        #expect(try env.resolve([String].self) == (0..<100).map { "\($0)" })
    }

    @Test func `a registration made within the resolution counts at once`() throws {
        registerDiamond(leaf: .graph)
        let mine = Leaf()
        env.register(Branch.self) { [env] in
            let old = try env.resolve(Leaf.self)
            env.register(Leaf.self, scope: .graph) { mine }
            let new = try env.resolve(Leaf.self)
            #expect(new !== old && new === mine)
            return Branch(leaf: new)
        }
        _ = try env.resolve(Branch.self)
    }

    @Test @MainActor func `the main actor's services share it with the others`() throws {
        registerDiamond(leaf: .graph)
        env.registerMain([Leaf].self) {
            let env = ServiceEnv.current
            return try [env.resolveMain(Leaf.self), env.resolve(Leaf.self), env.resolve(Branch.self).leaf]
        }
        let leaves = try env.resolveMain([Leaf].self)
        #expect(Set(leaves.map(ObjectIdentifier.init)).count == 1)
    }

    @Test func `threads do not share it`() async throws {
        let both = Arrivals()
        env.register(Leaf.self, scope: .graph) {
            both.meet(2)
            return Leaf()
        }
        let leaves = try await onThreads(2) { [env] _ in env.outcome(Leaf.self).value }
        #expect(leaves[0] != nil && leaves[0] !== leaves[1])
    }

    // MARK: Transient

    @Test func `a transient service is new each time, also within one resolution`() throws {
        registerDiamond(leaf: .transient)
        let tree = try env.resolve(Tree.self)
        #expect(Set([tree.leaf, tree.branch.leaf, tree.other.leaf].map(ObjectIdentifier.init)).count == 3)
    }

    // MARK: Custom

    @Test func `a custom scope's service is kept until that scope ends`() throws {
        env.register(Leaf.self, scope: .custom("session")) { Leaf() }
        env.register(Instance.self, scope: .custom("window")) { Instance() }
        env.register(String.self) { "singleton" }
        let (leaf, instance) = try (env.resolve(Leaf.self), env.resolve(Instance.self))
        #expect(try env.resolve(Leaf.self) === leaf)
        env.resetScope(.custom("another"))
        #expect(try env.resolve(Leaf.self) === leaf)
        env.resetScope(.custom("session"))
        #expect(try env.resolve(Leaf.self) !== leaf)
        #expect(try env.resolve(Instance.self) === instance)
    }

    @Test func `ending the singletons leaves custom scopes alone, and the other way round`() throws {
        env.register(Leaf.self, scope: .custom("session")) { Leaf() }
        env.register(Instance.self) { Instance() }
        let (leaf, instance) = try (env.resolve(Leaf.self), env.resolve(Instance.self))
        env.resetScope(.custom("session"))
        #expect(try env.resolve(Instance.self) === instance)
        let next = try env.resolve(Leaf.self)
        #expect(next !== leaf)
        env.resetScope(.singleton)
        #expect(try env.resolve(Leaf.self) === next)
        #expect(try env.resolve(Instance.self) !== instance)
    }

    @Test func `clearing the caches ends custom scopes, too`() throws {
        env.register(Leaf.self, scope: .custom("session")) { Leaf() }
        let leaf = try env.resolve(Leaf.self)
        env.resetCaches()
        #expect(try env.resolve(Leaf.self) !== leaf)
    }

    @Test @MainActor func `a custom scope holds main-actor services as well`() throws {
        env.registerMain(Leaf.self, scope: .custom("session")) { Leaf() }
        env.registerMain(Instance.self, scope: .transient) { Instance() }
        let leaf = try env.resolveMain(Leaf.self)
        #expect(try env.resolveMain(Leaf.self) === leaf)
        #expect(try env.resolveMain(Instance.self) !== env.resolveMain(Instance.self))
        env.resetScope(.custom("session"))
        #expect(try env.resolveMain(Leaf.self) !== leaf)
    }

    // MARK: Instances

    @Test func `a registered instance survives clearing the caches, not a reset of everything`() throws {
        let leaf = Leaf()
        env.register(leaf)
        #expect(try env.resolve(Leaf.self) === leaf)
        env.resetCaches()
        env.resetScope(.singleton)
        #expect(try env.resolve(Leaf.self) === leaf)
        env.resetAll()
        #expect(env.failure(Leaf.self)?.missing == "Leaf")
    }

    @Test @MainActor func `so does a registered instance of the main actor`() throws {
        let leaf = Leaf()
        env.registerMain(leaf)
        #expect(try env.resolveMain(Leaf.self) === leaf)
        env.resetCaches()
        #expect(try env.resolveMain(Leaf.self) === leaf)
        env.resetAll()
        #expect(env.failureMain(Leaf.self)?.missing == "Leaf")
    }
}
