import Inventory
import Testing

@testable import InventoryStore

@Suite struct BackupPlanTests {
    /// A copy for each hour, the newest first, with as many items as a function says.
    private static func hourly(_ hours: Int, items: (Int) -> Int) throws -> [Backup] {
        let start = try #require(Timestamp("2026-01-01T00:30:00Z"))
        return try (0..<hours).reversed().map { hour in
            let made = try #require(Timestamp(milliseconds: start.milliseconds + Int64(hour) * 3_600_000))
            return Backup(made: made, name: "\(hour)", size: 1, items: items(hour))
        }
    }

    /// What is left when a copy is made every hour, and the superfluous ones go each time.
    private static func left(_ hours: Int, items: (Int) -> Int) throws -> [Backup] {
        var kept: [Backup] = []
        for backup in try hourly(hours, items: items).reversed() {
            kept.insert(backup, at: 0)
            let superfluous = BackupPlan().superfluous(kept)
            kept.removeAll { superfluous.contains($0) }
        }
        return kept
    }

    @Test func `24 hours, 14 days and 12 months are kept`() throws {
        let kept = try Self.left(24 * 500) { $0 }
        let days = Set(kept.map(\.made.day))
        let newest = try #require(kept.first?.made.day)
        #expect(kept.prefix(24).map(\.name) == (11_976..<12_000).reversed().map(String.init))
        for day in 0..<14 { #expect(days.contains(try #require(Day(daysSince1970: newest.daysSince1970 - day)))) }
        #expect(Set(kept.map { $0.made.day.description.prefix(7) }).count == 12)
        // Some days and months have their copy in common.
        #expect((24 + 12...24 + 14 + 12).contains(kept.count))
    }

    @Test func `an inventory that was emptied never displaces a full one`() throws {
        let kept = try Self.left(24 * 500) { $0 < 100 ? 200 : 0 }
        #expect(kept.contains { $0.items == 200 })
    }

    @Test func `of a day, the fullest copy stays`() throws {
        let kept = try Self.left(24 * 5) { hour in hour == 30 ? 7 : 5 }
        #expect(kept.contains { $0.name == "30" })
    }

    @Test func `one that became fuller lets the older ones go`() throws {
        let kept = try Self.left(24 * 500) { $0 }
        #expect(kept.count <= 24 + 14 + 12)
    }
}
