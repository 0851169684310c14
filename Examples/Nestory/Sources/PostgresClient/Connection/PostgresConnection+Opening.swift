#if PostgreSQL
import CLibPQ
import Foundation

extension PostgresConnection {
    /// Connects to one host, and asks what it is.
    ///
    /// - Parameters:
    ///   - parameters: What libpq shall be told.
    ///   - interruption: What may stop it.
    /// - Throws: ``PostgresError``, or `CancellationError`.
    static func open(
        _ parameters: [(name: String, value: String)], _ pipe: WakePipe, _ timeouts: PostgresTimeouts,
        _ interruption: Interruption
    ) throws -> PostgresConnection {
        guard let connection = unsafe start(parameters) else {
            throw PostgresError.unreachable(details: "There is no memory for a connection.")
        }
        let notices = Notices()
        unsafe notices.receive(from: connection)
        // Owns the connection from here on, whatever happens.
        let opened = unsafe PostgresConnection(owning: connection, notices, pipe, timeouts)
        // With the error's code: otherwise libpq gives only a text, in the server's language.
        _ = unsafe PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
        let seconds = parameters.last { $0.name == "connect_timeout" }.flatMap { Int($0.value) } ?? 2
        try opened.establish(by: .now + .seconds(seconds), interruption)
        opened.interruption = interruption
        opened.facts = try opened.askFacts()
        return opened
    }

    private static func start(_ parameters: [(name: String, value: String)]) -> OpaquePointer? {
        let texts = WrittenValues(parameters.flatMap { [.text($0.name), .text($0.value)] } + [.text(nil), .text(nil)])
        return unsafe texts.withPointers { pointers in
            guard let pointers = unsafe pointers else { return nil }
            // libpq wants the names and the values apart, each list with a nil behind it.
            let names = unsafe (0...parameters.count).map { unsafe pointers[2 * $0] }
            let values = unsafe (0...parameters.count).map { unsafe pointers[2 * $0 + 1] }
            return unsafe PQconnectStartParams(names, values, 0)
        }
    }

    private func establish(by deadline: ContinuousClock.Instant, _ interruption: Interruption) throws {
        guard unsafe PQstatus(connection) != CONNECTION_BAD else { throw Self.unreachable(self) }
        var next = PGRES_POLLING_WRITING
        while next != PGRES_POLLING_OK {
            let events = next == PGRES_POLLING_READING ? POLLIN : POLLOUT
            let socket = unsafe PQsocket(connection)
            switch SocketWait.wait(socket, for: Int32(events), or: pipe, until: deadline) {
            case .ready: next = unsafe PQconnectPoll(connection)
            case .woken: if interruption.isRequested { throw CancellationError() }
            case .timedOut: throw PostgresError.unreachable(details: "The host does not answer.")
            }
            if next == PGRES_POLLING_FAILED { throw Self.unreachable(self) }
        }
        guard unsafe PQsetnonblocking(connection, 1) == 0 else { throw Self.unreachable(self) }
    }

    private static func unreachable(_ connection: PostgresConnection) -> PostgresError {
        let message = connection.lastMessage
        if unsafe PQconnectionNeedsPassword(connection.connection) == 1 {
            return .refused(PostgresServerError(code: "28P01", message: "The server wants a password."))
        }
        guard let code = code(in: message) else {
            // libpq writes several lines, and a log has one.
            return .unreachable(details: message.split(whereSeparator: \.isWhitespace).joined(separator: " "))
        }
        return .refused(PostgresServerError(code: code, message: message))
    }

    /// Finds the code in a message such as `FATAL:  28000: no pg_hba.conf entry …`.
    static func code(in message: String) -> String? {
        for part in message.split(separator: ":").dropFirst() {
            let code = part.drop { $0 == " " }
            let isCode = code.utf8.count == 5 && code.allSatisfy { $0.isASCII && ($0.isNumber || $0.isUppercase) }
            if isCode, code.contains(where: \.isNumber), part.hasPrefix("  ") { return String(code) }
        }
        return nil
    }

    /// Asks the server what it is.
    ///
    /// - Throws: ``PostgresError``, or `CancellationError`.
    func askFacts() throws -> PostgresFacts {
        // The first eight digits of a log file's name are the timeline. A standby writes none.
        let answer = try script(
            """
            SELECT CASE WHEN pg_is_in_recovery() THEN NULL
                ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END,
                CASE WHEN current_setting('synchronous_commit') IN ('off', 'local') THEN ''
                ELSE current_setting('synchronous_standby_names') END, current_setting('server_encoding')
            """)
        return PostgresFacts(
            timeline: answer.text(0, 0).flatMap { UInt32($0, radix: 16) }, synchronousStandbys: answer.text(0, 1) ?? "",
            encoding: answer.text(0, 2) ?? "")
    }
}
#endif
