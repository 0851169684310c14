import Service
import Testing

/// A task that goes on after the asynchronous factory that started it is part of what is still being created around that.
@Suite(.timeLimit(.minutes(5))) struct TaskAfterFactoryTests {
    private final class Outer: Instance, @unchecked Sendable {}
    private final class Inner: Sendable {
        let task: Task<Result<Outer, ServiceError>, Never>
        init(_ task: Task<Result<Outer, ServiceError>, Never>) { self.task = task }
    }

    private let env = ServiceEnv(name: "tasks")

    /// Registers an inner service with a task that resolves the outer one once the inner one exists, and an outer one that
    /// waits for that task.
    private func register(resolve: @escaping @Sendable (ServiceEnv) async throws(ServiceError) -> Outer) {
        let env = env
        let isCreated = Gate()
        env.registerAsync(Inner.self) {
            Inner(
                Task {
                    await isCreated.opened()
                    do throws(ServiceError) { return .success(try await resolve(env)) } catch { return .failure(error) }
                })
        }
        env.registerAsync(Outer.self) {
            let inner = try await env.resolveAsync(Inner.self)
            isCreated.open()
            return try await inner.task.value.get()
        }
    }

    @Test func `a cycle that it closes is an error, no deadlock`() async throws {
        register { env throws(ServiceError) in try await env.resolveAsync(Outer.self) }
        let failure = await ServiceKind.asynchronous.failure(Outer.self, in: env)
        #expect(failure?.circle == ["Outer", "Outer"])
        #expect(try await env.resolveAsync(Inner.self).task.value.error?.circle == ["Outer", "Outer"])
    }

    @Test func `also where it asks synchronously`() async {
        register { env throws(ServiceError) in try env.resolve(Outer.self) }
        #expect(await ServiceKind.asynchronous.failure(Outer.self, in: env)?.circle == ["Outer", "Outer"])
    }

    @Test func `also through a service that another task creates`() async {
        let env = env
        let (isAsked, mayAsk) = (Gate(), Gate())
        env.registerAsync(String.self) {
            isAsked.open()
            await mayAsk.opened()
            try await env.resolveAsync(Outer.self)
            return ""
        }
        register { env throws(ServiceError) in
            mayAsk.open()
            try await env.resolveAsync(String.self)
            return Outer()
        }
        let other = Task.detached { await ServiceKind.asynchronous.failure(String.self, in: env) }
        await isAsked.opened()
        let failure = await ServiceKind.asynchronous.failure(Outer.self, in: env)
        #expect(failure?.circle != nil)
        #expect(await other.value?.circle != nil)
    }

    /// As above, but the task begins to wait while the inner creation still runs.
    @Test func `also where it waits already when its creation ends`() async {
        let env = env
        let (isAsked, isAsking, mayAsk) = (Gate(), Gate(), Gate())
        env.registerAsync(String.self) {
            isAsked.open()
            await mayAsk.opened()
            try await env.resolveAsync(Outer.self)
            return ""
        }
        env.registerAsync(Inner.self) {
            let task = Task { () -> Result<Outer, ServiceError> in
                isAsking.open()
                do throws(ServiceError) {
                    try await env.resolveAsync(String.self)
                    return .success(Outer())
                } catch { return .failure(error) }
            }
            await isAsking.opened()
            // Until it waits. Where it begins to later, this is the case above.
            for _ in 0..<1000 { await Task.yield() }
            return Inner(task)
        }
        env.registerAsync(Outer.self) {
            let inner = try await env.resolveAsync(Inner.self)
            mayAsk.open()
            return try await inner.task.value.get()
        }
        let other = Task.detached { await ServiceKind.asynchronous.failure(String.self, in: env) }
        await isAsked.opened()
        let failure = await ServiceKind.asynchronous.failure(Outer.self, in: env)
        #expect(failure?.circle != nil)
        #expect(await other.value?.circle != nil)
    }

    @Test(arguments: [ServiceScope.singleton, .transient])
    func `a service that it has asked for may need the finished one again`(scope: ServiceScope) async throws {
        let env = env
        let (isAsked, mayAsk) = (Gate(), Gate())
        let task = Cell<Task<Result<String, ServiceError>, Never>?>(nil)
        env.registerAsync(String.self) {
            isAsked.open()
            await mayAsk.opened()
            try await env.resolveAsync(Instance.self)
            return "created"
        }
        env.registerAsync(Instance.self, scope: scope) {
            if task.value == nil {
                task.value = Task {
                    do throws(ServiceError) { return .success(try await env.resolveAsync(String.self)) } catch {
                        return .failure(error)
                    }
                }
                await isAsked.opened()
            }
            return Instance()
        }
        try await env.resolveAsync(Instance.self)
        env.resetCaches()
        mayAsk.open()
        #expect(try await task.value?.value.get() == "created")
    }

    @Test func `what it resolves is no need of the service around it`() async throws {
        let env = env
        env.register(String.self, scope: .transient) { "" }
        register { env throws(ServiceError) in
            try env.resolve(String.self)
            return Outer()
        }
        try await env.resolveAsync(Outer.self)
        #expect(env.graph.edges.map { "\($0.from) -> \($0.to)" } == ["Outer -> Inner"])
    }

    @Test func `what it resolves gives the service around it no lease`() async throws {
        let env = env
        let source = LeasedSource()
        env.register(
            String.self, name: nil, scope: .transient, needs: nil, onShutdown: nil, fileID: #fileID, line: #line,
            makeSource: { _ in source }, factory: { "" })
        register { env throws(ServiceError) in
            try env.resolve(String.self)
            return Outer()
        }
        let outer = try await env.resolveAsync(Outer.self)
        source.lease.end()
        #expect(try env.resolve(Outer.self) === outer)
    }

    private final class LeasedSource: CreationSource {
        let lease = Lease { false }
        var standby: SourcedInstance? { nil }

        func create(_ factory: () throws -> Service::Instance) throws -> SourcedInstance {
            SourcedInstance(try factory(), lease: lease)
        }

        func create(_ factory: () async throws -> Service::Instance) async throws -> SourcedInstance {
            SourcedInstance(try await factory(), lease: lease)
        }
    }

    @Test func `it is not redirected to the environment of the service around it`() async throws {
        let parent = env
        parent.register(String.self) { "parent" }
        let child = ServiceEnv(name: "child", parent: parent)
        child.register(String.self) { "child" }
        let (isCreated, found) = (Gate(), Recorder<String>())
        parent.registerAsync(Instance.self) {
            let task = Task {
                await isCreated.opened()
                found.record(try parent.resolve(String.self))
            }
            return TaskHolder(task)
        }
        parent.registerAsync(Outer.self, scope: .transient) {
            let holder = try await ServiceEnv.current.resolveAsync(Instance.self) as? TaskHolder
            isCreated.open()
            try await holder?.task.value
            return Outer()
        }
        try await child.resolveAsync(Outer.self)
        #expect(found.all == ["parent"])
    }

    private final class TaskHolder: Instance, @unchecked Sendable {
        let task: Task<Void, any Error>
        init(_ task: Task<Void, any Error>) { self.task = task }
    }

    @Test(arguments: [ServiceScope.singleton, .transient])
    func `it keeps nothing of the finished creation`(scope: ServiceScope) async throws {
        let (died, finish) = (Gate(), Gate())
        let task = Cell<Task<Void, Never>?>(nil)
        let env = env
        env.register(Mortal.self, scope: .graph) { Mortal(onDeath: { died.open() }) }
        env.registerAsync(String.self, scope: scope) {
            try env.resolve(Mortal.self)
            return ""
        }
        env.registerAsync(Outer.self) {
            try await env.resolveAsync(String.self)
            task.value = Task { await finish.opened() }
            return Outer()
        }
        try await env.resolveAsync(Outer.self)
        await died.opened()
        finish.open()
        await task.value?.value
    }
}
