import Foundation
import Inventory
import Testing

/// What every list of notices does.
@Suite struct OutboxContract {
    private static func days() throws -> ClosedRange<Day> {
        try #require(Day("2026-11-20"))...(try #require(Day("2026-12-20")))
    }

    private static func item(_ name: String, until: String) -> Item {
        Item(id: UUID(), name: name, warrantyUntil: Day(until), updatedAt: .epoch)
    }

    @Test(arguments: Backend.available) func `what ends in the days is queued once, by its end`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            let days = try Self.days()
            for (name, day) in [
                ("last", "2026-12-20"), ("after", "2026-12-21"), ("first", "2026-11-20"), ("before", "2026-11-19"),
            ] { try await store.inventory.add(Self.item(name, until: day)) }
            try await store.inventory.add(Item(id: UUID(), name: "none", updatedAt: .epoch))
            let outbox = store.outbox
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 2)
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 0)
            #expect(try await outbox.waiting().map(\.name) == ["first", "last"])
        }
    }

    @Test(arguments: Backend.available)
    func `what was sent stays sent, also when the item is gone or the file was closed`(backend: Backend) async throws {
        try await backend.run { store in
            let days = try Self.days()
            let lamp = Self.item("Lamp", until: "2026-12-01")
            try await store.inventory.add(lamp)
            let outbox = store.outbox
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 1)
            let notice = try #require(try await outbox.waiting().first)
            try await outbox.markSent(notice, at: .epoch)
            #expect(try await outbox.waiting().isEmpty)
            #expect(try await store.inventory.remove(lamp.id))
            try await store.reopen()
            try await store.inventory.add(lamp)
            #expect(try await store.outbox.queue(endingIn: days, at: .epoch) == 0)
        }
    }

    @Test(arguments: Backend.available) func `what waits for an item that is gone or changed is taken out`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let days = try Self.days()
            let gone = Self.item("gone", until: "2026-12-01")
            var changed = Self.item("changed", until: "2026-12-02")
            try await store.inventory.add(gone)
            try await store.inventory.add(changed)
            let outbox = store.outbox
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 2)
            #expect(try await store.inventory.remove(gone.id))
            changed.warrantyUntil = Day("2027-12-02")
            #expect(try await store.inventory.replace(changed))
            #expect(try await outbox.queue(endingIn: days, at: .epoch) == 0)
            #expect(try await outbox.waiting().isEmpty)
        }
    }
}
