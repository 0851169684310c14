import Dispatch
import Foundation
import Synchronization

/// Runs independent work on a few threads with deep stacks.
///
/// The walk over a syntax tree recurses as deep as the source nests; the stacks of the concurrency runtime's
/// own threads are too small for that.
package enum WorkPool {
    private static let stackSize = 512 << 20

    /// Returns `work`'s results for 0 to `count - 1`, in that order, whatever the number of threads.
    /// - Parameters:
    ///   - count: How many pieces of work there are.
    ///   - jobs: How many threads to use, at least one.
    ///   - work: What to do for a piece.
    package static func map<Output: Sendable>(
        count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Output
    ) -> [Output] {
        guard count > 0 else { return [] }
        let threads = max(1, min(jobs, count))
        let box = Box<Output>(count: count)
        let finished = DispatchSemaphore(value: 0)
        for _ in 0..<threads {
            let thread = Thread {
                while let index = box.next() {
                    box.store(work(index), at: index)
                }
                finished.signal()
            }
            thread.stackSize = stackSize
            thread.start()
        }
        for _ in 0..<threads { finished.wait() }
        return box.outputs()
    }

    private final class Box<Output: Sendable>: Sendable {
        private struct State {
            var next = 0
            var outputs: [Output?]
        }

        private let count: Int
        private let state: Mutex<State>

        init(count: Int) {
            self.count = count
            state = Mutex(State(outputs: Array(repeating: nil, count: count)))
        }

        func next() -> Int? {
            state.withLock { state in
                guard state.next < count else { return nil }
                state.next += 1
                return state.next - 1
            }
        }

        func store(_ output: Output, at index: Int) {
            state.withLock { $0.outputs[index] = output }
        }

        func outputs() -> [Output] {
            state.withLock { $0.outputs.compactMap(\.self) }
        }
    }
}
