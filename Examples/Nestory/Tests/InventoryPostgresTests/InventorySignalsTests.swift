#if PostgreSQL
import Inventory
import InventoryPostgres
import PostgresServers
import ServiceTesting
import Testing

@Suite(.enabled(if: PostgresTools.areInstalled)) struct InventorySignalsTests {
    @Test func `a change is heard by the other server and not by its own, and a lost connection is a signal`()
        async throws
    {
        try await Shared.run { shared in
            let databases = [try shared.database(), try shared.database()]
            let (own, ownHeard) = AsyncStream<InventorySignals.Signal>.makeStream()
            let (others, othersHeard) = AsyncStream<InventorySignals.Signal>.makeStream()
            let (sender, receiver) = (InventorySignals(databases[0]), InventorySignals(databases[1]))
            let inventory = PostgresInventory(databases[0]) { sender.note() }
            let running = [
                Task { await sender.run { ownHeard.yield($0) } }, Task { await receiver.run { othersHeard.yield($0) } },
            ]
            var (ownNews, news) = (own.makeAsyncIterator(), others.makeAsyncIterator())
            #expect(await ownNews.next() == .connected)
            #expect(await news.next() == .connected)
            try await inventory.add(.named("Lamp"))
            #expect(await news.next() == .changed)
            try await shared.sql(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                """)
            // Both lost their connections; the sender has heard nothing of its own change before that.
            #expect(await ownNews.next() == .connected)
            #expect(await news.next() == .connected)
            for task in running { task.cancel() }
            for task in running { await task.value }
            for database in databases { await database.close() }
        }
    }

    @Test func `a signal that could not be sent is sent again a second later`() async throws {
        try await Shared.run { shared in
            // Found before PostgreSQL's own, so that sending fails while the connection is well.
            try await shared.sql(
                """
                CREATE FUNCTION public.pg_notify(text, text) RETURNS void LANGUAGE plpgsql
                AS $$ BEGIN RAISE EXCEPTION 'not now'; END $$
                """,
                "ALTER DATABASE \"\(shared.name)\" SET search_path = public, pg_catalog")
            let clock = ManualClock()
            let databases = [try shared.database(), try shared.database()]
            let (signals, heard) = AsyncStream<InventorySignals.Signal>.makeStream()
            let sender = InventorySignals(databases[0], clock: clock)
            let receiver = InventorySignals(databases[1])
            let running = [Task { await sender.run { _ in } }, Task { await receiver.run { heard.yield($0) } }]
            var news = signals.makeAsyncIterator()
            #expect(await news.next() == .connected)
            sender.note()
            await clock.waitForSleepers()
            try await shared.sql("DROP FUNCTION public.pg_notify(text, text)")
            await clock.advance(by: .seconds(1))
            #expect(await news.next() == .changed)
            for task in running { task.cancel() }
            for task in running { await task.value }
            for database in databases { await database.close() }
        }
    }
}
#endif
