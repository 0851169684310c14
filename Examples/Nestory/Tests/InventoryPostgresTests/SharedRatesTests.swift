#if PostgreSQL
import Inventory
import InventoryPostgres
import PostgresServers
import Testing

@Suite(.enabled(if: PostgresTools.areInstalled)) struct SharedRatesTests {
    @Test func `the rates of the newest day win, whichever server fetched them`() async throws {
        try await Shared.run { shared in
            let databases = [try shared.database(), try shared.database()]
            let (one, other) = (PostgresRates(databases[0]), PostgresRates(databases[1]))
            let days = try ["2026-11-19", "2026-11-20", "2026-11-21"].map { try #require(Day($0)) }
            try await one.keep([1], of: days[1])
            try await other.keep([0], of: days[0])
            try await other.keep([9], of: days[1])
            #expect(try await other.newest(after: days[0]) == [1])
            #expect(try await other.newest(after: days[1]) == nil)
            try await other.keep([2, 0xFF], of: days[2])
            #expect(try await one.newest(after: days[1]) == [2, 0xFF])
            #expect(try await shared.sql("SELECT count(*) FROM rates") == "1")
            for database in databases { await database.close() }
        }
    }
}
#endif
