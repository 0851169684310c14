import Foundation
import GRDB
import Inventory
import Synchronization
import Testing

@testable import InventoryStore

/// What happens between the commit of a change and its end.
@Suite struct CommitTests {
    /// Does something once, as soon as a change is committed, and before anything else happens to the file.
    private final class NextCommit: TransactionObserver, Sendable {
        private let action: Mutex<(@Sendable () -> Void)?>

        init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

        func observes(eventsOfKind kind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseDidRollback(_ db: Database) {}
        func databaseDidCommit(_ db: Database) { action.withLock { $0.take() }?() }
    }

    private static let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)

    private static func run(_ test: (SQLiteInventory, ItemCopy) async throws -> Void) async throws {
        try await Store.inFolder { folder in
            let copy = ItemCopy(clock: SystemClock())
            let inventory = try SQLiteInventory(path: folder.appending(path: "nestory.db").path, copy: copy)
            try await test(inventory, copy)
            try await inventory.close()
        }
    }

    @Test func `a change that is cancelled after its commit is made, and the copy has it`() async throws {
        try await Self.run { (inventory: SQLiteInventory, copy: ItemCopy) async throws in
            let (mayStart, start) = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in mayStart { break }
                try await inventory.add(Self.lamp)
            }
            let commit = NextCommit { task.cancel() }
            inventory.pool.add(transactionObserver: commit)
            start.yield()
            await #expect(throws: Never.self) { try await task.value }
            #expect(try await inventory.item(Self.lamp.id) == Self.lamp)
            #expect(try await copy.item(Self.lamp.id) == Self.lamp)
        }
    }

    @Test func `what the copy could not follow, it has after the next look`() async throws {
        try await Self.run { (inventory: SQLiteInventory, copy: ItemCopy) async throws in
            let path = inventory.path
            let commit = NextCommit {
                #expect(throws: Never.self) { try FileManager.default.moveItem(atPath: path, toPath: path + "-away") }
            }
            inventory.pool.add(transactionObserver: commit)
            await #expect(throws: InventoryError.self) { try await inventory.add(Self.lamp) }
            try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
            try await inventory.check()
            #expect(try await copy.item(Self.lamp.id) == Self.lamp)
        }
    }
}
