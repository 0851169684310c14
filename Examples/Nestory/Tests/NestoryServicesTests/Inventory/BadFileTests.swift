import Foundation
import Inventory
import InventoryStore
import NestoryServices
import ServiceHealth
import ServiceTesting
import Testing

/// What happens when the inventory's file goes bad while it is open, or before.
@Suite struct BadFileTests {
    @Test func `garbage in its place: the last known items with their age, and no change`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            #expect(try await household.names() == (["Lamp"], nil))
            try household.replaceByGarbage()
            #expect(try await household.names() == (["Lamp"], Household.now))
            await #expect { try await household.add("Chair") } throws: { error in
                guard case InventoryError.readOnly(because: .notAnInventory) = error else { return false }
                return true
            }
            let status = try household.status(.inventory)
            #expect(!status.isWorking && status.isReplaced && status.refusesChanges && status.asOf == Household.now)
            #expect(status.cause?.contains("restore a copy") == true)

            try household.putBack()
            // Not before its time.
            #expect(try await household.names().asOf == Household.now)
            await household.clock.advance(by: .seconds(5))
            #expect(try await household.names() == (["Lamp"], nil))
            try await household.add("Chair")
            #expect(try household.status(.inventory).isWorking)
        }
    }

    @Test func `overwritten in place`() async throws {
        try await Household.run { household in
            try await household.add("Lamp")
            let bytes = try Data(contentsOf: household.file)
            let handle = try FileHandle(forWritingTo: household.file)
            try handle.write(contentsOf: Data(repeating: 0x41, count: 8192))
            #expect(try await household.names() == (["Lamp"], Household.now))
            await #expect(throws: InventoryError.self) { try await household.add("Chair") }
            try handle.seek(toOffset: 0)
            try handle.write(contentsOf: bytes)
            try handle.close()
            await household.clock.advance(by: .seconds(5))
            #expect(try await household.names() == (["Lamp"], nil))
            try await household.add("Chair")
        }
    }

    @Test(arguments: [true, false]) func `gone or emptied, it is never taken for a new inventory`(isGone: Bool)
        async throws
    {
        try await Household.run { household in
            try await household.add("Lamp")
            try FileManager.default.moveItem(at: household.file, to: household.kept)
            if !isGone { try Data().write(to: household.file) }
            #expect(try await household.names() == (["Lamp"], Household.now))
            for _ in 0..<3 {
                await household.clock.advance(by: .seconds(5))
                #expect(try await household.names() == (["Lamp"], Household.now))
                await #expect(throws: InventoryError.self) { try await household.add("Chair") }
            }
            try household.putBack()
            await household.clock.advance(by: .seconds(5))
            #expect(try await household.names() == (["Lamp"], nil))
        }
    }

    @Test func `bad from the start: nothing is known, and that is said rather than shown as an empty inventory`()
        async throws
    {
        try await Household.run { folder in
            try Data("These are my notes.".utf8).write(to: folder.appending(path: "nestory.db"))
        } _: { household in
            await #expect { try await household.names() } throws: { error in
                guard case InventoryError.unavailable(because: .notAnInventory) = error else { return false }
                return true
            }
            #expect(try household.status(.inventory).isWorking == false)
            try FileManager.default.removeItem(at: household.file)
            await household.clock.advance(by: .seconds(5))
            // It never was an inventory: from here on it is a new one.
            #expect(try await household.names() == ([], nil))
        }
    }

    @Test func `bad from the start, with a backup: the items of the newest backup`() async throws {
        try await Household.run { folder in
            let path = folder.appending(path: "nestory.db").path
            let inventory = try SQLiteInventory(path: path)
            try await inventory.add(Item(id: UUID(), name: "Lamp", updatedAt: .epoch))
            let backups = SQLiteBackups(path: path, folder: path + "-backups", clock: SystemClock())
            _ = try await backups.backUp()
            try await inventory.close()
            try Data(repeating: 0x41, count: 5000).write(to: folder.appending(path: "nestory.db"))
        } _: { household in
            let answer = try await household.names()
            #expect(answer.names == ["Lamp"] && answer.asOf != nil)
        }
    }

    @Test func `damaged somewhere inside, it is not opened, and the copy stays as it was`() async throws {
        try await Household.run { household in
            for number in 0..<300 { try await household.add("Lamp \(number)") }
            let bytes = try Data(contentsOf: household.file)
            // Moved away, so that it is opened again; then put back with holes.
            try FileManager.default.moveItem(at: household.file, to: household.kept)
            #expect(try await household.names().names.count == 300)
            var damaged = bytes
            for page in stride(from: 8192, to: damaged.count - 4096, by: 8192) {
                damaged.replaceSubrange(page..<(page + 4096), with: Data(repeating: 0x5A, count: 4096))
            }
            try damaged.write(to: household.file)
            await household.clock.advance(by: .seconds(5))
            let answer = try await household.names()
            #expect(answer.names.count == 300 && answer.asOf == Household.now)
            await #expect(throws: InventoryError.self) { try await household.add("Chair") }
        }
    }
}
