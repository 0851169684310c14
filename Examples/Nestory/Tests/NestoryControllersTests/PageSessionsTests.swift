import Inventory
import Observation
import Service
import ServiceTesting
import Testing

import struct Foundation.UUID

@testable import NestoryControllers

@MainActor @Suite struct PageSessionsTests {
    @Test func `a page that comes back in time finds what it left`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        desk.sessions.disconnect(connection)
        await desk.clock.waitForSleepers(count: 2)
        await desk.clock.advance(by: .seconds(59))
        let (again, second) = try desk.page()
        #expect(again === session)
        await desk.clock.advance(by: .seconds(600))
        #expect(desk.sessions.count == 1)
        #expect(second.number > connection.number)
    }

    @Test func `controllers are released when their page has gone`() async throws {
        let desk = try Desk()
        weak var released: PageSession?
        weak var inventory: InventoryController?
        weak var editor: EditorController?
        weak var importing: ImportController?
        do {
            let (session, connection) = try desk.page()
            (released, inventory) = (session, session.inventory)
            (editor, importing) = (session.editor, session.importing)
            session.perform(.show(Desk.request("")))
            try await desk.inventory.next().answer()
            try await desk.until(connection) { !$0.inventory.isSearching }
            session.perform(.save(Desk.submission()))
            try await desk.inventory.next().answer(.failure(InventoryError.busy))
            try await desk.until(connection) { $0.editor.error != nil }
            desk.sessions.disconnect(connection)
        }
        #expect(released != nil)
        await desk.clock.waitForSleepers(count: 2)
        await desk.clock.advance(by: .seconds(60))
        await untilNil { released }
        #expect(released == nil && inventory == nil && editor == nil && importing == nil)
        #expect(desk.sessions.count == 0)
    }

    @Test func `a page that is away is kept while something is saved for it`() async throws {
        let desk = try Desk()
        weak var released: PageSession?
        let call: GatedInventory.Call
        do {
            let (session, connection) = try desk.page()
            released = session
            session.perform(.save(Desk.submission()))
            call = try await desk.inventory.next()
            desk.sessions.disconnect(connection)
        }
        await desk.clock.waitForSleepers(count: 2)
        await desk.clock.advance(by: .seconds(60))
        await desk.clock.waitForSleepers(count: 2)
        #expect(released != nil)
        call.answer()
        await untilTrue { released?.isBusy != true }
        await desk.clock.advance(by: .seconds(60))
        await untilNil { released }
        #expect(released == nil)
        #expect(desk.inventory.added.map(\.name) == ["Lamp"])
    }

    @Test func `when there is no room, the page that was lost first makes room, and a connected one never`()
        async throws
    {
        let desk = try Desk(limit: 2)
        let (_, first) = try desk.page("a")
        let (second, _) = try desk.page("b")
        #expect(throws: PageRefusal.tooManyPages) { try desk.page("c") }
        desk.sessions.disconnect(first)
        _ = try desk.page("c")
        #expect(desk.sessions.session(first.session.id) == nil)
        #expect(desk.sessions.session(second.id) === second)
        #expect(desk.sessions.count == 2)
    }

    @Test func `a newer connection of the same page ends the older one`() async throws {
        let desk = try Desk()
        let (_, older) = try desk.page()
        let (_, newer) = try desk.page()
        for await snapshot in older.snapshots where snapshot == nil { break }
        desk.sessions.disconnect(older)
        try await desk.until(newer) { _ in true }
    }

    @Test func `a page that hears nothing else hears that it is connected`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        await desk.clock.waitForSleepers()
        await desk.clock.advance(by: .seconds(15))
        try await desk.until(connection) { $0.pulse == 1 }
        #expect(session.snapshot.pulse == 1)
    }

    private func untilNil(_ object: () -> AnyObject?) async {
        await untilTrue { object() == nil }
    }

    /// Lets others run until a condition holds, as long as that may take on a busy machine.
    private func untilTrue(_ condition: () -> Bool) async {
        for _ in 0..<10_000 where !condition() { await Task.detached(priority: .low) {}.value }
    }
}
