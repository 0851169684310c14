#if PostgreSQL
import CLibPQ
import Foundation

extension PostgresConnection {
    /// What may end the wait for an answer.
    enum Patience {
        /// The work's cancellation and the time: the statement is cancelled, and counts as not made.
        case cancellable(Duration)
        /// Only the time: the connection is dropped, and nobody knows what became of the statement.
        case commit(Duration)
    }

    /// How long the server may take to cancel a statement.
    private static let patienceWithCancelling = Duration.seconds(1)

    /// Sends something, and waits for the whole answer.
    ///
    /// - Returns: The answer to the last of the statements.
    /// - Throws: ``PostgresError``, or `CancellationError`. Unless the connection is broken then, it is ready for the next
    ///   statement.
    func exchange(_ patience: Patience, _ send: (OpaquePointer) -> Int32) throws -> PostgresResult {
        var wait = AnswerWait(patience)
        if isBroken { throw PostgresError.lost(details: "The connection is broken.") }
        if !wait.isCommit, interruption.isRequested { throw CancellationError() }
        guard unsafe send(connection) == 1 else { throw broken(wait, lastMessage) }
        var (answer, refusal): (PostgresResult?, PostgresServerError?) = (nil, nil)
        while true {
            try untilReady(&wait)
            guard let result = unsafe PQgetResult(connection) else { break }
            let taken = unsafe PostgresResult(owning: result)
            if let error = unsafe Self.refusal(result) {
                let isFatal = unsafe error.code.isEmpty || PQstatus(connection) != CONNECTION_OK
                guard !isFatal else { throw broken(wait, "\(error.code) \(error.message)") }
                refusal = refusal ?? error
            } else {
                answer = taken
            }
        }
        // Whatever it was, it is answered as cancelled: the request may still be on its way to the next statement.
        if let cause = wait.cause { throw cause }
        if let refusal { throw PostgresError.refused(refusal) }
        guard let answer else { throw broken(wait, "The server did not answer.") }
        return answer
    }

    /// Waits until a result can be read without waiting.
    private func untilReady(_ wait: inout AnswerWait) throws {
        while true {
            let unsent = unsafe PQflush(connection)
            guard unsent >= 0 else { throw broken(wait, lastMessage) }
            if unsent == 0, unsafe PQisBusy(connection) == 0 { return }
            let events = unsent == 0 ? POLLIN : POLLIN | POLLOUT
            let socket = unsafe PQsocket(connection)
            switch SocketWait.wait(socket, for: Int32(events), or: pipe, until: wait.deadline) {
            case .ready: guard unsafe PQconsumeInput(connection) == 1 else { throw broken(wait, lastMessage) }
            case .woken: if interruption.isRequested { cancel(&wait, because: CancellationError()) }
            case .timedOut:
                guard !wait.isCommit, wait.cause == nil else { throw broken(wait, "The server does not answer.") }
                cancel(&wait, because: PostgresError.timedOut)
            }
        }
    }

    private func cancel(_ wait: inout AnswerWait, because cause: any Error) {
        // A commit that is cancelled is reported as made, although no standby has it.
        guard !wait.isCommit, wait.cause == nil else { return }
        wait.cause = cause
        wait.deadline = .now + Self.patienceWithCancelling
        cancelRequest = unsafe CancelRequest(connection)
    }

    /// Says what it means that nothing more comes from this connection.
    private func broken(_ wait: AnswerWait, _ details: String) -> any Error {
        isBroken = true
        if wait.isCommit { return PostgresError.outcomeUnknown(details: details) }
        return wait.cause ?? PostgresError.lost(details: details)
    }

    /// What libpq says of its last failure.
    var lastMessage: String {
        unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    }

    /// Returns the error in a result; nil where there is none.
    private static func refusal(_ result: OpaquePointer) -> PostgresServerError? {
        let status = unsafe PQresultStatus(result)
        guard ![PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY].contains(status) else { return nil }
        func field(_ name: Unicode.Scalar) -> String {
            unsafe PQresultErrorField(result, Int32(name.value)).map { unsafe String(cString: $0) } ?? ""
        }
        // As PostgreSQL's protocol names them: C the code, M the message, n the constraint.
        return PostgresServerError(code: field("C"), message: field("M"), constraint: field("n"))
    }
}

/// The wait for one answer.
private struct AnswerWait {
    let isCommit: Bool
    var deadline: ContinuousClock.Instant
    /// Why the statement was to be cancelled.
    var cause: (any Error)?

    init(_ patience: PostgresConnection.Patience) {
        switch patience {
        case .cancellable(let limit): (isCommit, deadline) = (false, .now + limit)
        case .commit(let limit): (isCommit, deadline) = (true, .now + limit)
        }
    }
}
#endif
