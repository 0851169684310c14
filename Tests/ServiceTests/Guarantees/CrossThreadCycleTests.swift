import Service
import Testing

/// Guarantee 2 across threads: the thread that would close a circle of threads that wait for each other gets an error instead,
/// and so does everybody in it.
@Suite(.timeLimit(.minutes(5))) struct CrossThreadCycleTests {
    private final class A: Instance, @unchecked Sendable {}
    private final class B: Instance, @unchecked Sendable {}
    private final class C: Instance, @unchecked Sendable {}
    private final class X: Instance, @unchecked Sendable {}
    private final class Y: Instance, @unchecked Sendable {}
    private let env = ServiceEnv(name: "cycle")

    /// Registers services that need one another in a circle. Each is being made before any asks for the next.
    private func registerCircle(scope: ServiceScope = .singleton, of count: Int) {
        let all = Arrivals()
        env.register(A.self, scope: scope) {
            all.meet(count)
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        env.register(B.self, scope: scope) {
            all.meet(count)
            if count == 2 { try ServiceEnv.current.resolve(A.self) } else { try ServiceEnv.current.resolve(C.self) }
            return B()
        }
        env.register(C.self, scope: scope) {
            all.meet(count)
            try ServiceEnv.current.resolve(A.self)
            return C()
        }
    }

    private static func circle(from number: Int, in env: ServiceEnv) -> [String]? {
        switch number {
        case 0: env.failure(A.self)?.circle
        case 1: env.failure(B.self)?.circle
        default: env.failure(C.self)?.circle
        }
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `a circle of two threads fails for both, each from its own side`(scope: ServiceScope) async throws {
        registerCircle(scope: scope, of: 2)
        let circles = try await Threads(2) { [env] in Self.circle(from: $0, in: env) }.results()
        #expect(circles == [["A", "B", "A"], ["B", "A", "B"]])
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `a circle of three threads fails for all, each from its own side`(scope: ServiceScope) async throws {
        registerCircle(scope: scope, of: 3)
        let circles = try await Threads(3) { [env] in Self.circle(from: $0, in: env) }.results()
        #expect(circles == [["A", "B", "C", "A"], ["B", "C", "A", "B"], ["C", "A", "B", "C"]])
    }

    @Test func `the chain begins with what each thread asked for`() async throws {
        registerCircle(of: 2)
        env.register(X.self) {
            try ServiceEnv.current.resolve(A.self)
            return X()
        }
        env.register(Y.self, scope: .transient) {
            try ServiceEnv.current.resolve(B.self)
            return Y()
        }
        let circles = try await Threads(2) { [env] number in
            number == 0
                ? env.failure(X.self)?.circle
                : env.failure(Y.self)?.circle
        }.results()
        #expect(circles == [["X", "A", "B", "A"], ["Y", "B", "A", "B"]])
    }

    @Test func `those who wait outside the circle get the error, and their own way into it`() async throws {
        let (made, closing) = (Arrivals(), Gate())
        env.register(A.self) {
            made.meet(2)
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        env.register(B.self) {
            made.meet(2)
            closing.wait()
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
        env.register(X.self) {
            try ServiceEnv.current.resolve(A.self)
            return X()
        }
        let inside = Threads(2) { [env] in Self.circle(from: $0, in: env) }
        await onThread { made.wait(for: 2) }
        let outside = Threads(2) { [env] number in
            number == 0
                ? env.failure(X.self)?.circle
                : Self.circle(from: 0, in: env)
        }
        await onThread { for number in 0..<2 { outside.awaitBlocked(number) } }
        closing.open()
        #expect(try await inside.results() == [["A", "B", "A"], ["B", "A", "B"]])
        let circles = try await outside.results()
        #expect(circles[0] == ["X", "A", "B", "A"])
        #expect(circles[1] == ["A", "B", "A"])
    }

    @Test func `a circle that a factory breaks by itself is no error for the others`() async throws {
        let made = Arrivals()
        let closed = Recorder<[String]?>()
        env.register(A.self) {
            made.meet(2)
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        let waiting = Cell<Threads<Bool>?>(nil)
        env.register(B.self) { [env] in
            made.meet(2)
            waiting.value?.awaitBlocked(0)
            closed.record(Self.circle(from: 0, in: env))
            return B()
        }
        let start = Gate()
        let threads = Threads(2) { [env] number in
            start.wait()
            return number == 0
                ? env.has(A.self)
                : env.has(B.self)
        }
        waiting.value = threads
        start.open()
        #expect(try await threads.results() == [true, true])
        #expect(closed.all == [["B", "A", "B"]])
        waiting.value = nil
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `a circle that closes through a task running inside a factory is an error`() async throws {
        await #expect(processExitsWith: .success) {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            let env = ServiceEnv(name: "cycle")
            let made = Arrivals()
            let inner = Recorder<[String]?>()
            let waiting = Cell<Threads<[String]?>?>(nil)
            env.register(A.self) {
                made.meet(2)
                // Waits for B on this very thread, under a resolution of its own.
                Task.immediate { inner.record(env.failure(B.self)?.circle) }
                return A()
            }
            env.register(B.self) {
                made.meet(2)
                waiting.value?.awaitBlocked(0)
                try ServiceEnv.current.resolve(A.self)
                return B()
            }
            let start = Gate()
            let threads = Threads(2) { number in
                start.wait()
                return CrossThreadCycleTests.circle(from: number, in: env)
            }
            waiting.value = threads
            start.open()
            let circles = try await threads.results()
            #expect(circles == [nil, ["B", "A", "B"]])
            #expect(inner.all == [["A", "B", "A"]])
        }
    }
    #endif

    @Test func `a circle that was broken does not colour another error`() async throws {
        let made = Arrivals()
        let waiting = Cell<Threads<[String]?>?>(nil)
        env.register(A.self) {
            made.meet(2)
            try ServiceEnv.current.resolve(B.self)
            return A()
        }
        env.register(X.self) { try ServiceEnv.current.resolve(X.self) }
        env.register(B.self) { [env] in
            made.meet(2)
            waiting.value?.awaitBlocked(0)
            #expect(Self.circle(from: 0, in: env) == ["B", "A", "B"])
            try env.resolve(X.self)
            return B()
        }
        let start = Gate()
        let threads = Threads(2) { [env] number in
            start.wait()
            return Self.circle(from: number, in: env)
        }
        waiting.value = threads
        start.open()
        #expect(try await threads.results() == [["A", "B", "X", "X"], ["B", "X", "X"]])
        waiting.value = nil
    }

    @Test func `an optional wrapper that would close a circle is nil, and that is reported`() async throws {
        let made = Arrivals()
        let failures = Recorder<String>()
        let observation = env.observe { event in
            if case .failed(let error) = event.outcome, error.circle != nil { failures.record(event.service) }
        }
        let waiting = Cell<Threads<Bool>?>(nil)
        let optional = ServiceEnv.$current.withValue(env) { Service<B?>() }
        env.register(A.self) {
            made.meet(2)
            waiting.value?.awaitBlocked(1)
            #expect(optional() == nil)
            return A()
        }
        env.register(B.self) {
            made.meet(2)
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
        let start = Gate()
        let threads = Threads(2) { [env] number in
            start.wait()
            return number == 0 ? env.has(A.self) : env.has(B.self)
        }
        waiting.value = threads
        start.open()
        #expect(try await threads.results() == [true, true])
        #expect(failures.all == ["B"])
        observation.cancel()
        waiting.value = nil
    }

    @Test func `a circle over two environments fails for both`() async throws {
        let other = ServiceEnv(name: "other")
        let both = Arrivals()
        env.register(A.self) {
            both.meet(2)
            try other.resolve(B.self)
            return A()
        }
        other.register(B.self) { [env] in
            both.meet(2)
            try env.resolve(A.self)
            return B()
        }
        let circles = try await Threads(2) { [env] number in
            Self.circle(from: number, in: number == 0 ? env : other)
        }.results()
        #expect(circles == [["A", "B", "A"], ["B", "A", "B"]])
    }

    @Test func `after a circle everything can be mended`() async throws {
        registerCircle(of: 3)
        _ = try await Threads(3) { [env] in Self.circle(from: $0, in: env) }.results()
        env.register(C.self) { C() }
        env.register(A.self) {
            try ServiceEnv.current.resolve(C.self)
            return A()
        }
        env.register(B.self) {
            try ServiceEnv.current.resolve(A.self)
            return B()
        }
        let circles = try await onThreads(3) { [env] in Self.circle(from: $0, in: env) }
        #expect(circles == [nil, nil, nil])
    }

    @Test func `threads that wait for each other's services without a circle all succeed`() async throws {
        // A needs B and C, B needs C: whatever the order, there is a way.
        let runs = Cell(0)
        env.register(A.self) {
            try ServiceEnv.current.resolve(B.self)
            try ServiceEnv.current.resolve(C.self)
            runs.increment()
            return A()
        }
        env.register(B.self) {
            try ServiceEnv.current.resolve(C.self)
            runs.increment()
            return B()
        }
        env.register(C.self) {
            runs.increment()
            return C()
        }
        for round in 1...20 {
            let circles = try await onThreads(6) { [env] in Self.circle(from: $0 % 3, in: env) }
            #expect(circles.allSatisfy { $0 == nil })
            #expect(runs.value == 3 * round)
            env.resetCaches()
        }
    }
}
