import Inventory
import NestoryServices
import Observation
import Service
import ServiceHealth
import ServiceTesting
import Testing

import struct Foundation.UUID

@testable import NestoryControllers

/// A page's controllers over an inventory behind gates, on a clock that the test moves.
@MainActor struct Desk {
    let inventory = GatedInventory()
    let clock = ManualClock()
    let env = ServiceEnv(name: "desk")
    let changes: InventoryChanges
    let sessions: PageSessions

    init(
        limit: Int = 3, imports: (any ImportService)? = nil, summaries: (any SummaryService)? = nil
    ) throws {
        var timing = PageTiming()
        timing.clock = clock
        timing.typingPause = .zero
        let inventory = inventory
        env.register((any InventoryService).self) { inventory }
        env.register((any ItemChanges).self, needs: (any InventoryService).self) { DirectChanges(inventory: $0) }
        env.register((any WallClock).self) { NoonClock() }
        env.register((any CurrencyService).self) { try ShippedRates() }
        env.register((any SummaryService).self, needs: (any InventoryService).self, (any CurrencyService).self) {
            summaries ?? InventoryTotals(inventory: $0, currencies: $1)
        }
        env.register((any ImportService).self, needs: (any InventoryService).self, (any WallClock).self) {
            imports ?? CSVImports(inventory: $0, clock: $1)
        }
        env.register(ServiceHealthManager.self) { ServiceHealthManager() }
        env.assemble(PageAssembly(limit: limit, timing: timing))
        changes = try env.resolve(InventoryChanges.self)
        sessions = try env.resolveMain(PageSessions.self)
    }

    /// A page that is connected.
    func page(_ digit: Character = "a", language: Language = .english) throws -> (PageSession, PageConnection) {
        let id = try #require(PageID(String(repeating: digit, count: 32)))
        let session = try sessions.open(id, language: language)
        return (session, try #require(sessions.connect(session)))
    }

    /// Waits until what a page shows is as it should be, and returns it.
    @discardableResult func until(
        _ connection: PageConnection, _ condition: @MainActor (PageSnapshot) -> Bool
    ) async throws -> PageSnapshot {
        for await snapshot in connection.session.snapshots(of: connection.number) {
            let snapshot = try #require(snapshot)
            if condition(snapshot) { return snapshot }
        }
        throw CancellationError()
    }

    static func request(_ text: String) -> InventoryRequest {
        InventoryRequest(query: ItemQuery(text: text), currency: .euro)
    }

    static func submission(
        _ values: [ItemField: String] = [.name: "Lamp"], form: UUID = UUID(), item: UUID? = nil,
        revision: Int? = nil
    ) -> ItemSubmission {
        var text = ItemText()
        for (field, value) in values { text[field] = value }
        return ItemSubmission(form: form, item: item, revision: revision, values: text)
    }
}

private struct NoonClock: WallClock {
    var now: Timestamp { .epoch }
}
