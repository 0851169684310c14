import Foundation
import Inventory
import Synchronization
import Testing

@Suite struct AppliedChangesContract {
    private static func key(_ text: String, of request: String = "") throws -> ChangeKey {
        try #require(ChangeKey(text, of: request.utf8))
    }

    @Test(arguments: Backend.available)
    func `a change that is sent again is not made again, and is answered as the first time`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            let key = try Self.key("k1")
            let lamp = Item(
                id: UUID(), name: "Lamp", price: Money(minorUnits: 1250, currency: .euro), updatedAt: .epoch)
            #expect(try await store.inventory.apply(ItemChange(.add(lamp), as: key)) == lamp)
            // Sent again, the request makes an id and a time of its own.
            let again = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            #expect(try await store.inventory.apply(ItemChange(.add(again), as: key)) == lamp)
            try await store.reopen()
            #expect(try await store.inventory.apply(ItemChange(.add(again), as: key)) == lamp)
            #expect(try await store.inventory.items(ItemQuery()).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `an edit and a removal count once, whatever happened in between`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            var lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            lamp.name = "Lantern"
            let edit = ItemChange(.replace(lamp), expecting: 1, as: try Self.key("edit"))
            #expect(try await store.inventory.apply(edit)?.revision == 2)
            lamp.name = "Torch"
            try await store.inventory.replace(lamp)
            #expect(try await store.inventory.apply(edit)?.revision == 2)
            #expect(try await store.inventory.item(lamp.id)?.name == "Torch")

            let removal = ItemChange(.remove(lamp.id), as: try Self.key("removal"))
            #expect(try await store.inventory.apply(removal)?.name == "Torch")
            try await store.inventory.add(lamp)
            #expect(try await store.inventory.apply(removal)?.name == "Torch")
            #expect(try await store.inventory.item(lamp.id) != nil)
        }
    }

    @Test(arguments: Backend.available) func `a key that was used for another change is refused`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            _ = try await store.inventory.apply(ItemChange(.add(lamp), as: try Self.key("k", of: "add")))
            let other = ItemChange(.remove(lamp.id), as: try Self.key("k", of: "remove"))
            await #expect(throws: InventoryError.keyReused) { try await store.inventory.apply(other) }
            #expect(try await store.inventory.items(ItemQuery()).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `what was refused leaves its key free`(backend: Backend) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            let removal = ItemChange(.remove(lamp.id), as: try Self.key("k"))
            #expect(try await store.inventory.apply(removal) == nil)
            try await store.inventory.add(lamp)
            #expect(try await store.inventory.apply(removal) == lamp)
        }
    }

    @Test(arguments: Backend.available) func `one key that many send at once counts once`(backend: Backend) async throws
    {
        try await backend.run { store in
            let (inventory, key) = (store.inventory, try Self.key("k"))
            let ids = try await withThrowingTaskGroup(of: UUID?.self) { group in
                for _ in 0..<10 {
                    group.addTask {
                        try await inventory.apply(
                            ItemChange(.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch)), as: key))?.id
                    }
                }
                return try await group.reduce(into: Set<UUID?>()) { $0.insert($1) }
            }
            #expect(ids.count == 1)
            #expect(try await inventory.items(ItemQuery()).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `an import counts once`(backend: Backend) async throws {
        try await backend.run { store in
            let key = try Self.key("import")
            let runs = Mutex(0)
            for _ in 0..<2 {
                let isNew = try await store.inventory.transaction(as: key) { inserter in
                    runs.withLock { $0 += 1 }
                    let item = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
                    return (try inserter.insert(item, hasOwnID: true), keep: true)
                }
                #expect(isNew)
            }
            #expect(runs.withLock { $0 } == 1)
            #expect(try await store.inventory.items(ItemQuery()).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `keys are kept for 90 days`(backend: Backend) async throws {
        let clock = MovedClock()
        try await backend.run(clock: clock) { store in
            func add(_ key: String) async throws -> Item? {
                let item = Item(id: UUID(), name: "Item", updatedAt: .epoch)
                return try await store.inventory.apply(ItemChange(.add(item), as: try Self.key(key)))
            }
            let first = try await add("first")
            for days in [90, 91] as [Int64] {
                clock.set(days * 86_400_000)
                _ = try await add("after-\(days)")
                #expect(try await add("first") == first || days == 91)
            }
            // On the day after the last, it is a new one.
            #expect(try await add("first") != first)
        }
    }

    @Test(arguments: ["", "a b", "ü", String(repeating: "k", count: 201), "a\n"])
    func `a key is 1 to 200 visible ASCII characters`(text: String) {
        #expect(ChangeKey(text, of: []) == nil)
        #expect(ChangeKey(String(repeating: "~", count: 200), of: []) != nil)
    }

    private final class MovedClock: WallClock {
        private let time = Mutex(Timestamp.epoch)
        var now: Timestamp { time.withLock { $0 } }
        func set(_ milliseconds: Int64) { time.withLock { $0 = Timestamp(milliseconds: milliseconds) ?? $0 } }
    }
}
