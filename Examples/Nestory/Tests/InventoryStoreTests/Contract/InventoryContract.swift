import Foundation
import Inventory
import Testing

/// What every store of an inventory does.
@Suite struct InventoryContract {
    @Test(arguments: Backend.available) func `an item is kept with every field, also when the file is opened again`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let price = Money(minorUnits: 123_456_789_012_345, currency: try #require(Currency("KWD")))
            let chair = Item(
                id: UUID(), name: "Ä\t\"椅子\" 🪑 '; --", category: "c", room: "r", quantity: 1_000_000,
                price: price,
                purchaseDate: Day("2020-02-29"), serialNumber: "=1", warrantyUntil: Day("9999-12-31"),
                notes: "a\r\nb",
                updatedAt: try #require(Timestamp("2026-11-20T17:42:49.123Z")))
            try await store.inventory.add(chair)
            let plain = Item(id: UUID(), name: "e\u{301}", currency: .euro, updatedAt: .epoch)
            try await store.inventory.add(plain)
            #expect(try await store.inventory.item(chair.id) == chair)
            try await store.reopen()
            #expect(try await store.inventory.item(chair.id) == chair)
            let again = try #require(try await store.inventory.item(plain.id))
            #expect(again == plain && Array(again.name.utf8) == Array("e\u{301}".utf8))
        }
    }

    @Test(arguments: Backend.available) func `an id is there once`(backend: Backend) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            await #expect(throws: InventoryError.alreadyExists) { try await store.inventory.add(lamp) }
        }
    }

    @Test(arguments: Backend.available) func `what is not there is neither replaced nor removed`(backend: Backend)
        async throws
    {
        try await backend.run { (store: ContractStore) async throws in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            #expect(try await store.inventory.replace(lamp) == false)
            #expect(try await store.inventory.remove(lamp.id) == false)
            #expect(try await store.inventory.items(ItemQuery()).total == 0)
        }
    }

    @Test(arguments: Backend.available) func `a search finds what a change wrote`(backend: Backend) async throws {
        try await backend.run { store in
            var lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            lamp.name = "Größe"
            #expect(try await store.inventory.replace(lamp))
            #expect(try await store.inventory.items(ItemQuery(text: "LAMP")).total == 0)
            #expect(try await store.inventory.items(ItemQuery(text: "große")).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `a search may have any number of words`(backend: Backend) async throws {
        try await backend.run { store in
            try await store.inventory.add(Item(id: UUID(), name: #"Desk "lamp" \ 灯"#, updatedAt: .epoch))
            let many = String(repeating: "desk ", count: 70_000)
            #expect(try await store.inventory.items(ItemQuery(text: many + #""lamp" \ 灯"#)).total == 1)
            #expect(try await store.inventory.items(ItemQuery(text: many + "chair")).total == 0)
        }
    }

    @Test(arguments: Backend.available)
    func `items and places are in the order of the alphabet, whatever their case and accents`(backend: Backend)
        async throws
    {
        try await backend.run { store in
            for name in ["Zebra", "äpfel", "Banane", "apfel", "Ärmel", "éclair", "10", "ßa"] {
                try await store.inventory.add(
                    Item(id: UUID(), name: name, category: name, room: "x", updatedAt: .epoch))
            }
            let names = ["10", "äpfel", "apfel", "Ärmel", "Banane", "éclair", "ßa", "Zebra"]
            #expect(try await store.inventory.items(ItemQuery()).items.map(\.name) == names)
            #expect(Set(try await store.inventory.places().categories) == Set(names))
            #expect(try await store.inventory.places().categories.first == "10")
            #expect(try await store.inventory.places().categories.last == "Zebra")
        }
    }

    @Test(arguments: Backend.available)
    func `a transaction that throws, or that does not want to be kept, leaves nothing`(backend: Backend) async throws {
        struct Stop: Error {}
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            await #expect(throws: Stop.self) {
                try await store.inventory.transaction { inserter -> (result: Int, keep: Bool) in
                    _ = try inserter.insert(lamp, hasOwnID: true)
                    throw Stop()
                }
            }
            let inserted = try await store.inventory.transaction {
                (try $0.insert(lamp, hasOwnID: true), keep: false)
            }
            #expect(inserted)
            #expect(try await store.inventory.items(ItemQuery()).total == 0)
            _ = try await store.inventory.transaction { (try $0.insert(lamp, hasOwnID: true), keep: true) }
            #expect(try await store.inventory.items(ItemQuery()).total == 1)
        }
    }

    @Test(arguments: Backend.available) func `an item is known by its id, or by its name, serial number and room`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", room: "Hall", serialNumber: "1", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            let twin = Item(id: UUID(), name: "Twin", updatedAt: .epoch)
            let answers = try await store.inventory.transaction { inserter in
                var answers: [Bool] = []
                func insert(_ item: Item, _ change: (inout Item) -> Void = { _ in }, hasOwnID: Bool) throws {
                    var item = item
                    change(&item)
                    answers.append(try inserter.insert(item, hasOwnID: hasOwnID))
                }
                try insert(lamp, { $0.name = "Other" }, hasOwnID: true)
                try insert(lamp, { $0.id = UUID() }, hasOwnID: true)
                try insert(lamp, { $0.id = UUID() }, hasOwnID: false)
                try insert(lamp, { ($0.id, $0.room) = (UUID(), "") }, hasOwnID: false)
                // Items of the same file that differ only in their ids are two; without ids they are one.
                try insert(twin, hasOwnID: true)
                try insert(twin, { $0.id = UUID() }, hasOwnID: true)
                try insert(twin, { $0.id = UUID() }, hasOwnID: false)
                return (answers, keep: true)
            }
            #expect(answers == [false, false, false, true, true, true, false])
        }
    }

    @Test(arguments: Backend.available) func `sums are exact beyond 64 bits`(backend: Backend) async throws {
        try await backend.run { store in
            let price = Money(minorUnits: 10_000_000_000_000_000, currency: try #require(Currency("CLF")))
            for name in ["a", "b", "c"] {
                try await store.inventory.add(
                    Item(
                        id: UUID(), name: name, category: "x", quantity: 1_000_000, price: price,
                        updatedAt: .epoch))
            }
            try await store.inventory.add(
                Item(id: UUID(), name: "d", category: "x", currency: .euro, updatedAt: .epoch))
            let sums = try await store.inventory.sums().sorted { $0.items > $1.items }
            #expect(sums.map(\.minorUnits) == [30_000_000_000_000_000_000_000, 0])
            #expect(sums.map(\.currency?.code) == ["CLF", nil])
            #expect(sums.map(\.quantity) == [3_000_000, 1])
        }
    }

    @Test(arguments: Backend.available) func `an export sees the inventory of its start`(backend: Backend) async throws
    {
        try await backend.run { store in
            for number in 0..<7 {
                try await store.inventory.add(Item(id: UUID(), name: "\(number)", updatedAt: .epoch))
            }
            var names: [String] = []
            for try await batch in try await store.inventory.batches(of: 3) {
                #expect(batch.count <= 3)
                if names.isEmpty {
                    try await store.inventory.add(Item(id: UUID(), name: "late", updatedAt: .epoch))
                    for item in try await store.inventory.items(ItemQuery(text: "5")).items {
                        #expect(try await store.inventory.remove(item.id))
                    }
                }
                names += batch.map(\.name)
            }
            #expect(names == (0..<7).map(String.init))
        }
    }

    @Test(arguments: Backend.available) func `a cancelled import is rolled back`(backend: Backend) async throws {
        try await backend.run { (store: ContractStore) async throws in
            let (isOpen, open) = AsyncStream<Void>.makeStream()
            let inventory = store.inventory
            let task = Task {
                try await inventory.transaction { inserter -> (result: Int, keep: Bool) in
                    // Ends when the cancellation reaches the database.
                    var count = 0
                    while true {
                        _ = try inserter.insert(
                            Item(id: UUID(), name: "\(count)", updatedAt: .epoch), hasOwnID: true)
                        if count == 10 { open.yield() }
                        count += 1
                    }
                }
            }
            for await _ in isOpen { break }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await store.inventory.items(ItemQuery()).total == 0)
        }
    }
}
