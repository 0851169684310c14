#if PostgreSQL
import Inventory
import InventoryPostgres
import PostgresServers
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
}
#endif
