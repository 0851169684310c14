import Dispatch
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs independent work on a few threads with deep stacks.
///
/// The walk over a syntax tree recurses as deep as the source nests; the stacks of the concurrency runtime's
/// own threads are too small for that.
package enum WorkPool {
    private static let stackSize = 512 << 20

    /// Returns `work`'s results for 0 to `count - 1`, in that order, whatever the number of threads.
    /// - Parameters:
    ///   - count: How many pieces of work there are.
    ///   - jobs: How many threads to use, at least one; fewer are used where the system starts no more.
    ///   - work: What to do for a piece.
    /// - Throws: ``DoctorError/fault(_:)`` where not even one thread can be started.
    package static func map<Output: Sendable>(
        count: Int, jobs: Int, _ work: @escaping @Sendable (Int) -> Output
    ) throws(DoctorError) -> [Output] {
        guard count > 0 else { return [] }
        let threads = max(1, min(jobs, count))
        let box = Box<Output>(count: count)
        let finished = DispatchSemaphore(value: 0)
        let started = (0..<threads).prefix { _ in
            start {
                while let index = box.next() {
                    box.store(work(index), at: index)
                }
                finished.signal()
            }
        }
        guard !started.isEmpty else {
            throw .fault(
                "No thread with a stack of \(stackSize >> 20) MB can be started. Raise the limit of address space (ulimit -v)."
            )
        }
        for _ in started { finished.wait() }
        return box.outputs()
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Starts a thread that nobody joins.
    /// - Returns: Whether the system has started it, which `Thread` of Foundation does not tell.
    private static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { unsafe attributes.deallocate() }
        guard unsafe pthread_attr_init(attributes) == 0 else { return false }
        defer { unsafe pthread_attr_destroy(attributes) }
        guard unsafe pthread_attr_setstacksize(attributes, stackSize) == 0,
            unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED)) == 0
        else { return false }
        let body = unsafe Unmanaged.passRetained(Body(run))
        #if canImport(Glibc)
        var thread: pthread_t = 0
        #else
        var thread: pthread_t?
        #endif
        let code = unsafe pthread_create(
            &thread, attributes,
            { argument in
                let body: UnsafeMutableRawPointer? = unsafe argument
                if let body = unsafe body { unsafe Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        if code != 0 { unsafe body.release() }
        return code == 0
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
