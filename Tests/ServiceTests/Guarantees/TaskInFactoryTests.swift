import Service
import Testing

/// Guarantee 7: a task started in a factory is a resolution of its own, in the same environment.
@Suite(.timeLimit(.minutes(5))) struct TaskInFactoryTests {
    private final class Shared: Instance, @unchecked Sendable {}
    private typealias Work<Value: Sendable> = Task<Value, Never>

    private let env = ServiceEnv(name: "task")

    @Test func `a task started in a factory inherits its environment`() async throws {
        let task = Cell<Work<String>?>(nil)
        env.register(Instance.self) {
            task.value = Task { ServiceEnv.current.name }
            return Instance()
        }
        try ServiceEnv.$current.withValue(ServiceEnv(name: "caller")) { _ = try env.resolve(Instance.self) }
        #expect(await task.value?.value == "task")
    }

    @Test func `a task that outlives the factory resolves the service without a false cycle`() async throws {
        let task = Cell<Work<Result<Instance, ServiceError>>?>(nil)
        let isOver = Gate()
        env.register(Instance.self) { [env] in
            task.value = Task {
                await isOver.opened()
                return env.outcome(Instance.self)
            }
            return Instance()
        }
        let instance = try env.resolve(Instance.self)
        isOver.open()
        #expect(try await task.value?.value.get() === instance)
    }

    @Test func `a task resolves the service that its factory is still making, and waits for it`() async throws {
        let task = Cell<Work<Result<Instance, ServiceError>>?>(nil)
        let (begun, asked, finish) = (Gate(), Gate(), Gate())
        let resolving = Cell<Threads<Result<Instance, ServiceError>>?>(nil)
        env.register(Instance.self) { [env] in
            task.value = Task {
                // On a thread of its own, as it blocks; the task's values come along.
                let current = ServiceEnv.current
                let thread = Threads(1) { _ in
                    ServiceEnv.$current.withValue(current) {
                        asked.open()
                        return env.outcome(Instance.self)
                    }
                }
                resolving.value = thread
                return (try? await thread.results())?.first ?? .failure(.notRegistered(serviceType: "a thread hangs"))
            }
            begun.open()
            finish.wait()
            return Instance()
        }
        let maker = Threads(1) { [env] _ in env.outcome(Instance.self) }
        await asked.opened()
        await onThread { resolving.value?.awaitBlocked(0) }
        finish.open()
        let instance = try #require(try await maker.results()[0].value)
        #expect(try await task.value?.value.get() === instance)
        resolving.value = nil
    }

    @Test func `a task resolves a transient service while its factory runs, with a path of its own`() async throws {
        let depths = Recorder<Int>()
        let observation = env.observe { depths.record($0.depth) }
        let runs = Cell(0)
        env.register(Instance.self, scope: .transient) { [env] in
            guard runs.increment() == 1 else { return Instance() }
            let isDone = Gate()
            Task {
                #expect(env.has(Instance.self))
                isDone.open()
            }
            isDone.wait()
            return Instance()
        }
        let made = try await onThreads(1) { [env] _ in env.has(Instance.self) }
        #expect(made == [true])
        #expect(depths.all == [1, 1])
        observation.cancel()
    }

    @Test func `a task has no part in the graph of its factory, even while that runs`() async throws {
        let inTask = Cell<Shared?>(nil)
        let inFactory = Cell<Shared?>(nil)
        env.register(Shared.self, scope: .graph) { Shared() }
        env.register(Instance.self) { [env] in
            inFactory.value = try env.resolve(Shared.self)
            let isDone = Gate()
            Task {
                inTask.value = env.outcome(Shared.self).value
                isDone.open()
            }
            isDone.wait()
            #expect(try env.resolve(Shared.self) === inFactory.value)
            return Instance()
        }
        let made = try await onThreads(1) { [env] _ in env.has(Instance.self) }
        #expect(made == [true])
        #expect(inTask.value != nil)
        #expect(inTask.value !== inFactory.value)
    }

    @Test func `the depth of a task is its own`() async throws {
        let inTask = Cell<ServiceError?>(.notRegistered(serviceType: "not asked"))
        env.register(Shared.self) { Shared() }
        env.register(Instance.self) { [env] in
            let isDone = Gate()
            Task {
                inTask.value = env.failure(Shared.self)
                isDone.open()
            }
            isDone.wait()
            return Instance()
        }
        let made = try await onThreads(1) { [env] _ in
            ServiceEnv.$maxResolutionDepth.withValue(1) { env.has(Instance.self) }
        }
        #expect(made == [true])
        #expect(inTask.value == nil)
    }

    @Test func `a detached task has neither environment nor path`() async throws {
        let task = Cell<Work<(String, Bool)>?>(nil)
        let isOver = Gate()
        env.register(Instance.self) { [env] in
            task.value = Task.detached {
                await isOver.opened()
                return (ServiceEnv.current.name, env.has(Instance.self))
            }
            return Instance()
        }
        _ = try env.resolve(Instance.self)
        isOver.open()
        let (name, isResolved) = try #require(await task.value?.value)
        #expect(name == "online")
        #expect(isResolved)
    }

    #if os(macOS) || os(Linux) || os(Windows)  // the systems that have exit tests
    @Test func `an immediate task in a factory that asks for the service itself is a cycle, no deadlock`() async throws
    {
        await #expect(processExitsWith: .success) {
            guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
            let env = ServiceEnv(name: "immediate")
            env.register(Instance.self) {
                let inner = Recorder<ServiceError?>()
                // Runs on this very thread until it first suspends, so nobody could end its wait.
                Task.immediate { inner.record(env.failure(Instance.self)) }
                #expect(inner.all.first??.circle != nil)
                return Instance()
            }
            let results = try await onThreads(1) { _ in env.has(Instance.self) }
            #expect(results == [true])
        }
    }
    #endif
}
