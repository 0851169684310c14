#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import InventoryStore
import Logging
import NestoryRemote
import PostgresClient
import PostgresServers
import ServiceTesting
import Synchronization
import Testing

@testable import NestoryAssembly

@Suite(.enabled(if: PostgresTools.areInstalled)) struct PostgresFollowerTests {
    /// A clock that shows what a test sets.
    private final class SetClock: WallClock {
        private let milliseconds: Mutex<Int64>

        init(_ text: String) throws { milliseconds = Mutex(try #require(Timestamp(text)).milliseconds) }

        var now: Timestamp { Timestamp(milliseconds: milliseconds.withLock { $0 }) ?? .epoch }

        func advance() { milliseconds.withLock { $0 += 60_000 } }
    }

    /// A server that follows the inventory of another one.
    private final class Pair {
        let follower: PostgresFollower
        let copy: ItemCopy
        let rates: LastKnownRates
        let wall: SetClock
        let clock = ManualClock()
        let inventory: PostgresInventory
        /// The other server, which tells nobody what it does.
        let other: PostgresInventory
        let otherRates: PostgresRates
        private let server: PostgresServer
        private let name: String
        private let databases: [PostgresDatabase]
        private var told: AsyncStream<Void>.Iterator
        private let tell: AsyncStream<Void>.Continuation

        init() async throws {
            server = try await PostgresServer.shared.value
            name = try await server.database()
            let address = try PostgresAddress(server.url(name), program: "test")
            databases = (0..<2).map { _ in PostgresDatabase(address, connections: 2, timeouts: .patient) }
            other = PostgresInventory(databases[1])
            otherRates = PostgresRates(databases[1])
            let wall = try SetClock("2026-11-22T12:00:00Z")
            let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
            let copy = ItemCopy(clock: wall)
            let rates = LastKnownRates(file: nil, shipped: try ShippedRates(), clock: wall, logger: logger)
            let follower = PostgresFollower(
                signals: InventorySignals(databases[0]), database: databases[0], copy: copy, rates: rates,
                logger: logger, clock: clock)
            inventory = PostgresInventory(
                databases[0], changed: { follower.noteChange() }, answered: { follower.noteAnswer() })
            (self.wall, self.copy, self.rates, self.follower) = (wall, copy, rates, follower)
            let (stream, tell) = AsyncStream<Void>.makeStream()
            (told, self.tell) = (stream.makeAsyncIterator(), tell)
        }

        /// Runs a test in which the follower has connected.
        static func run(
            preparing prepare: (Pair) async throws -> Void = { _ in }, _ test: (Pair) async throws -> Void
        ) async throws {
            let pair = try await Pair()
            // Makes the tables.
            try await pair.other.check()
            try await prepare(pair)
            let (follower, tell) = (pair.follower, pair.tell)
            let work = Task { await follower.follow { tell.yield() } }
            await pair.untilTold()
            await pair.clock.waitForSleepers()
            try await test(pair)
            work.cancel()
            await work.value
            for database in pair.databases { await database.close() }
        }

        /// Waits until pages are told that something may have changed.
        func untilTold() async { _ = await told.next(isolation: nil) }

        /// Tells the follower of a change, as the other server does.
        func signal() async throws { try await sql("NOTIFY inventory_changed, 'other'") }

        /// Lets the time pass after which the follower looks again.
        func passInterval() async { await clock.advance(by: .seconds(10)) }

        /// Ends the connection on which the follower listens.
        func cutListener() async throws {
            try await sql(
                """
                SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND pid <> pg_backend_pid()
                    AND (query LIKE 'LISTEN%' OR query LIKE '%pg_is_in_recovery%')
                """)
        }

        func sql(_ statement: String) async throws { try await server.sql(statement, in: name) }

        /// The names of what was last known.
        func known() async throws -> [String] { try await copy.items(ItemQuery()).items.map(\.name) }

        func isKnown(_ names: [String]) async throws { try await eventually { try await self.known() == names } }
    }

    private static func item(_ name: String) -> Item { Item(id: UUID(), name: name, updatedAt: .epoch) }

    @Test func `all items are known as soon as the database is connected to`() async throws {
        try await Pair.run(preparing: { try await $0.other.add(Self.item("Lamp")) }) { (pair: Pair) async throws in
            #expect(try await pair.known() == ["Lamp"])
            #expect(pair.copy.asOf == pair.wall.now)
        }
    }

    @Test func `a change of another server is told at once, and copied within ten seconds`() async throws {
        try await Pair.run { (pair: Pair) async throws in
            try await pair.other.add(Self.item("Lamp"))
            try await pair.signal()
            await pair.untilTold()
            #expect(try await pair.known() == [])
            await pair.passInterval()
            try await pair.isKnown(["Lamp"])
        }
    }

    @Test func `a change of this server is copied within ten seconds, and not told to its own pages`() async throws {
        try await Pair.run { (pair: Pair) async throws in
            try await pair.inventory.add(Self.item("Lamp"))
            #expect(try await pair.known() == [])
            await pair.passInterval()
            try await pair.isKnown(["Lamp"])
        }
    }

    @Test func `a new connection counts as a change`() async throws {
        try await Pair.run { (pair: Pair) async throws in
            try await pair.other.add(Self.item("Lamp"))
            try await pair.cutListener()
            await pair.untilTold()
            #expect(try await pair.known() == ["Lamp"])
        }
    }

    @Test func `while nothing changes, what is known is of the last answer; after a change it gets older`() async throws
    {
        try await Pair.run { (pair: Pair) async throws in
            pair.wall.advance()
            try await pair.inventory.check()
            #expect(pair.copy.asOf == pair.wall.now)
            let before = pair.wall.now
            try await pair.inventory.add(Self.item("Lamp"))
            pair.wall.advance()
            try await pair.inventory.check()
            #expect(pair.copy.asOf == before)
        }
    }

    @Test func `rates that another server has fetched are taken over`() async throws {
        func file(_ day: String) -> [UInt8] {
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" \
                xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
                <Cube><Cube time='\(day)'><Cube currency='USD' rate='2'/></Cube></Cube>
                </gesmes:Envelope>
                """.utf8)
        }
        let days = try ["2026-11-21", "2026-11-22"].map { try #require(Day($0)) }
        try await Pair.run(preparing: { try await $0.otherRates.keep(file("2026-11-21"), of: days[0]) }) {
            (pair: Pair) async throws in
            #expect(pair.rates.rates().date == days[0])
            try await pair.otherRates.keep(file("2026-11-22"), of: days[1])
            await pair.passInterval()
            try await eventually { pair.rates.rates().date == days[1] }
        }
    }
}
#endif
