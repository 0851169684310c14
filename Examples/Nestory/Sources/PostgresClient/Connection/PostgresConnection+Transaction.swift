#if PostgreSQL
import CLibPQ

extension PostgresConnection {
    /// Makes changes of which all count or none.
    ///
    /// A commit is never cancelled. Its time is limited, but then nobody knows what became of it.
    ///
    /// - Parameters:
    ///   - begin: How it begins.
    ///   - body: Makes the changes, and says whether they shall be kept.
    /// - Returns: What the body returned.
    /// - Throws: What the body throws, ``PostgresError``, or `CancellationError`: then nothing was changed. Only after
    ///   ``PostgresError/outcomeUnknown(details:)`` the changes may have been made.
    @discardableResult
    public func transaction<Value>(
        _ begin: String = "BEGIN", _ body: (PostgresConnection) throws -> (result: Value, keep: Bool)
    ) throws -> Value {
        let value: Value
        do {
            try script(begin)
            let (result, keep) = try body(self)
            if interruption.isRequested { throw CancellationError() }
            guard keep else {
                settle()
                return result
            }
            value = result
        } catch {
            settle()
            throw error
        }
        try commit()
        return value
    }

    private func commit() throws {
        notices.forget()
        let result: PostgresResult
        do {
            result = try unsafe exchange(.commit(timeouts.commit)) { unsafe PQsendQuery($0, "COMMIT") }
        } catch {
            settle()
            throw error
        }
        if let warning = notices.warning { throw PostgresError.outcomeUnknown(details: warning) }
        guard result.tag == "COMMIT" else {
            // A statement had failed, and the body went on all the same.
            throw PostgresError.refused(
                PostgresServerError(code: "25P02", message: "The transaction was rolled back: \(result.tag)"))
        }
    }

    /// Ends what is still open, so that the connection can be used for other work; or notes that it cannot.
    func settle() {
        guard !isBroken else { return }
        let whose = interruption
        // The work is over, and what follows is not to be interrupted.
        interruption = Interruption()
        defer { interruption = whose }
        if let request = cancelRequest {
            cancelRequest = nil
            guard request.hasArrived(by: .now + .seconds(1)) else { return isBroken = true }
            // If the request came too late for its statement, it hits this one.
            _ = try? script("SELECT 1")
        }
        guard !isBroken, unsafe PQtransactionStatus(connection) != PQTRANS_IDLE else { return }
        guard (try? script("ROLLBACK")) != nil, unsafe PQtransactionStatus(connection) == PQTRANS_IDLE else {
            return isBroken = true
        }
    }

    /// Has the next piece of work begin with a new connection, perhaps to another host.
    public func discard() { isBroken = true }

    /// Looks, without waiting, whether the server has closed the connection.
    func looksAlive() -> Bool {
        guard !isBroken else { return false }
        // A server that shuts down sends a notice before it closes the connection.
        while !isBroken, unsafe SocketWait.isReadable(PQsocket(connection)) {
            isBroken = unsafe PQconsumeInput(connection) == 0 || PQstatus(connection) != CONNECTION_OK
        }
        return !isBroken
    }
}
#endif
