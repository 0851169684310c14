#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import PostgresClient
import PostgresServers
import Testing

/// Several servers change one inventory.
@Suite(.enabled(if: PostgresTools.areInstalled)) struct SharedChangesTests {
    @Test func `during an import others read and change, and a second import misses nothing of the first`() async throws
    {
        try await Shared.run { shared in
            let (first, second) = (try shared.database(), try shared.database())
            let (one, other) = (PostgresInventory(first), PostgresInventory(second))
            let (isOpen, open) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            async let inserted = one.transaction { inserter in
                let isNew = try inserter.insert(.named("Lamp"), hasOwnID: false)
                open.yield()
                mayEnd.wait()
                return (isNew, keep: true)
            }
            for await _ in isOpen { break }
            #expect(try await other.items(ItemQuery()).total == 0)
            try await other.add(.named("Chair"))
            async let again = other.transaction { (try $0.insert(.named("Lamp"), hasOwnID: false), keep: true) }
            let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
            try await eventually { try await shared.sql(waiting) != "0" }
            mayEnd.signal()
            #expect(try await inserted)
            #expect(try await again == false)
            #expect(try await other.items(ItemQuery()).items.map(\.name) == ["Chair", "Lamp"])
            await first.close()
            await second.close()
        }
    }

    @Test func `a change that waits for another one's end sees what that did`() async throws {
        try await Shared.run { shared in
            let databases = try (0..<4).map { _ in try shared.database(connections: 2) }
            let lamp = Item.named("Lamp")
            try await PostgresInventory(databases[0]).add(lamp)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    let inventory = PostgresInventory(databases[number % 4])
                    group.addTask { try await inventory.replace(lamp) }
                }
                try await group.waitForAll()
            }
            #expect(try await PostgresInventory(databases[0]).item(lamp.id)?.revision == 41)
            for database in databases { await database.close() }
        }
    }

    @Test func `an item that is added while the one with its id is being deleted goes on from its revision`()
        async throws
    {
        try await Shared.run { shared in
            let (first, second) = (try shared.database(), try shared.database())
            let (one, other) = (PostgresInventory(first), PostgresInventory(second))
            let lamp = Item.named("Lamp")
            try await one.add(lamp)
            let holder = try shared.server.client(shared.name)
            let (isHeld, held) = AsyncStream<Void>.makeStream()
            let mayEnd = DispatchSemaphore(value: 0)
            // The deletion stops between the table and the trash.
            async let holding: Void = holder.run { connection in
                try connection.transaction { connection in
                    try connection.query("LOCK TABLE trash IN SHARE MODE")
                    held.yield()
                    mayEnd.wait()
                    return ((), keep: false)
                }
            }
            for await _ in isHeld { break }
            let waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted"
            async let removed = one.apply(ItemChange(.remove(lamp.id)))
            try await eventually { try await shared.sql(waiting) == "1" }
            async let added = other.apply(ItemChange(.add(lamp)))
            try await eventually { try await shared.sql(waiting) == "2" }
            mayEnd.signal()
            try await holding
            #expect(try await removed?.revision == 1)
            #expect(try await added?.revision == 2)
            #expect(try await one.item(lamp.id)?.revision == 2)
            await #expect(throws: InventoryError.self) {
                try await one.apply(ItemChange(.replace(lamp), expecting: 1))
            }
            await holder.close()
            await first.close()
            await second.close()
        }
    }

    @Test func `those who read everything hold a connection no longer than they read`() async throws {
        try await Shared.run { shared in
            let database = try shared.database(timeouts: .limited { $0.queue = .seconds(1) })
            let inventory = PostgresInventory(database)
            for name in ["a", "b", "c"] { try await inventory.add(.named(name)) }
            var streams = [try await inventory.batches(of: 1), try await inventory.batches(of: 1)]
            // There are two such connections.
            await #expect(throws: InventoryError.busy) { try await inventory.batches(of: 1) }
            var names: [String] = []
            for try await batch in streams[0] { names += batch.map(\.name) }
            #expect(names == ["a", "b", "c"])
            streams = []
            try await eventually {
                try await shared.sql("SELECT count(*) FROM pg_stat_activity WHERE state LIKE 'idle in%'") == "0"
            }
            for try await batch in try await inventory.batches(of: 5) { #expect(batch.count == 3) }
            await database.close()
        }
    }

    @Test func `a change is told once it counts, and a refused one is not`() async throws {
        try await Shared.run { shared in
            let database = try shared.database()
            let (changes, change) = AsyncStream<Void>.makeStream()
            let inventory = PostgresInventory(database) { change.yield() }
            let lamp = Item.named("Lamp")
            try await inventory.add(lamp)
            await #expect(throws: InventoryError.alreadyExists) { try await inventory.add(lamp) }
            change.finish()
            #expect(await changes.reduce(0) { count, _ in count + 1 } == 1)
            await database.close()
        }
    }
}
#endif
