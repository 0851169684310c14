/// Runs work once for everybody who asks while it runs.
///
/// A caller that is cancelled stops waiting at once; the work goes on for the others, and is cancelled with the last.
package actor SingleFlight<Value: Sendable> {
    private typealias Answer = AsyncThrowingStream<Value, any Error>.Continuation

    private var work: Task<Void, Never>?
    /// What was cancelled, and may not be over yet.
    private var abandoned: Task<Void, Never>?
    private var flight = 0
    private var waiting: [Int: Answer] = [:]
    private var lastID = 0

    /// Makes one with nothing to do.
    package init() {}

    /// Waits for the work that runs, or starts it.
    ///
    /// - Throws: What the work throws, or `CancellationError`.
    package func run(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let (answers, answer) = AsyncThrowingStream<Value, any Error>.makeStream()
        let id = join(answer, body)
        defer { leave(id) }
        for try await value in answers { return value }
        // A stream ends without a value only for a task that was cancelled.
        throw CancellationError()
    }

    /// How many wait now.
    package var waiterCount: Int { waiting.count }

    private func join(_ answer: Answer, _ body: @escaping @Sendable () async throws -> Value) -> Int {
        lastID += 1
        waiting[lastID] = answer
        if work == nil {
            flight += 1
            work = Task { [flight, abandoned] in
                await abandoned?.value
                let result: Result<Value, any Error>
                do { result = .success(try await body()) } catch { result = .failure(error) }
                land(flight, with: result)
            }
        }
        return lastID
    }

    private func leave(_ id: Int) {
        guard waiting.removeValue(forKey: id) != nil, waiting.isEmpty else { return }
        // A caller that comes now starts again, rather than getting the end of what was cancelled.
        work?.cancel()
        abandoned = work
        work = nil
    }

    private func land(_ flight: Int, with result: Result<Value, any Error>) {
        guard flight == self.flight, work != nil else { return }
        work = nil
        for answer in waiting.values {
            answer.yield(with: result)
            answer.finish()
        }
        waiting = [:]
    }
}
