#if PostgreSQL
import PostgresClient
import PostgresServers
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: PostgresTools.areInstalled)) struct FailoverTests {
    private static func port(_ client: PostgresClient) async throws -> String? {
        try await client.run { try $0.query("SELECT inet_server_port()::text").text(0, 0) }
    }

    @Test func `of two hosts that can be written, the one that was promoted last is taken, and the other never again`()
        async throws
    {
        try await PostgresServer.run { old in
            let new = try await old.standby()
            let address = try PostgresAddress(old.url(beside: [new]), program: "test")
            let before = PostgresClient(address, connections: 1, timeouts: .patient)
            #expect(try await Self.port(before) == "\(old.port)")
            // Nobody stops the old primary, and it is the first of the list.
            try await new.promote()
            let after = PostgresClient(sharing: before, connections: 1, timeouts: .patient)
            #expect(try await Self.port(after) == "\(new.port)")
            #expect(after.facts?.timeline == 2)
            // A connection that is still open to the old primary is given up.
            #expect(try await Self.port(before) == "\(new.port)")
            try await new.kill()
            await #expect {
                try await Self.port(before)
            } throws: { error in
                // The connection may be found lost while the statement is sent; the next one is the one that is refused.
                if case PostgresError.lost = error { return true }
                guard case PostgresError.unreachable(let details) = error else { return false }
                return details.contains("old primary")
            }
            await #expect {
                try await Self.port(before)
            } throws: { error in
                guard case PostgresError.unreachable(let details) = error else { return false }
                return details.contains("old primary")
            }
            await before.close()
            await after.close()
        }
    }

    @Test func `a standby refuses changes, and is not connected to for them`() async throws {
        try await PostgresServer.run { primary in
            try await primary.sql("CREATE TABLE t (x bigint)")
            let standby = try await primary.standby()
            let reading = try standby.client()
            await #expect {
                try await reading.run { _ = try $0.query("INSERT INTO t VALUES (1)") }
            } throws: { error in
                guard case PostgresError.refused(let refusal) = error else { return false }
                return refusal.code == "25006"
            }
            #expect(reading.facts?.timeline == nil)
            let writing = PostgresClient(try PostgresAddress(standby.url(), program: "test"), connections: 1)
            await #expect {
                try await Self.port(writing)
            } throws: { error in
                // On one line, as a log has it.
                guard case PostgresError.unreachable(let details) = error else { return false }
                return !details.isEmpty && !details.contains("\n") && !details.contains("details:")
            }
            try await standby.promote()
            #expect(try await Self.port(writing) == "\(standby.port)")
            await reading.close()
            await writing.close()
        }
    }
}
#endif
