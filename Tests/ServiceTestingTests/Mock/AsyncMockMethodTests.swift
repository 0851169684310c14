import Dispatch
import ServiceTesting
import Testing

private struct Broken: Error, Equatable {}

@Suite(.timeLimit(.minutes(5))) struct AsyncMockMethodTests {
    private func method<Output: Sendable, Failure: Error>(
        _ output: Output.Type = Output.self, _ failure: Failure.Type = Failure.self
    ) -> AsyncMockMethod<Int, Output, Failure> {
        AsyncMockMethod(
            "MockShop.price(of:)", MockOrigin(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
    }

    @Test func `it is scripted like a synchronous method`() async throws {
        let method = method(Int.self, (any Error).self)
        method.returns(1, 2)
        #expect(try await method(0) == 1)
        method.fails(Broken())
        await #expect(throws: Broken.self) { try await method(0) }
        method.answers(.failure(Broken()), .success(3))
        await #expect(throws: Broken.self) { try await method(0) }
        #expect(try await method(0) == 3)
        method.answers { number in
            await Task.yield()
            return number + 1
        }
        #expect(try await method(41) == 42)
        #expect(method.calls == [0, 0, 0, 0, 41])
    }

    @Test func `a typed failure keeps its type`() async {
        let method = method(Int.self, Broken.self)
        method.answers { _ throws(Broken) in throw Broken() }
        do throws(Broken) {
            _ = try await method(1)
            Issue.record("no error")
        } catch {
            #expect(error == Broken())
        }
    }

    @Test func `a test waits for calls and answers each when it wants`() async throws {
        let method = method(Int.self, (any Error).self)
        method.holds()
        async let first = method(1)
        _ = try await method.calls(1)
        let second = Task { try await method(2) }
        #expect(try await method.calls(2) == [1, 2])
        let held = try await method.next()
        let other = try await method.next()
        #expect([held.arguments, other.arguments] == [1, 2])
        other.fails(Broken())
        held.returns(10)
        #expect(try await first == 10)
        await #expect(throws: Broken.self) { try await second.value }
    }

    @Test func `a test that stops waiting for a call leaves it to the next that waits`() async throws {
        let method = method(Int.self, Never.self)
        method.holds()
        let gone = Task { try await method.next() }
        gone.cancel()
        await #expect(throws: CancellationError.self) { try await gone.value }
        let calls = (1...20).map { number in Task { await method(number) } }
        let held = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in calls {
                group.addTask {
                    let call = try await method.next()
                    call.returns(-call.arguments)
                    return call.arguments
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(held.sorted() == Array(1...20))
        for (index, call) in calls.enumerated() { #expect(await call.value == -(index + 1)) }
    }

    @Test func `an answer may come before the call waits`() async throws {
        let method = method(Int.self, Never.self)
        method.holds()
        let task = Task { await method(1) }
        try await method.next().returns(3)
        #expect(await task.value == 3)
    }

    @Test func `a held call whose task is cancelled throws where it can`() async throws {
        let method = method(Int.self, (any Error).self)
        method.holds()
        let task = Task { try await method(1) }
        let held = try await method.next()
        task.cancel()
        try await held.waitForCancellation()
        await #expect(throws: CancellationError.self) { try await task.value }
        held.returns(3)
    }

    @Test func `an answer does nothing from the moment the cancellation is known`() async throws {
        let method = method(Int.self, (any Error).self)
        method.holds()
        let (calling, answering) = (QueueExecutor(), ImmediateExecutor())
        let task = Task(executorPreference: calling) { try await method(1) }
        let held = try await method.next()
        let answer = Task(executorPreference: answering) {
            try await held.waitForCancellation()
            held.returns(3)
        }
        // The turns of these come when those wait.
        await Task(executorPreference: calling) {}.value
        await Task(executorPreference: answering) {}.value
        answering.becomeImmediate()
        // On a thread that runs no task, as it runs one meanwhile.
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                task.cancel()
                continuation.resume()
            }
        }
        try await answer.value
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func `a held call that cannot throw keeps waiting when it is cancelled`() async throws {
        let method = method(Int.self, Never.self)
        method.holds()
        let task = Task { await method(1) }
        let held = try await method.next()
        task.cancel()
        try await held.waitForCancellation()
        held.returns(4)
        #expect(await task.value == 4)
    }

    @Test func `a second answer is an issue`() async throws {
        let method = method(Int.self, Never.self)
        method.holds()
        let task = Task { await method(1) }
        let held = try await method.next()
        held.returns(4)
        #expect(await task.value == 4)
        withKnownIssue {
            held.returns(5)
        } matching: {
            "\($0)".contains("answered twice")
        }
    }

    @Test func `an unscripted call throws, and a generic one converts`() async throws {
        let method = method(Int.self, (any Error).self)
        await withKnownIssue {
            await #expect(throws: UnscriptedCallError.self) { try await method(1) }
        }
        let generic = AsyncMockMethod<Int, any Sendable, any Error>(
            "MockShop.find(_:)", MockOrigin(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
        generic.returns("text")
        #expect(try await generic(1, as: String.self) == "text")
        generic.holds()
        async let answer = generic(1, as: Int.self)
        try await generic.next().returns(5)
        #expect(try await answer == 5)
    }
}
