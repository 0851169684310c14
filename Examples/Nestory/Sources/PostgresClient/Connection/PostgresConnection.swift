#if PostgreSQL
import CLibPQ

/// A connection to one server. It belongs to one thread, which may wait in it.
@safe public final class PostgresConnection {
    /// What the server said of itself.
    public internal(set) var facts = PostgresFacts(timeline: nil, synchronousStandbys: "", encoding: "")

    let connection: OpaquePointer
    let notices: Notices
    let pipe: WakePipe
    let timeouts: PostgresTimeouts
    /// What may stop the work that the connection does now.
    var interruption = Interruption()
    /// The statements that the server has prepared, by what was asked for.
    var prepared: [PreparedStatement: String] = [:]
    /// The last statement that was to be cancelled, until that can do no harm any more.
    var cancelRequest: CancelRequest?
    /// Whether nothing can be asked of the connection any more.
    var isBroken = false

    /// Takes over a connection, which is closed with this object.
    init(
        owning connection: OpaquePointer, _ notices: Notices, _ pipe: WakePipe, _ timeouts: PostgresTimeouts
    ) {
        unsafe self.connection = unsafe connection
        self.notices = notices
        self.pipe = pipe
        self.timeouts = timeouts
    }

    deinit { unsafe PQfinish(connection) }

    /// Runs one statement, which is prepared the first time.
    ///
    /// Outside of ``transaction(_:_:)`` it should only read: the answer to a change could be lost.
    ///
    /// - Parameters:
    ///   - sql: The statement, with `$1`, `$2` and so on for the values.
    ///   - values: The values.
    /// - Throws: ``PostgresError``, or `CancellationError` where the work was cancelled.
    @discardableResult
    public func query(_ sql: String, _ values: [PostgresValue] = []) throws -> PostgresResult {
        for case .text(let text?) in values where text.utf8.contains(0) {
            throw PostgresError.unreadable(details: "PostgreSQL's texts hold no NUL.")
        }
        let statement = PreparedStatement(sql: sql, types: values.map(\.type))
        let name = try prepared[statement] ?? prepare(statement)
        return try unsafe exchange(.cancellable(timeouts.statement)) { connection in
            unsafe WrittenValues(values).withPointers { pointers in
                unsafe PQsendQueryPrepared(connection, name, Int32(values.count), pointers, nil, nil, 0)
            }
        }
    }

    /// Runs statements that are separated by semicolons, without values.
    ///
    /// - Returns: What the last one answered.
    /// - Throws: ``PostgresError``, or `CancellationError` where the work was cancelled.
    @discardableResult
    public func script(_ sql: String) throws -> PostgresResult {
        try unsafe exchange(.cancellable(timeouts.statement)) { unsafe PQsendQuery($0, sql) }
    }

    private func prepare(_ statement: PreparedStatement) throws -> String {
        let name = "s\(prepared.count)"
        _ = try unsafe exchange(.cancellable(timeouts.statement)) { connection in
            unsafe PQsendPrepare(connection, name, statement.sql, Int32(statement.types.count), statement.types)
        }
        prepared[statement] = name
        return name
    }
}

/// What a prepared statement is known by.
struct PreparedStatement: Hashable {
    let sql: String
    let types: [Oid]
}
#endif
