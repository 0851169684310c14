import Foundation
import Inventory
import Testing

@Suite struct RevisionContract {
    @Test(arguments: Backend.available) func `an item counts how often it was saved`(backend: Backend) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            #expect(try await store.inventory.item(lamp.id)?.revision == 1)
            let saved = try await store.inventory.apply(ItemChange(.replace(lamp)))
            #expect(saved?.revision == 2)
            try await store.reopen()
            #expect(try await store.inventory.item(lamp.id)?.revision == 2)
        }
    }

    @Test(arguments: Backend.available) func `a change that expects another revision is refused with what is there now`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            var lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            lamp.name = "Lantern"
            #expect(try await store.inventory.replace(lamp, expecting: 1))
            let now = try #require(try await store.inventory.item(lamp.id))
            lamp.name = "Torch"
            await #expect(throws: InventoryError.changed(now)) {
                try await store.inventory.replace(lamp, expecting: 1)
            }
            await #expect(throws: InventoryError.changed(now)) {
                try await store.inventory.remove(lamp.id, expecting: 1)
            }
            #expect(try await store.inventory.item(lamp.id)?.name == "Lantern")
            #expect(try await store.inventory.remove(lamp.id, expecting: 2))
            #expect(try await store.inventory.replace(lamp, expecting: 2) == false)
        }
    }

    @Test(arguments: Backend.available)
    func `an id that is added again goes on counting, so that nobody takes the item for the one before`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            try await store.inventory.remove(lamp.id)
            let again = try #require(try await store.inventory.apply(ItemChange(.add(lamp))))
            #expect(again.revision == 2)
            #expect(try await store.inventory.item(lamp.id) == again)
            await #expect(throws: InventoryError.changed(again)) {
                try await store.inventory.replace(lamp, expecting: 1)
            }
            try await store.inventory.remove(lamp.id)
            _ = try await store.inventory.transaction { (try $0.insert(lamp, hasOwnID: true), keep: true) }
            #expect(try await store.inventory.item(lamp.id)?.revision == 3)
        }
    }

    @Test(arguments: Backend.available) func `of two people who opened the same revision, one is told`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            let inventory = store.inventory
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await inventory.add(lamp)
            let refusals = await withTaskGroup(of: Int.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        var mine = lamp
                        mine.name = "Lamp \(number)"
                        do { return try await inventory.replace(mine, expecting: 1) ? 0 : 99 } catch { return 1 }
                    }
                }
                return await group.reduce(0, +)
            }
            #expect(refusals == 7)
            #expect(try await inventory.item(lamp.id)?.revision == 2)
        }
    }
}
