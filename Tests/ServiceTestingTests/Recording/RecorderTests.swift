import ServiceTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct RecorderTests {
    let recorder = Recorder<Int>()

    @Test func `elements come in the order in which they were recorded`() async throws {
        for number in 1...3 { recorder.record(number) }
        #expect(recorder.elements == [1, 2, 3])
        #expect(try await recorder.first(2) == [1, 2])
        #expect(try await recorder.first(0) == [])
        #expect(try await recorder.first { $0 > 1 } == 2)
        #expect(try await recorder.elements { $0.contains(3) } == [1, 2, 3])
    }

    /// Starts a task on an executor whose jobs run in order, so that what is put there later runs after it waits.
    private func waiting<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async -> Task<Value, any Error> {
        let executor = QueueExecutor()
        let task = Task(executorPreference: executor, operation: body)
        await Task(executorPreference: executor) {}.value
        return task
    }

    @Test func `a waiter is woken by the element that completes the number`() async throws {
        let waiter = await waiting { [recorder] in try await recorder.first(3) }
        for number in 1...3 { recorder.record(number) }
        #expect(try await waiter.value == [1, 2, 3])
    }

    @Test func `a waiter goes on waiting while the condition does not hold`() async throws {
        let waiter = await waiting { [recorder] in try await recorder.first { $0 == 3 } }
        let other = await waiting { [recorder] in try await recorder.elements { $0.reduce(0, +) >= 6 } }
        for number in [1, 2, 3, 4] { recorder.record(number) }
        #expect(try await waiter.value == 3)
        #expect(try await other.value.reduce(0, +) >= 6)
    }

    @Test func `a cancelled waiter throws`() async {
        let waiter = await waiting { [recorder] in try await recorder.first(1) }
        waiter.cancel()
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func `a waiter that was cancelled before it waits throws`() async {
        let waiter = Task { [recorder] in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await recorder.first(1)
        }
        await #expect(throws: CancellationError.self) { try await waiter.value }
    }

    @Test func `removing starts over, also for those who wait`() async throws {
        recorder.record(1)
        let waiter = await waiting { [recorder] in try await recorder.first(2) }
        #expect(recorder.removeAll() == [1])
        recorder.record(2)
        recorder.record(3)
        #expect(try await waiter.value == [2, 3])
        #expect(recorder.elements == [2, 3])
    }

    @Test func `a condition may record and read`() async throws {
        let seen = try await recorder.elements { elements in
            if elements.count < 3 { recorder.record(elements.count) }
            return elements.count == 3
        }
        #expect(seen == [0, 1, 2])
    }

    @Test func `nothing is lost with many who record and many who wait`() async throws {
        try await withThrowingTaskGroup { group in
            for count in 1...50 {
                group.addTask { [recorder] in _ = try await recorder.first(count * 10) }
                group.addTask { [recorder] in for number in 1...10 { recorder.record(number) } }
            }
            try await group.waitForAll()
        }
        #expect(recorder.elements.count == 500)
    }
}
