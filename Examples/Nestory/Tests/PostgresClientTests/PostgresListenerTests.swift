#if PostgreSQL
import PostgresClient
import PostgresServers
import Testing

@Suite(.timeLimit(.minutes(5)), .enabled(if: PostgresTools.areInstalled)) struct PostgresListenerTests {
    @Test func `what others say is heard, and a new connection counts as a signal`() async throws {
        try await PostgresServer.run { server in
            let client = try server.client()
            let (signals, heard) = AsyncStream<PostgresListener.Signal>.makeStream()
            let listener = PostgresListener(client, to: "news") { heard.yield($0) }
            var iterator = signals.makeAsyncIterator()
            #expect(await iterator.next() == .connected)
            try await server.sql("NOTIFY news, 'first'")
            #expect(await iterator.next() == .said("first"))
            try await server.sql(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()
                """, "NOTIFY news, 'lost'")
            #expect(await iterator.next() == .disconnected)
            var next = await iterator.next()
            while next == .disconnected { next = await iterator.next() }
            #expect(next == .connected)
            try await server.sql("NOTIFY news, 'second'")
            #expect(await iterator.next() == .said("second"))
            listener.stop()
            #expect(await iterator.next() == .disconnected)
            await client.close()
        }
    }

    @Test func `a setting that is changed is known soon, without a new connection`() async throws {
        try await PostgresServer.run { server in
            let client = try server.client()
            _ = try await client.run { try $0.query("SELECT 1").count }
            #expect(client.facts?.synchronousStandbys == "")
            let listener = PostgresListener(client, to: "news") { _ in }
            try await server.sql(
                "ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (s1, s2)'", "SELECT pg_reload_conf()")
            try await eventually { client.facts?.synchronousStandbys == "ANY 1 (s1, s2)" }
            listener.stop()
            await client.close()
        }
    }
}
#endif
