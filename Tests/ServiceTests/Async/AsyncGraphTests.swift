import Service
import Testing

/// Tasks of one asynchronous factory share its graph services, even if they ask for one at the same moment.
@Suite(.timeLimit(.minutes(5))) @MainActor struct AsyncGraphTests {
    private final class Part: Instance, @unchecked Sendable {}
    private final class First: Sendable {}
    private final class Second: Sendable {}
    private struct Whole: Sendable { var parts: [Part] }

    private let env = ServiceEnv(name: "graph")

    /// Returns once every task of the main actor that was started before has run until it waits.
    nonisolated private static func mainActorIsIdle() async { await Task { @MainActor in }.value }

    // MARK: Once

    @Test func `tasks that ask for an asynchronous graph service at once share one creation`() async throws {
        let (runs, begun, finish) = (Cell(0), Gate(), Gate())
        env.registerAsync(Part.self, scope: .graph) {
            runs.increment()
            begun.open()
            await finish.opened()
            return Part()
        }
        env.registerAsync(Whole.self, scope: .transient) { [env] in
            let tasks = (0..<4).map { _ in Task { @MainActor in try await env.resolveAsync(Part.self) } }
            await begun.opened()
            await Self.mainActorIsIdle()
            finish.open()
            var parts: [Part] = []
            for task in tasks { parts.append(try await task.value) }
            return Whole(parts: parts)
        }
        let parts = try await env.resolveAsync(Whole.self).parts
        #expect(parts.count == 4 && parts.allSatisfy { $0 === parts[0] })
        #expect(runs.value == 1)
        #expect(try await env.resolveAsync(Whole.self).parts[0] !== parts[0])
    }

    @Test func `tasks that ask for a synchronous graph service at once share one creation`() async throws {
        let (runs, begun, finish) = (Cell(0), Gate(), Gate())
        env.register(Part.self, scope: .graph) {
            runs.increment()
            begun.open()
            finish.wait()
            return Part()
        }
        env.registerAsync(Whole.self) { [env] in
            let threads = (0..<3).map { _ in OwnThread() }
            let creator = Task(executorPreference: threads[0]) { try env.resolve(Part.self) }
            await begun.opened()
            let others = threads.dropFirst().map { thread in
                Task(executorPreference: thread) { try env.resolve(Part.self) }
            }
            for thread in threads.dropFirst() { await thread.blocked() }
            finish.open()
            var parts = [try await creator.value]
            for task in others { parts.append(try await task.value) }
            return Whole(parts: parts)
        }
        let parts = try await env.resolveAsync(Whole.self).parts
        #expect(parts.count == 3 && parts.allSatisfy { $0 === parts[0] })
        #expect(runs.value == 1)
    }

    @Test func `one failure reaches every task, and the next one tries again`() async throws {
        let (runs, begun, finish) = (Cell(0), Gate(), Gate())
        env.registerAsync(Part.self, scope: .graph) {
            if runs.increment() > 1 { return Part() }
            begun.open()
            await finish.opened()
            throw Refused()
        }
        env.registerAsync(Whole.self) { [env] in
            let tasks = (0..<3).map { _ in Task { @MainActor in try await env.resolveAsync(Part.self) } }
            await begun.opened()
            await Self.mainActorIsIdle()
            finish.open()
            for task in tasks {
                let error = await task.result.error
                #expect((error as? ServiceError)?.failure?.error is Refused)
            }
            return Whole(parts: [try await env.resolveAsync(Part.self)])
        }
        #expect(try await env.resolveAsync(Whole.self).parts.count == 1)
        #expect(runs.value == 2)
    }

    @Test func `what one task creates is shared with the nested services of another`() async throws {
        let runs = Cell(0)
        env.registerAsync(Part.self, scope: .graph) {
            runs.increment()
            return Part()
        }
        env.registerAsync([Part].self, scope: .transient, needs: Part.self) { [$0] }
        env.registerAsync(Whole.self) { [env] in
            async let nested = env.resolveAsync([Part].self)
            async let direct = env.resolveAsync(Part.self)
            return Whole(parts: try await nested + [direct])
        }
        let parts = try await env.resolveAsync(Whole.self).parts
        #expect(parts[0] === parts[1])
        #expect(runs.value == 1)
    }

    // MARK: Cancelling

    @Test func `cancelling one task leaves the creation to the others`() async throws {
        let (begun, finish) = (Gate(), Gate())
        env.registerAsync(Part.self, scope: .graph) {
            begun.open()
            await finish.opened()
            try Task.checkCancellation()
            return Part()
        }
        env.registerAsync(Whole.self) { [env] in
            let tasks = (0..<3).map { _ in Task { @MainActor in try await env.resolveAsync(Part.self) } }
            await begun.opened()
            await Self.mainActorIsIdle()
            tasks[0].cancel()
            let error = await tasks[0].result.error
            #expect((error as? ServiceError)?.failure?.error is CancellationError)
            finish.open()
            return Whole(parts: [try await tasks[1].value, try await tasks[2].value])
        }
        let parts = try await env.resolveAsync(Whole.self).parts
        #expect(parts[0] === parts[1])
    }

    @Test func `when every task is cancelled, so is the creation, and the next task starts another`() async throws {
        let (runs, begun, cancelled) = (Cell(0), Gate(), Gate())
        env.registerAsync(Part.self, scope: .graph) {
            guard runs.increment() == 1 else { return Part() }
            begun.open()
            await withTaskCancellationHandler {
                await cancelled.opened()
            } onCancel: {
                cancelled.open()
            }
            try Task.checkCancellation()
            return Part()
        }
        env.registerAsync(Whole.self) { [env] in
            let tasks = (0..<2).map { _ in Task { @MainActor in try await env.resolveAsync(Part.self) } }
            await begun.opened()
            await Self.mainActorIsIdle()
            for task in tasks { task.cancel() }
            await cancelled.opened()
            return Whole(parts: [try await env.resolveAsync(Part.self)])
        }
        #expect(try await env.resolveAsync(Whole.self).parts.count == 1)
        #expect(runs.value == 2)
    }

    // MARK: Cycles

    @Test func `a cycle from a graph service to the service that asks is an error`() async {
        env.registerAsync(First.self, needs: Second.self) { _ in First() }
        env.registerAsync(Second.self, scope: .graph, needs: First.self) { _ in Second() }
        #expect(await ServiceKind.asynchronous.failure(First.self, in: env)?.circle == ["First", "Second", "First"])
        #expect(await ServiceKind.asynchronous.failure(Second.self, in: env)?.circle == ["Second", "First", "Second"])
    }

    @Test func `a cycle of two asynchronous graph services that two tasks close is an error for both`() async throws {
        let (firstBegun, secondBegun) = (Gate(), Gate())
        env.registerAsync(First.self, scope: .graph) { [env] in
            firstBegun.open()
            await secondBegun.opened()
            try await env.resolveAsync(Second.self)
            return First()
        }
        env.registerAsync(Second.self, scope: .graph) { [env] in
            secondBegun.open()
            await firstBegun.opened()
            try await env.resolveAsync(First.self)
            return Second()
        }
        let chains = Cell<[[String]?]>([])
        env.registerAsync(Whole.self) { [env] in
            let first = Task { await ServiceKind.asynchronous.failure(First.self, in: env)?.circle }
            let second = Task { await ServiceKind.asynchronous.failure(Second.self, in: env)?.circle }
            chains.value = [await first.value, await second.value]
            return Whole(parts: [])
        }
        try await env.resolveAsync(Whole.self)
        #expect(chains.value == [["Whole", "First", "Second", "First"], ["Whole", "Second", "First", "Second"]])
    }

    @Test func `a cycle of two synchronous graph services that two tasks close is an error for both`() async throws {
        let (firstBegun, secondBegun) = (Gate(), Gate())
        env.register(First.self, scope: .graph) { [env] in
            firstBegun.open()
            secondBegun.wait()
            try env.resolve(Second.self)
            return First()
        }
        env.register(Second.self, scope: .graph) { [env] in
            secondBegun.open()
            firstBegun.wait()
            try env.resolve(First.self)
            return Second()
        }
        let chains = Cell<[[String]?]>([])
        env.registerAsync(Whole.self) { [env] in
            let first = Task(executorPreference: OwnThread()) { env.failure(First.self)?.circle }
            let second = Task(executorPreference: OwnThread()) { env.failure(Second.self)?.circle }
            chains.value = [await first.value, await second.value]
            return Whole(parts: [])
        }
        try await env.resolveAsync(Whole.self)
        #expect(chains.value == [["Whole", "First", "Second", "First"], ["Whole", "Second", "First", "Second"]])
    }

    @Test func `a cycle between a graph service and a singleton that two tasks close is an error for both`()
        async throws
    {
        let (firstBegun, secondBegun) = (Gate(), Gate())
        env.registerAsync(First.self, scope: .graph) { [env] in
            firstBegun.open()
            await secondBegun.opened()
            try await env.resolveAsync(Second.self)
            return First()
        }
        env.registerAsync(Second.self, scope: .singleton) { [env] in
            secondBegun.open()
            await firstBegun.opened()
            try await env.resolveAsync(Whole.self)
            return Second()
        }
        env.registerAsync(Whole.self) { [env] in
            try await env.resolveAsync(First.self)
            return Whole(parts: [])
        }
        let whole = Task { [env] in await ServiceKind.asynchronous.failure(Whole.self, in: env)?.circle }
        let second = Task { [env] in await ServiceKind.asynchronous.failure(Second.self, in: env)?.circle }
        #expect(await whole.value == ["Whole", "First", "Second", "Whole"])
        #expect(await second.value == ["Second", "Whole", "First", "Second"])
    }

    // MARK: Depth

    @Test(arguments: [1, 2, 3]) func `synchronous services in an asynchronous factory count as nested`(limit: Int) async
    {
        env.registerAsync(Whole.self) { [env] in
            try env.resolve(First.self)
            return Whole(parts: [])
        }
        env.register(First.self) { [env] in
            try env.resolve(Second.self)
            return First()
        }
        env.register(Second.self) { Second() }
        let failure = await ServiceEnv.$maxResolutionDepth.withValue(limit) { [env] in
            await ServiceKind.asynchronous.failure(Whole.self, in: env)
        }
        guard limit < 3 else {
            #expect(failure == nil)
            return
        }
        guard case .maxDepthExceeded(limit, let chain)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(chain == ["Whole", "First"].prefix(limit).map(\.self))
    }
}

extension Result {
    fileprivate var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
