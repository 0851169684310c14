import Foundation

/// Runs a body that blocks on a thread of its own, so that tasks are not kept waiting for theirs.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// Runs a body on so many threads, which begin together, and returns when all have ended.
func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let start = DispatchSemaphore(value: 0)
    let ready = DispatchSemaphore(value: 0)
    let end = DispatchGroup()
    for thread in 0..<count {
        end.enter()
        Thread.detachNewThread {
            ready.signal()
            start.wait()
            body(thread)
            end.leave()
        }
    }
    for _ in 0..<count { ready.wait() }
    for _ in 0..<count { start.signal() }
    end.wait()
}
