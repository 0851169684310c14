import Service
import Testing

/// A child that decorates a service of its parent creates it around the parent's: one service, though two creations.
@Suite(.timeLimit(.minutes(5))) struct DecoratedCycleTests {
    private final class A: Instance, @unchecked Sendable {}
    private final class B: Instance, @unchecked Sendable {}
    private final class C: Instance, @unchecked Sendable {}
    private let parent = ServiceEnv(name: "parent")
    private let child: ServiceEnv

    init() {
        child = ServiceEnv(name: "child", parent: parent)
        child.decorate(A.self) { $0 }
    }

    /// Registers two services of the parent that need each other. Each calls its function before it asks for the other.
    private func registerCycle(
        _ beforeA: @escaping @Sendable () -> Void = {}, _ beforeB: @escaping @Sendable () -> Void = {}
    ) {
        parent.register(A.self) {
            beforeA()
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        parent.register(B.self) {
            beforeB()
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
    }

    @Test func `a cycle names what a child decorates once`() {
        registerCycle()
        child.register(C.self) {
            try ServiceEnv.current.resolve(A.self)
            return C()
        }
        #expect(child.failure(A.self)?.circle == ["A", "B", "A"])
        #expect(child.failure(B.self)?.circle == ["B", "A", "B"])
        #expect(child.failure(C.self)?.circle == ["C", "A", "B", "A"])
    }

    @Test func `a service that needs itself is named twice, decorated or not`() {
        parent.register(A.self) {
            try ServiceEnv.current.resolve(A.self)
            return A()
        }
        #expect(child.failure(A.self)?.circle == ["A", "A"])
    }

    @Test func `each child on the way to the parent decorates the same service`() {
        registerCycle()
        let grandchild = ServiceEnv(name: "grandchild", parent: child)
        grandchild.decorate(A.self) { $0 }
        #expect(grandchild.failure(A.self)?.circle == ["A", "B", "A"])
    }

    @Test func `the path to a service that is missing names it once as well`() throws {
        parent.register(A.self) {
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        let error = try #require(child.failure(A.self))
        #expect(child.explain(error).contains("\nWhile resolving: A -> B\n"))
    }

    @Test func `a cycle that a caller waits for in the parent is named once`() async throws {
        let (creating, closing) = (Gate(), Gate())
        registerCycle {
            creating.open()
            closing.wait()
        }
        let threads = Threads(2) { [parent, child] number in
            if number == 0 { return parent.failure(A.self)?.circle }
            creating.wait()
            return child.failure(A.self)?.circle
        }
        threads.awaitBlocked(1)
        closing.open()
        #expect(try await threads.results() == [["A", "B", "A"], ["A", "B", "A"]])
    }

    @Test func `a cycle that closes across threads names it once`() async throws {
        let both = Arrivals()
        registerCycle({ both.meet(2) }, { both.meet(2) })
        let circles = try await Threads(2) { [parent, child] number in
            number == 0 ? child.failure(A.self)?.circle : parent.failure(B.self)?.circle
        }.results()
        #expect(circles == [["A", "B", "A"], ["B", "A", "B"]])
    }

    @Test func `a cycle of asynchronous services names it once`() async {
        parent.registerAsync(A.self) {
            try await ServiceEnv.current.resolveAsync(B.self)
            return A()
        }
        parent.registerAsync(B.self) {
            try await ServiceEnv.current.resolveAsync(A.self)
            return B()
        }
        let error = await #expect(throws: ServiceError.self) { try await child.resolveAsync(A.self) }
        #expect(error?.circle == ["A", "B", "A"])
    }
}
