import Handwritten
import Service
import Synchronization

/// Keeps the optimiser from dropping a result.
@inline(never)
@_optimize(none)
func use<T>(_ value: T) {}

/// Takes a copy of its own, as storing or passing on a service does: what a property wrapper always returns.
@inline(never)
@_optimize(none)
func take<T>(_ value: consuming T) {}

/// Keeps the optimiser from seeing through a value that a benchmark reads.
@inline(never)
@_optimize(none)
func opaque<T>(_ value: T) -> T { value }

protocol Greeter: Sendable {
    func greet() -> Int
}

final class English: Greeter {
    private let number = Mutex(1)
    @inline(never) func greet() -> Int { number.withLock { $0 } }
}

final class Leaf: Sendable {}

/// A tree of seven transient services: two levels of two under a root.
final class Node<Level>: Sendable {
    let left: any AnyObject & Sendable
    let right: any AnyObject & Sendable

    init(_ left: any AnyObject & Sendable, _ right: any AnyObject & Sendable) {
        self.left = left
        self.right = right
    }
}

enum One {}
enum Two {}
enum Root {}
final class A: Sendable {}
final class B: Sendable {}
final class C: Sendable {}
final class D: Sendable {}

/// What one writes by hand for `@Service`: the table of the moment, and the instance once it was looked up.
final class LazyGreeter: Sendable {
    private let table = ServiceTable.current
    private let value = Mutex<(any Greeter)?>(nil)

    func get() throws -> any Greeter {
        try value.withLock { value in
            if let value { return value }
            let found = try table.get((any Greeter).self)
            value = found
            return found
        }
    }
}

struct Stored: Sendable {
    let greeter: any Greeter
}

struct Injected: Sendable {
    @Service var greeter: any Greeter
}

extension Comparison {
    static let environment = {
        let environment = ServiceEnv(name: "benchmark")
        environment.register((any Greeter).self) { English() }
        environment.register(Leaf.self, scope: .transient) { Leaf() }
        environment.register(A.self, scope: .transient) { A() }
        environment.register(B.self, scope: .transient) { B() }
        environment.register(C.self, scope: .transient) { C() }
        environment.register(D.self, scope: .transient) { D() }
        environment.register(Node<One>.self, scope: .transient) {
            Node(try ServiceEnv.current.resolve(A.self), try ServiceEnv.current.resolve(B.self))
        }
        environment.register(Node<Two>.self, scope: .transient) {
            Node(try ServiceEnv.current.resolve(C.self), try ServiceEnv.current.resolve(D.self))
        }
        environment.register(Node<Root>.self, scope: .transient) {
            Node(try ServiceEnv.current.resolve(Node<One>.self), try ServiceEnv.current.resolve(Node<Two>.self))
        }
        return environment
    }()

    static let table = {
        let table = ServiceTable()
        table.set((any Greeter).self, English())
        table.setFactory(Leaf.self) { Leaf() }
        table.setFactory(A.self) { A() }
        table.setFactory(B.self) { B() }
        table.setFactory(C.self) { C() }
        table.setFactory(D.self) { D() }
        table.setFactory(Node<One>.self) {
            Node(try ServiceTable.current.make(A.self), try ServiceTable.current.make(B.self))
        }
        table.setFactory(Node<Two>.self) {
            Node(try ServiceTable.current.make(C.self), try ServiceTable.current.make(D.self))
        }
        table.setFactory(Node<Root>.self) {
            Node(try ServiceTable.current.make(Node<One>.self), try ServiceTable.current.make(Node<Two>.self))
        }
        return table
    }()

    /// Binds both sides' environments for the whole round.
    private init(
        _ name: String, limit: Double, iterations: Int = 200_000,
        baseline: @escaping @Sendable (Int) throws -> Void, measured: @escaping @Sendable (Int) throws -> Void
    ) {
        self.init(
            name: name, limit: limit, iterations: iterations,
            baseline: { count in ServiceTable.$current.withValue(Self.table) { attempt { try baseline(count) } } },
            measured: { count in ServiceEnv.$current.withValue(Self.environment) { attempt { try measured(count) } } })
    }

    /// Reading a cached service among many others.
    private static func cached(among count: Int) -> Comparison {
        let wiring = Lazy { ManyTypes.wiring(of: count) }
        return Comparison("cached singleton among \(count)", limit: 1.2) { iterations in
            try ServiceTable.$current.withValue(wiring.value.table) {
                for _ in 0..<iterations { use(try ServiceTable.current.get((any Greeter).self)) }
            }
        } measured: { iterations in
            try ServiceEnv.$current.withValue(wiring.value.environment) {
                for _ in 0..<iterations { use(try ServiceEnv.current.resolve((any Greeter).self)) }
            }
        }
    }

    /// Deriving from many registrations, against deriving from ten.
    private static func derive(from count: Int) -> Comparison {
        let few = Lazy { ManyTypes.wiring(of: 10).environment }
        let many = Lazy { ManyTypes.wiring(of: count).environment }
        return Comparison("derive from \(count), against from 10", limit: 1.5, iterations: 20_000) { iterations in
            for _ in 0..<iterations { use(few.value.derived(name: "derived")) }
        } measured: { iterations in
            for _ in 0..<iterations { use(many.value.derived(name: "derived")) }
        }
    }

    static let all: [Comparison] = [
        Comparison("cached singleton through current", limit: 1.2) { count in
            for _ in 0..<count { use(try ServiceTable.current.get((any Greeter).self)) }
        } measured: { count in
            for _ in 0..<count { use(try ServiceEnv.current.resolve((any Greeter).self)) }
        },
        Comparison("resolved @Service, against a stored property", limit: 4.5, iterations: 1_000_000) { count in
            let stored = opaque(Stored(greeter: try ServiceTable.current.get((any Greeter).self)))
            for _ in 0..<count { take(stored.greeter) }
        } measured: { count in
            let injected = opaque(Injected())
            for _ in 0..<count { take(injected.greeter) }
        },
        Comparison("the same, and a method called on it", limit: 4.5, iterations: 1_000_000) { count in
            let stored = opaque(Stored(greeter: try ServiceTable.current.get((any Greeter).self)))
            for _ in 0..<count { use(stored.greeter.greet()) }
        } measured: { count in
            let injected = opaque(Injected())
            for _ in 0..<count { use(injected.greeter.greet()) }
        },
        Comparison("transient", limit: 3) { count in
            for _ in 0..<count { use(try ServiceTable.current.make(Leaf.self)) }
        } measured: { count in
            for _ in 0..<count { use(try ServiceEnv.current.resolve(Leaf.self)) }
        },
        Comparison("graph of seven", limit: 3.3, iterations: 30_000) { count in
            for _ in 0..<count { use(try ServiceTable.current.make(Node<Root>.self)) }
        } measured: { count in
            for _ in 0..<count { use(try ServiceEnv.current.resolve(Node<Root>.self)) }
        },
        Comparison("wrapper created and first read", limit: 2.5) { count in
            for _ in 0..<count { use(try LazyGreeter().get()) }
        } measured: { count in
            for _ in 0..<count { use(Injected().greeter) }
        },
        // From 0.7 to 1.6 within five minutes on one virtual machine: the caches of its two cores lie nearer at times.
        Comparison("two threads on one service", limit: 1.8, iterations: 100_000) { count in
            concurrently { for _ in 0..<count { use(try ServiceTable.current.get((any Greeter).self)) } }
        } measured: { count in
            concurrently { for _ in 0..<count { use(try ServiceEnv.current.resolve((any Greeter).self)) } }
        },
        Comparison("override one service, resolve it", limit: 6, iterations: 20_000) { count in
            for _ in 0..<count {
                let table = ServiceTable.current.copy()
                table.set((any Greeter).self, English())
                use(try ServiceTable.$current.withValue(table) { try ServiceTable.current.get((any Greeter).self) })
            }
        } measured: { count in
            for _ in 0..<count {
                use(
                    try ServiceEnv.withOverrides({ $0.register((any Greeter).self) { English() } }) {
                        try ServiceEnv.current.resolve((any Greeter).self)
                    })
            }
        },
        cached(among: 10),
        cached(among: 1000),
        cached(among: 100_000),
        derive(from: 10_000),
    ]
}
