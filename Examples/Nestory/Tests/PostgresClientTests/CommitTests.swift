#if PostgreSQL
import Foundation
import PostgresClient
import PostgresServers
import Testing

/// A commit that waits for a standby which does not answer.
@Suite(.timeLimit(.minutes(5)), .enabled(if: PostgresTools.areInstalled), .serialized) struct CommitTests {
    /// Runs a test with a commit that waits.
    ///
    /// - Parameters:
    ///   - limit: How long the client waits for it.
    ///   - meanwhile: Gets the server and the number of its process that waits.
    /// - Returns: What the commit came to, and how many rows there are afterwards.
    private static func run(
        limit: Duration = .seconds(30),
        _ meanwhile:
            @escaping @Sendable (PostgresServer, String, Task<Void, any Error>, () -> Void) async throws -> Void
    ) async throws -> (result: Result<Void, any Error>, rows: String?) {
        var outcome: (Result<Void, any Error>, String?) = (.success(()), nil)
        try await PostgresServer.run { server in
            let standby = try await server.standby()
            try await server.sql("CREATE TABLE t (x bigint)")
            try await server.synchronize(with: "ANY 1 (s1)")
            let receiver = try await standby.pauseReceiving()
            let client = try server.client(timeouts: .limited { $0.commit = limit })
            let task = Task {
                try await client.run { connection in
                    try connection.transaction { (try $0.query("INSERT INTO t VALUES (1)").changed, keep: true) }
                    return
                }
            }
            let waiting = "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
            try await eventually { try await server.sql(waiting) != nil }
            let pid = try await server.sql(waiting) ?? ""
            try await meanwhile(server, pid, task) { standby.resumeReceiving(receiver) }
            let result = await task.result
            standby.resumeReceiving(receiver)
            outcome = (result, try await server.sql("SELECT count(*) FROM t"))
            await client.close()
        }
        return outcome
    }

    private static func isUnknown(_ result: Result<Void, any Error>) -> Bool {
        if case .failure(PostgresError.outcomeUnknown) = result { true } else { false }
    }

    @Test func `a commit whose wait is cancelled at the server is not taken for a success`() async throws {
        let (result, rows) = try await Self.run { server, pid, _, _ in
            try await server.sql("SELECT pg_cancel_backend(\(pid))")
        }
        #expect(Self.isUnknown(result))
        // It is visible, although no standby has it: that is why nobody can say.
        #expect(rows == "1")
    }

    @Test func `a commit whose connection is terminated may have been made`() async throws {
        let (result, rows) = try await Self.run { server, pid, _, _ in
            try await server.sql("SELECT pg_terminate_backend(\(pid))")
        }
        #expect(Self.isUnknown(result))
        #expect(rows == "1")
    }

    @Test func `a commit that takes too long may have been made`() async throws {
        let (result, _) = try await Self.run(limit: .milliseconds(300)) { _, _, _, _ in }
        #expect(Self.isUnknown(result))
    }

    @Test func `a task that is cancelled in its commit waits for the answer`() async throws {
        let (result, rows) = try await Self.run {
            (server: PostgresServer, _, task: Task<Void, any Error>, resume: () -> Void) async throws in
            task.cancel()
            // Nothing is cancelled at the server, which would end the wait.
            #expect(try await server.sql("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'") == "1")
            resume()
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(rows == "1")
    }
}
#endif
