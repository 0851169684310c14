#if Health
import Foundation
@_spi(Lock) import Service

/// A gate for threads: synchronous factories block, and must not block the pool that tasks run on.
final class ThreadGate: Sendable {
    private let condition = NSCondition()
    private let state = Lock((isOpen: false, arrivals: 0))

    func pass() {
        condition.lock()
        state.withLock { $0.arrivals += 1 }
        condition.broadcast()
        while !state.withLock({ $0.isOpen }) { condition.wait() }
        condition.unlock()
    }

    func open() {
        condition.lock()
        state.withLock { $0.isOpen = true }
        condition.broadcast()
        condition.unlock()
    }

    func waitForArrivals(_ count: Int = 1) {
        condition.lock()
        while state.withLock({ $0.arrivals }) < count { condition.wait() }
        condition.unlock()
    }

    var arrivals: Int { state.withLock { $0.arrivals } }
}

/// Runs closures on threads of their own, and waits for all of them.
func onThreads<T: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) -> T) async -> [T] {
    await withTaskGroup(of: T.self) { group in
        for index in 0..<count {
            group.addTask { await onThread { body(index) } }
        }
        var results: [T] = []
        for await result in group { results.append(result) }
        return results
    }
}

/// Runs a closure on a thread of its own.
func onThread<T: Sendable>(_ body: @escaping @Sendable () -> T) async -> T {
    await withCheckedContinuation { continuation in
        Thread { continuation.resume(returning: body()) }.start()
    }
}
#endif
