import Service
import Testing

/// Guarantee 1: a kept service is made once, however many ask first, and nobody else waits for it.
@Suite(.timeLimit(.minutes(5))) struct OnceTests {
    private let env = ServiceEnv(name: "once")

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `sixteen threads that ask first share one instance`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        env.register(Instance.self, scope: scope) {
            runs.increment()
            return Instance()
        }
        let instances = try await onThreads(16) { [env] _ in env.outcome(Instance.self) }
        #expect(runs.value == 1)
        let first = try #require(instances[0].value)
        #expect(instances.allSatisfy { $0.value === first })
    }

    @Test(arguments: [ServiceScope.singleton, .custom("session")])
    func `those who ask while the factory runs wait for its instance`(scope: ServiceScope) async throws {
        let runs = Cell(0)
        let (begun, finish) = (Gate(), Gate())
        env.register(Instance.self, scope: scope) {
            runs.increment()
            begun.open()
            finish.wait()
            return Instance()
        }
        let first = Threads(1) { [env] _ in env.outcome(Instance.self) }
        await begun.opened()
        let others = Threads(15) { [env] _ in env.outcome(Instance.self) }
        await onThread { for number in 0..<15 { others.awaitBlocked(number) } }
        finish.open()
        let instance = try #require(try await first.results()[0].value)
        for other in try await others.results() { #expect(other.value === instance) }
        #expect(runs.value == 1)
    }

    @Test func `tasks that ask first share one instance`() async throws {
        let runs = Cell(0)
        env.register(Instance.self) {
            runs.increment()
            return Instance()
        }
        let identities = try await withThrowingTaskGroup(of: ObjectIdentifier.self) { group in
            for _ in 0..<100 { group.addTask { [env] in ObjectIdentifier(try env.resolve(Instance.self)) } }
            return try await group.reduce(into: Set<ObjectIdentifier>()) { $0.insert($1) }
        }
        #expect(identities.count == 1)
        #expect(runs.value == 1)
    }

    @Test func `each environment makes its own`() throws {
        let other = ServiceEnv(name: env.name)
        for env in [env, other] { env.register(Instance.self) { Instance() } }
        #expect(try env.resolve(Instance.self) !== other.resolve(Instance.self))
    }

    // MARK: Others do not wait

    private final class Unrelated: Instance, @unchecked Sendable {}
    private final class Dependent: Instance, @unchecked Sendable {}

    @Test func `while a factory runs every other operation goes on`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.register(Instance.self, scope: .custom("slow")) {
            begun.open()
            finish.wait()
            return Instance()
        }
        env.register(Unrelated.self) { Unrelated() }
        let slow = Threads(1) { [env] _ in env.outcome(Instance.self) }
        await begun.opened()

        // All of this is over before the factory may go on.
        let others = try await onThreads(4) { [env] number in
            let observation = env.observe { _ in }
            let isFirst = env.has(Unrelated.self)
            env.register(Dependent.self) {
                _ = try env.resolve(Unrelated.self)
                return Dependent()
            }
            let isDependent = env.has(Dependent.self)
            let isMissing = env.failure(String.self)?.missing == "String"
            env.resetScope(.custom("another"))
            let injected = ServiceEnv.$current.withValue(env) { Service(Unrelated.self) }
            let isInjected = injected.outcome().value != nil
            observation.cancel()
            return isFirst && isDependent && isMissing && isInjected
        }
        #expect(others == [true, true, true, true])
        #expect(!finish.isOpen)
        finish.open()
        #expect(try await slow.results()[0].value != nil)
    }

    @Test func `two factories run at the same time on two threads`() async throws {
        let both = Arrivals()
        env.register(Instance.self) {
            both.meet(2)
            return Instance()
        }
        env.register(Unrelated.self) {
            both.meet(2)
            return Unrelated()
        }
        let made = try await onThreads(2) { [env] number in
            number == 0
                ? env.has(Instance.self)
                : env.has(Unrelated.self)
        }
        #expect(made == [true, true])
        #expect(both.count == 2)
    }

    @Test func `the same service is made at the same time in two environments`() async throws {
        let both = Arrivals()
        let envs = [env, ServiceEnv(name: "another")]
        for env in envs {
            env.register(Instance.self) {
                both.meet(2)
                return Instance()
            }
        }
        let made = try await onThreads(2) { number in
            envs[number].outcome(Instance.self).value != nil
        }
        #expect(made == [true, true])
    }

    @Test func `a transient service is made at the same time on many threads`() async throws {
        let all = Arrivals()
        env.register(Instance.self, scope: .transient) {
            all.meet(8)
            return Instance()
        }
        let made = try await onThreads(8) { [env] _ in
            env.outcome(Instance.self)
        }
        #expect(made.allSatisfy { $0.value != nil })
    }
}
