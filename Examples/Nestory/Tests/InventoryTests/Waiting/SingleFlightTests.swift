import Inventory
import Synchronization
import Testing

@Suite struct SingleFlightTests {
    /// Work that waits until a test lets it go on, and counts how often it ran.
    private final class Gate: Sendable {
        let starts = Mutex(0)
        private let (gate, opening) = AsyncStream<Int>.makeStream()
        private let (started, start) = AsyncStream<Void>.makeStream()

        func work() async throws -> Int {
            starts.withLock { $0 += 1 }
            start.yield()
            for await value in gate { return value }
            throw CancellationError()
        }

        func open(with value: Int) { opening.yield(value) }
        func waitForStart() async { for await _ in started { return } }
        var count: Int { starts.withLock { $0 } }
    }

    private struct Failure: Error, Equatable {}

    @Test func `all who wait get the one result`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await flight.run { try await gate.work() } } }
            await gate.waitForStart()
            while await flight.waiterCount < 100 { await Task.yield() }
            gate.open(with: 7)
            for try await value in group { #expect(value == 7) }
        }
        #expect(gate.count == 1)
    }

    @Test func `all who wait get the one failure, and the next starts anew`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let first = Task {
            try await flight.run {
                _ = try await gate.work(); throw Failure()
            }
        }
        await gate.waitForStart()
        let second = Task { try await flight.run { 1 } }
        while await flight.waiterCount < 2 { await Task.yield() }
        gate.open(with: 0)
        await #expect(throws: Failure.self) { try await first.value }
        await #expect(throws: Failure.self) { try await second.value }
        let third = try await flight.run { 3 }
        #expect(third == 3)
    }

    @Test func `who is cancelled leaves, and the others still get the result`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let patient = Task { try await flight.run { try await gate.work() } }
        await gate.waitForStart()
        let impatient = Task { try await flight.run { 0 } }
        while await flight.waiterCount < 2 { await Task.yield() }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        gate.open(with: 5)
        let value = try await patient.value
        #expect(value == 5)
        #expect(gate.count == 1)
    }

    @Test func `the work is cancelled with the last who waits, and is over before it starts again`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let running = Mutex(0)
        let only = Task {
            try await flight.run {
                running.withLock { $0 += 1 }
                defer { running.withLock { $0 -= 1 } }
                return try await gate.work()
            }
        }
        await gate.waitForStart()
        only.cancel()
        await #expect(throws: CancellationError.self) { try await only.value }
        let others = try await flight.run { running.withLock { $0 } }
        #expect(others == 0)
    }

    @Test func `who is cancelled before asking gets nothing`() async throws {
        let flight = SingleFlight<Int>()
        let gate = Gate()
        let late = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await flight.run { try await gate.work() }
        }
        await #expect(throws: CancellationError.self) { try await late.value }
        let value = try await flight.run { 2 }
        #expect(value == 2)
    }
}
