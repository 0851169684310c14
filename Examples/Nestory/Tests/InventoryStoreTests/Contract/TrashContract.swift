import Foundation
import Inventory
import Synchronization
import Testing

@Suite struct TrashContract {
    @Test(arguments: Backend.available) func `a deleted item can be brought back as it was, for 30 days`(
        backend: Backend
    ) async throws {
        let clock = MovedClock()
        try await backend.run(clock: clock) { store in
            let inventory = store.inventory
            let lamp = Item(
                id: UUID(), name: "Lamp", price: Money(minorUnits: 1250, currency: .euro), updatedAt: .epoch)
            try await inventory.add(lamp)
            try await inventory.remove(lamp.id)
            #expect(try await inventory.trash() == [TrashedItem(item: lamp, deletedAt: .epoch)])
            clock.set(days: 29)
            let back = try #require(try await inventory.apply(ItemChange(.restore(lamp.id))))
            #expect(back.revision == 2 && back.price == lamp.price)
            #expect(try await inventory.item(lamp.id) == back)
            #expect(try await inventory.trash().isEmpty)
            #expect(try await inventory.apply(ItemChange(.restore(lamp.id))) == nil)

            try await inventory.remove(lamp.id)
            clock.set(days: 61)
            #expect(try await inventory.trash().isEmpty)
            let chair = Item(id: UUID(), name: "Chair", updatedAt: .epoch)
            try await inventory.add(chair)
            try await inventory.remove(chair.id)
            #expect(try await inventory.apply(ItemChange(.restore(lamp.id))) == nil)
        }
    }

    @Test(arguments: [true, false], Backend.available)
    func `a second before 30 days an item is in the trash, and at 30 days it is gone`(
        restarts: Bool, backend: Backend
    ) async throws {
        let clock = MovedClock()
        try await backend.run(clock: clock) { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            let chair = Item(id: UUID(), name: "Chair", updatedAt: .epoch)
            for item in [lamp, chair] {
                try await store.inventory.add(item)
                try await store.inventory.remove(item.id)
            }

            clock.set(days: 30, seconds: -1)
            if restarts { try await store.reopen() }
            #expect(Set(try await store.inventory.trash().map(\.item.id)) == [lamp.id, chair.id])
            #expect(try await store.inventory.apply(ItemChange(.restore(lamp.id)))?.name == "Lamp")

            clock.set(days: 30)
            if restarts { try await store.reopen() }
            #expect(try await store.inventory.trash().isEmpty)
            // Nothing was deleted since, so nothing has made room in the trash.
            #expect(try await store.inventory.apply(ItemChange(.restore(chair.id))) == nil)
            #expect(try await store.inventory.item(chair.id) == nil)
        }
    }

    @Test(arguments: Backend.available) func `what took its place stays, and the trash keeps the other`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            try await store.inventory.remove(lamp.id)
            var other = lamp
            other.name = "Other"
            try await store.inventory.add(other)
            await #expect(throws: InventoryError.alreadyExists) {
                try await store.inventory.apply(ItemChange(.restore(lamp.id)))
            }
            #expect(try await store.inventory.trash().map(\.item) == [lamp])
            #expect(try await store.inventory.item(lamp.id)?.name == "Other")
        }
    }

    @Test(arguments: Backend.available) func `an import is undone as a whole, and only that`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            try await store.inventory.add(Item(id: UUID(), name: "Own", updatedAt: .epoch))
            let imports = CSVImports(inventory: store.inventory, clock: SystemClock())
            var batches: [UUID] = []
            for csv in ["name\nLamp\nChair\n", "name\nLamp\nTable\n"] {
                let report = try await imports.importCSV(
                    from: BytesInMemory(Array(csv.utf8)), options: ImportOptions()
                ) { _ in }
                batches.append(try #require(report.batch))
            }
            #expect(try await store.inventory.undoImport(batches[0]) == 2)
            #expect(try await store.inventory.items(ItemQuery()).items.map(\.name) == ["Own", "Table"])
            #expect(try await store.inventory.undoImport(batches[0]) == 0)
            #expect(try await store.inventory.trash().count == 2)
            let tried = try await imports.importCSV(
                from: BytesInMemory(Array("name\nSofa\n".utf8)), options: ImportOptions(dryRun: true)
            ) { _ in }
            #expect(tried.batch == nil)
        }
    }

    private final class MovedClock: WallClock {
        private let time = Mutex(Timestamp.epoch)
        var now: Timestamp { time.withLock { $0 } }
        func set(days: Int64, seconds: Int64 = 0) {
            time.withLock { $0 = Timestamp(milliseconds: (days * 86_400 + seconds) * 1000) ?? $0 }
        }
    }
}
