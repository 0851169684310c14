import Service
import Testing

/// Guarantee 3: everybody who waits for a creation gets its error, and the next resolution tries again.
@Suite(.timeLimit(.minutes(5))) struct FailureTests {
    private let env = ServiceEnv(name: "failure")

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `every waiter gets the error, and the next resolution an instance`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Instance.self, scope: scope) {
            let run = runs.increment()
            if run > 1 { return Instance() }
            begun.open()
            finish.wait()
            throw Refused(number: run)
        }
        let first = Threads(1) { [env] _ in env.failure(Instance.self) }
        await begun.opened()
        let others = Threads(15) { [env] _ in env.failure(Instance.self) }
        await onThread { for number in 0..<15 { others.awaitBlocked(number) } }
        finish.open()

        let errors = try await first.results() + others.results()
        #expect(runs.value == 1)
        #expect(errors.allSatisfy { $0?.failure?.error as? Refused == Refused(number: 1) })
        #expect(errors.allSatisfy { $0?.failure?.service == "Instance" })
        let instance = try env.resolve(Instance.self)
        #expect(try env.resolve(Instance.self) === instance)
        #expect(runs.value == 2)
    }

    @Test(arguments: [ServiceScope.singleton, .transient, .graph, .custom("session")])
    func `each resolution tries again until one succeeds`(scope: ServiceScope) throws {
        let runs = Cell(0)
        env.register(Instance.self, scope: scope) {
            let run = runs.increment()
            if run < 4 { throw Refused(number: run) }
            return Instance()
        }
        for run in 1..<4 {
            #expect(env.failure(Instance.self)?.failure?.error as? Refused == Refused(number: run))
        }
        _ = try env.resolve(Instance.self)
    }

    private final class Inner: Instance, @unchecked Sendable {}

    @Test func `a dependency's failure reaches the caller as it is`() {
        env.register(Inner.self) { throw Refused(number: 7) }
        env.register(Instance.self) {
            try ServiceEnv.current.resolve(Inner.self)
            return Instance()
        }
        let failure = env.failure(Instance.self)?.failure
        #expect(failure?.service == "Inner")
        #expect(failure?.error as? Refused == Refused(number: 7))
    }

    @Test func `a service error thrown by a factory is not wrapped`() {
        env.register(Instance.self) { throw ServiceError.maxDepthExceeded(depth: 3, chain: ["own"]) }
        guard case .maxDepthExceeded(3, ["own"]) = env.failure(Instance.self) else {
            Issue.record("\(String(describing: env.failure(Instance.self)))")
            return
        }
    }

    @Test func `a factory that catches its dependency's failure succeeds`() throws {
        env.register(Inner.self) { throw Refused() }
        env.register(Instance.self) { [env] in
            #expect(env.failure(Inner.self)?.failure?.service == "Inner")
            return Instance()
        }
        _ = try env.resolve(Instance.self)
    }

    @Test func `a failure and a retry on many threads at once end with one instance`() async throws {
        let runs = Cell(0)
        env.register(Instance.self) {
            if runs.increment() <= 10 { throw Refused() }
            return Instance()
        }
        let instances = try await onThreads(16) { [env] _ in
            while true {
                if let instance = env.outcome(Instance.self).value { return instance }
            }
        }
        #expect(Set(instances.map(ObjectIdentifier.init)).count == 1)
        #expect(runs.value == 11)
    }

    @MainActor private final class MainInstance {}

    @Test @MainActor func `a main-actor factory that fails is tried again`() throws {
        let runs = Cell(0)
        env.registerMain(MainInstance.self) {
            let run = runs.increment()
            if run < 3 { throw Refused(number: run) }
            return MainInstance()
        }
        #expect(env.failureMain(MainInstance.self)?.failure?.error as? Refused == Refused(number: 1))
        #expect(env.failureMain(MainInstance.self)?.failure?.service == "MainInstance")
        let instance = try env.resolveMain(MainInstance.self)
        #expect(try env.resolveMain(MainInstance.self) === instance)
        #expect(runs.value == 3)
    }
}
