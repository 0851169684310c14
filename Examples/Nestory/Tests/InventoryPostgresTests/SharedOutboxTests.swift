#if PostgreSQL
import Foundation
import Inventory
import InventoryPostgres
import PostgresServers
import Testing

/// Several servers send the notices of one inventory.
@Suite(.enabled(if: PostgresTools.areInstalled)) struct SharedOutboxTests {
    private static func days() throws -> ClosedRange<Day> {
        try #require(Day("2026-11-20"))...(try #require(Day("2026-12-20")))
    }

    /// Runs a test with two servers and notices that are due.
    private static func run(
        notices: Int, _ test: (Shared, PostgresOutbox, PostgresOutbox) async throws -> Void
    ) async throws {
        try await Shared.run { shared in
            let databases = [try shared.database(), try shared.database()]
            let inventory = PostgresInventory(databases[0])
            for number in 0..<notices {
                var item = Item.named("\(number)")
                item.warrantyUntil = Day("2026-12-01")
                try await inventory.add(item)
            }
            let outboxes = databases.map { PostgresOutbox($0) }
            #expect(try await outboxes[0].queue(endingIn: Self.days(), at: .epoch) == notices)
            #expect(try await outboxes[1].queue(endingIn: Self.days(), at: .epoch) == 0)
            try await test(shared, outboxes[0], outboxes[1])
            for database in databases { await database.close() }
        }
    }

    @Test func `no notice is given to two servers, and each is given to one`() async throws {
        try await Self.run(notices: 95) { _, one, other in
            let keys = try await withThrowingTaskGroup(of: [String].self) { group in
                for outbox in [one, other] {
                    group.addTask {
                        var keys: [String] = []
                        while true {
                            let taken = try await outbox.waiting()
                            guard !taken.isEmpty else { return keys }
                            for notice in taken {
                                keys.append(notice.key)
                                try await outbox.markSent(notice, at: .epoch)
                            }
                        }
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(keys.count == 95 && Set(keys).count == 95)
        }
    }

    @Test func `what a killed server had taken is sent by another after a minute, with the same key`() async throws {
        try await Self.run(notices: 3) { shared, killed, other in
            let taken = try await killed.waiting()
            #expect(taken.count == 3)
            #expect(try await other.waiting().isEmpty)
            let left = "SELECT extract(epoch FROM min(claimed_until) - now()) BETWEEN 50 AND 60 FROM notification"
            #expect(try await shared.sql(left) == "t")
            try await shared.sql("UPDATE notification SET claimed_until = now() - interval '1 second'")
            #expect(try await other.waiting().map(\.key) == taken.map(\.key))
        }
    }

    @Test func `a server that asks again is given what it has not taken yet first`() async throws {
        try await Self.run(notices: 15) { _, one, _ in
            let first = try await one.waiting()
            let second = try await one.waiting()
            #expect(first.count == 10 && Set(first).union(second).count == 15)
        }
    }
}
#endif
