#if PostgreSQL
import CLibPQ
import Foundation

extension PostgresConnection {
    /// Returns what was said on the channels that the connection listens to, and that has arrived.
    func heard() -> [String] {
        var texts: [String] = []
        while let notification = unsafe PQnotifies(connection) {
            unsafe texts.append(notification.pointee.extra.map { unsafe String(cString: $0) } ?? "")
            unsafe PQfreemem(notification)
        }
        return texts
    }

    /// Waits until something arrives, and takes it in.
    ///
    /// - Throws: ``PostgresError/lost(details:)``.
    func awaitInput(until deadline: ContinuousClock.Instant) throws(PostgresError) -> SocketWait.Outcome {
        let outcome = unsafe SocketWait.wait(PQsocket(connection), for: POLLIN, or: pipe, until: deadline)
        guard case .ready = outcome else { return outcome }
        guard unsafe PQconsumeInput(connection) == 1 else {
            isBroken = true
            throw .lost(details: lastMessage)
        }
        return outcome
    }
}
#endif
