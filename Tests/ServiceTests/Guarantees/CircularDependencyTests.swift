import Service
import Testing

/// Guarantee 2 within one chain of calls: a cycle is an error that shows the whole chain.
@Suite struct CircularDependencyTests {
    private final class A: Instance, @unchecked Sendable {}
    private final class B: Instance, @unchecked Sendable {}
    private final class C: Instance, @unchecked Sendable {}
    private let env = ServiceEnv(name: "cycle")
    private static let scopes: [ServiceScope] = [.singleton, .transient, .graph, .custom("session")]

    @Test(arguments: scopes)
    func `a service that needs itself fails`(scope: ServiceScope) {
        env.register(A.self, scope: scope) { [env] in try env.resolve(A.self) }
        let error = env.failure(A.self)
        #expect(error?.circle == ["A", "A"])
    }

    @Test(arguments: scopes, scopes)
    func `two services that need each other fail`(first: ServiceScope, second: ServiceScope) {
        env.register(A.self, scope: first) {
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        env.register(B.self, scope: second) {
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
        #expect(env.failure(A.self)?.circle == ["A", "B", "A"])
        #expect(env.failure(B.self)?.circle == ["B", "A", "B"])
    }

    @Test func `the chain begins with the outermost service and ends with the repeated one`() {
        env.register(C.self) {
            try ServiceEnv.current.resolve(A.self)
            return C()
        }
        env.register(A.self) {
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        env.register(B.self) {
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
        let error = env.failure(C.self)
        guard case .circularDependency("A", ["C", "A", "B", "A"]) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func `a factory may catch the error and do without`() throws {
        env.register(A.self) { [env] in
            #expect(env.failure(B.self)?.circle == ["A", "B", "A"])
            return A()
        }
        env.register(B.self) { [env] in
            try env.resolve(A.self)
            return B()
        }
        let a = try env.resolve(A.self)
        #expect(try env.resolve(A.self) === a)
        #expect(try env.resolve(B.self) === env.resolve(B.self))
    }

    @Test func `nothing of a cycle is remembered`() throws {
        env.register(A.self) { try ServiceEnv.current.resolve(A.self) }
        for _ in 0..<3 {
            #expect(env.failure(A.self)?.circle == ["A", "A"])
        }
        env.register(A.self) { A() }
        _ = try env.resolve(A.self)
    }

    @Test func `a dependency reached on two ways is no cycle`() throws {
        env.register(C.self, scope: .transient) { C() }
        env.register(B.self, scope: .transient) {
            try ServiceEnv.current.resolve(C.self)
            return B()
        }
        env.register(A.self, scope: .transient) {
            try ServiceEnv.current.resolve(B.self)
            try ServiceEnv.current.resolve(C.self)
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        _ = try env.resolve(A.self)
    }

    @Test func `the same service in two environments is no cycle`() throws {
        let other = ServiceEnv(name: "other")
        other.register(A.self) { A() }
        env.register(A.self) { try other.resolve(A.self) }
        #expect(try env.resolve(A.self) === other.resolve(A.self))
    }

    @Test func `a cycle over two environments is found`() {
        let other = ServiceEnv(name: "other")
        other.register(A.self) { [env] in try env.resolve(A.self) }
        env.register(A.self) { try other.resolve(A.self) }
        #expect(env.failure(A.self)?.circle == ["A", "A", "A"])
    }

    @Test func `a service of another name is another service`() throws {
        env.register(A.self) { try ServiceEnv.current.resolve(A.self, name: "inner") }
        env.register(A.self, name: "inner") { A() }
        #expect(try env.resolve(A.self) === env.resolve(A.self, name: "inner"))
        env.register(A.self, name: "inner") { try ServiceEnv.current.resolve(A.self) }
        env.resetCaches()
        #expect(env.failure(A.self)?.circle?.count == 3)
    }

    // MARK: Wrappers

    private final class Owner: Sendable {
        let a = Service(A.self)
    }

    @Test func `a wrapper read while it is being resolved is an error with the chain`() {
        let owner = ServiceEnv.$current.withValue(env) { Owner() }
        let errors = Recorder<ServiceError?>()
        env.register(B.self) {
            _ = try owner.a.resolve()
            return B()
        }
        env.register(A.self) { [env] in
            errors.record(owner.a.outcome().error)
            try env.resolve(B.self)
            return A()
        }
        let error = owner.a.outcome().error
        #expect(error?.circle == ["A", "B", "A"])
        #expect(errors.all.map { $0?.circle } == [["A", "A"]])
    }

    private struct OptionalOwner {
        @Service var a: A?
        @Provider var b: B?
    }

    @Test func `an optional wrapper that is part of a cycle is nil inside it`() throws {
        let owner = ServiceEnv.$current.withValue(env) { OptionalOwner() }
        let box = UncheckedOwner(owner)
        env.register(A.self) {
            #expect(box.owner.a == nil)
            #expect(box.owner.$a.outcome().error?.circle == ["A", "A"])
            return A()
        }
        #expect(owner.a != nil)
        #expect(try owner.a === env.resolve(A.self))
    }

    private final class UncheckedOwner: Sendable {
        let owner: OptionalOwner
        init(_ owner: OptionalOwner) { self.owner = owner }
    }
}
