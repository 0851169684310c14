import Foundation
import Inventory
import Testing

/// Imports that change what the inventory has.
@Suite struct UpdateContract {
    private static func bring(
        _ csv: String, into inventory: any InventoryService, dryRun: Bool = false
    ) async throws -> ImportReport {
        try await CSVImports(inventory: inventory, clock: SystemClock()).importCSV(
            from: BytesInMemory(Array(csv.utf8)), options: ImportOptions(dryRun: dryRun, update: true)
        ) { _ in }
    }

    @Test(arguments: Backend.available) func `a known item gets what the columns say, and keeps the rest`(
        backend: Backend
    ) async throws {
        try await backend.run { store in
            let lamp = Item(
                id: UUID(), name: "Lamp", room: "Hall", price: Money(minorUnits: 1250, currency: .euro), notes: "old",
                updatedAt: .epoch)
            let chair = Item(id: UUID(), name: "Chair", room: "Hall", serialNumber: "S1", updatedAt: .epoch)
            for item in [lamp, chair] { try await store.inventory.add(item) }
            let csv = """
                id,name,room,serial_number,notes
                \(lamp.id.uuidString),Lantern,Hall,,new
                ,Chair,Hall,S1,soft
                ,Table,Hall,,

                """
            let tried = try await Self.bring(csv, into: store.inventory, dryRun: true)
            #expect(tried.imported == 1 && tried.updated == 2 && tried.preview?.count == 3)
            #expect(try await store.inventory.item(lamp.id) == lamp)

            let report = try await Self.bring(csv, into: store.inventory)
            #expect(report.imported == 1 && report.updated == 2 && report.duplicates == 0 && report.batch != nil)
            let lantern = try #require(try await store.inventory.item(lamp.id))
            #expect(lantern.name == "Lantern" && lantern.notes == "new" && lantern.revision == 2)
            #expect(lantern.price == lamp.price)
            #expect(try await store.inventory.item(chair.id)?.notes == "soft")

            // What says nothing new changes nothing.
            let again = try await Self.bring(csv, into: store.inventory)
            #expect(again.imported == 0 && again.updated == 0 && again.duplicates == 3 && again.batch == nil)
            #expect(try await store.inventory.item(lamp.id)?.revision == 2)
        }
    }

    @Test(arguments: Backend.available) func `a file with an error changes nothing`(backend: Backend) async throws {
        try await backend.run { store in
            let lamp = Item(id: UUID(), name: "Lamp", updatedAt: .epoch)
            try await store.inventory.add(lamp)
            let report = try await Self.bring("name,notes,quantity\nLamp,new,1\nChair,,x\n", into: store.inventory)
            #expect(report.isRefused && report.updated == 0)
            #expect(try await store.inventory.item(lamp.id) == lamp)
        }
    }
}
