#if PostgreSQL
import CLibPQ
import Foundation

/// Asks the server to cancel the statement of a connection, on a thread of its own: libpq waits for the host, which may
/// have vanished.
struct CancelRequest: Sendable {
    private let done = DispatchSemaphore(value: 0)

    /// Sends the request.
    init(_ connection: OpaquePointer) {
        guard let key = unsafe PQgetCancel(connection) else {
            done.signal()
            return
        }
        let request = unsafe Request(key: key)
        Thread { [done] in
            request.send()
            done.signal()
        }.start()
    }

    /// Waits until the server has passed the request on.
    ///
    /// - Returns: Whether it has: afterwards the request can hit no later statement than the next.
    func hasArrived(by deadline: ContinuousClock.Instant) -> Bool {
        let left = max(0, ContinuousClock.now.duration(to: deadline) / .seconds(1))
        return done.wait(timeout: .now() + left) == .success
    }

    /// Safe because libpq's cancel key is a value of its own that any thread may use, and exactly one does.
    @safe private struct Request: @unchecked Sendable {
        let key: OpaquePointer

        func send() {
            var message = [CChar](repeating: 0, count: 256)
            _ = unsafe PQcancel(key, &message, Int32(message.count))
            unsafe PQfreeCancel(key)
        }
    }
}
#endif
