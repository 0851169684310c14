import Foundation
@_spi(Lock) import Service
import Testing

/// Threads of a test's own, so that one that blocks takes none from those that tasks share.
final class Threads<Result: Sendable>: Sendable {
    private struct State {
        var results: [Int: Result] = [:]
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let state = Lock(State())
    private let tracks: [ThreadTrack]

    /// Starts `count` threads that run `body` with their number.
    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Result) {
        tracks = (0..<count).map { _ in ThreadTrack() }
        for number in 0..<count {
            let thread = Thread { [self] in
                tracks[number].begin()
                let result = body(number)
                tracks[number].end()
                finish(number, result)
            }
            thread.stackSize = 8 << 20
            thread.start()
        }
    }

    /// The results in the order of the numbers, once all threads ended. Stops the test if they hang.
    func results(sourceLocation: SourceLocation = #_sourceLocation) async throws -> [Result] {
        let limit = Task {
            try await Task.sleep(for: .seconds(patience * 2))
            resume()
        }
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                if state.results.count == tracks.count { return true }
                state.waiter = continuation
                return false
            }
            if isOver { continuation.resume() }
        }
        limit.cancel()
        let results = state.withLock { $0.results }
        try #require(results.count == tracks.count, "Some threads hang.", sourceLocation: sourceLocation)
        return tracks.indices.compactMap { results[$0] }
    }

    /// Returns once a thread ended or is blocked where `body` has it wait. Looks at what the system says of it, as what
    /// the container waits on is nobody's business.
    func awaitBlocked(_ number: Int, sourceLocation: SourceLocation = #_sourceLocation) {
        tracks[number].awaitBlocked(sourceLocation: sourceLocation)
    }

    private func finish(_ number: Int, _ result: Result) {
        let isLast = state.withLock { state in
            state.results[number] = result
            return state.results.count == tracks.count
        }
        if isLast { resume() }
    }

    private func resume() {
        let waiter = state.withLock { state in
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

/// Runs `body` on a thread of its own and suspends the caller meanwhile.
@discardableResult
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = 8 << 20
        thread.start()
    }
}

/// Runs `body` on so many threads at the same moment and returns what they return.
func onThreads<Result: Sendable>(
    _ count: Int, sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (Int) -> Result
) async throws -> [Result] {
    let start = Arrivals()
    let threads = Threads(count) { number in
        start.meet(count, sourceLocation: sourceLocation)
        return body(number)
    }
    return try await threads.results(sourceLocation: sourceLocation)
}
