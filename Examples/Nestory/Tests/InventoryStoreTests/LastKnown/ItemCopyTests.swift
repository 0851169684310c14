import Foundation
import GRDB
import Inventory
import Synchronization
import Testing

@testable import InventoryStore

@Suite struct ItemCopyTests {
    /// A clock whose every answer is a second later than the one before.
    private final class TickingClock: WallClock {
        private let seconds = Mutex<Int64>(0)

        var now: Timestamp {
            let seconds = seconds.withLock { seconds in
                seconds += 1
                return seconds
            }
            return Timestamp(milliseconds: seconds * 1000) ?? .epoch
        }
    }

    private struct Cut: Error {}

    private static func item(_ name: String) -> Item { Item(id: UUID(), name: name, room: "Hall", updatedAt: .epoch) }

    private static func batches(
        _ batches: [[Item]], error: (any Error)? = nil
    ) -> AsyncThrowingStream<[Item], any Error> {
        AsyncThrowingStream { continuation in
            for batch in batches { continuation.yield(batch) }
            continuation.finish(throwing: error)
        }
    }

    private static func names(_ copy: ItemCopy) async throws -> [String] {
        try await copy.items(ItemQuery()).items.map(\.name)
    }

    @Test func `before it is filled, a copy knows nothing`() async throws {
        let copy = ItemCopy(clock: TickingClock())
        #expect(copy.asOf == nil)
        await #expect(throws: InventoryError.unavailable(because: nil)) { try await copy.items(ItemQuery()) }
        copy.noteCurrent()
        #expect(copy.asOf == nil)
    }

    @Test func `a copy that is replaced answers as the inventory does, as of when its first batch was asked for`()
        async throws
    {
        let copy = ItemCopy(clock: TickingClock())
        let chair = Self.item("Chair")
        try await copy.replace(with: Self.batches([[Self.item("Lamp"), chair], [Self.item("Apple")]]), most: 3)
        #expect(try await Self.names(copy) == ["Apple", "Chair", "Lamp"])
        #expect(try await copy.items(ItemQuery(text: "LAMP")).total == 1)
        #expect(try await copy.item(chair.id) == chair)
        #expect(try await copy.places().rooms == ["Hall"])
        #expect(copy.asOf == Timestamp(milliseconds: 1000))
        var exported: [String] = []
        for try await batch in try await copy.batches(of: 1) { exported += batch.map(\.name) }
        #expect(exported == ["Lamp", "Chair", "Apple"])
        copy.noteCurrent()
        #expect(copy.asOf == Timestamp(milliseconds: 2000))
        await #expect(throws: InventoryError.readOnly(because: nil)) { try await copy.add(chair) }
    }

    @Test func `what it had is replaced, not added to`() async throws {
        let copy = ItemCopy(clock: TickingClock())
        try await copy.replace(with: Self.batches([[Self.item("Lamp")]]), most: 9)
        try await copy.replace(with: Self.batches([[Self.item("Chair")]]), most: 9)
        #expect(try await Self.names(copy) == ["Chair"])
        try await copy.replace(with: Self.batches([]), most: 9)
        #expect(try await Self.names(copy) == [])
    }

    @Test func `where there are too many items, or reading them fails half-way, the copy stays as it was`() async throws
    {
        let copy = ItemCopy(clock: TickingClock())
        let tooMany = Self.batches([[Self.item("a")], [Self.item("b")]])
        try await copy.replace(with: tooMany, most: 1)
        #expect(copy.asOf == nil)
        try await copy.replace(with: Self.batches([[Self.item("Lamp")]]), most: 1)
        let asOf = copy.asOf
        try await copy.replace(with: Self.batches([[Self.item("a")], [Self.item("b")]]), most: 1)
        await #expect(throws: Cut.self) {
            try await copy.replace(with: Self.batches([[Self.item("a")]], error: Cut()), most: 9)
        }
        #expect(try await Self.names(copy) == ["Lamp"] && copy.asOf == asOf)
    }

    @Test func `the copy holds the items and not the keys and the trash, however many there are`() async throws {
        try await Store.inFolder { folder in
            let path = folder.appending(path: "nestory.db").path
            let inventory = try SQLiteInventory(path: path)
            let lamp = Item(id: UUID(), name: "Lamp", notes: String(repeating: "n", count: 2000), updatedAt: .epoch)
            try await inventory.add(lamp)
            for number in 0..<200 {
                let key = try #require(ChangeKey("key-\(number)", of: []))
                _ = try await inventory.apply(ItemChange(.replace(lamp), as: key))
                if number.isMultiple(of: 2) {
                    let other = Item(id: UUID(), name: "Chair", notes: lamp.notes, updatedAt: .epoch)
                    try await inventory.add(other)
                    try await inventory.remove(other.id)
                }
            }
            try await inventory.close()

            let copy = ItemCopy(clock: SystemClock())
            let again = try SQLiteInventory(path: path, copy: copy)
            let pages = try await copy.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            let inFile = try await again.read { try Int.fetchOne($0, sql: "PRAGMA page_count") ?? 0 }
            #expect(inFile > 100 && pages < 30, "\(pages) of \(inFile) pages")
            #expect(try await copy.items(ItemQuery()).items.map(\.name) == ["Lamp"])
            // It still follows.
            try await again.remove(lamp.id)
            #expect(try await copy.items(ItemQuery()).total == 0)
            try await again.add(lamp)
            #expect(try await copy.item(lamp.id) == again.item(lamp.id))
            try await again.close()
        }
    }
}
