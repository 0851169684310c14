import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import ServiceTesting
import Testing

@MainActor @Suite struct InventoryControllerTests {
    private func found(_ count: Int) -> Result<ItemPage, any Error> { .success(ItemPage(items: [], total: count)) }

    @Test func `a page shows that it searches, and then what was found`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("lamp")))
        #expect(session.snapshot.inventory.isSearching)
        #expect(session.snapshot.inventory.contents == nil)
        try await desk.inventory.next().answer(found(7))
        let shown = try await desk.until(connection) { !$0.inventory.isSearching }
        #expect(shown.inventory.contents?.items.total == 7)
        #expect(shown.inventory.contents?.request == Desk.request("lamp"))
    }

    @Test func `a slow old search never replaces a newer one`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("old")))
        let old = try await desk.inventory.next()
        session.perform(.show(Desk.request("new")))
        try await desk.inventory.next().answer(found(2))
        try await old.waitForCancellation()
        let shown = try await desk.until(connection) { !$0.inventory.isSearching }
        #expect(shown.inventory.contents?.items.total == 2)
    }

    @Test func `a search that is cancelled leaves what was there, and asks for that again`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("first")))
        try await desk.inventory.next().answer(found(1))
        let before = try await desk.until(connection) { !$0.inventory.isSearching }.inventory.contents
        session.perform(.show(Desk.request("second")))
        let second = try await desk.inventory.next()
        session.perform(.cancelSearch)
        #expect(!session.snapshot.inventory.isSearching)
        try await second.waitForCancellation()
        #expect(session.snapshot.inventory.contents == before)
        #expect(session.snapshot.inventory.request == Desk.request("first"))
    }

    @Test func `a failure is told in words, the list stays, and trying again works`() async throws {
        let desk = try Desk()
        let (session, connection) = try desk.page()
        session.perform(.show(Desk.request("")))
        try await desk.inventory.next().answer(found(5))
        try await desk.until(connection) { $0.inventory.contents != nil }
        session.perform(.show(Desk.request("lamp")))
        try await desk.inventory.next().answer(.failure(InventoryError.failed(details: "SQLITE_IOERR at 0x7f")))
        let failed = try await desk.until(connection) { !$0.inventory.isSearching }.inventory
        #expect(failed.contents?.items.total == 5)
        #expect(failed.error?.message == InventoryError.failed(details: "").message)
        #expect(failed.canRetry)
        session.perform(.retrySearch)
        #expect(session.snapshot.inventory.error == nil)
        try await desk.inventory.next().answer(found(1))
        #expect(try await desk.until(connection) { !$0.inventory.isSearching }.inventory.contents?.items.total == 1)
    }

    @Test func `an error without words of its own shows no technical word`() async throws {
        struct Broken: Error { let secret = "SELECT * FROM item" }
        let desk = try Desk()
        let (session, connection) = try desk.page(language: .simplifiedChinese)
        session.perform(.show(Desk.request("")))
        try await desk.inventory.next().answer(.failure(Broken()))
        let error = try await desk.until(connection) { !$0.inventory.isSearching }.inventory.error
        #expect(error?.message == "发生意外错误。请重试。")
    }

    @Test func `every page looks again when the inventory has changed`() async throws {
        let desk = try Desk()
        let (first, firstConnection) = try desk.page("a")
        let (second, secondConnection) = try desk.page("b")
        for (session, connection) in [(first, firstConnection), (second, secondConnection)] {
            session.perform(.show(Desk.request("")))
            try await desk.inventory.next().answer(found(1))
            try await desk.until(connection) { !$0.inventory.isSearching }
        }
        let saving = Task {
            first.perform(.save(Desk.submission()))
            let call = try await desk.inventory.next()
            #expect(call.arguments == "add Lamp")
            call.answer()
        }
        try await saving.value
        // One reading may be enough for both.
        let answering = Task { while true { try await desk.inventory.next().answer(found(2)) } }
        for connection in [firstConnection, secondConnection] {
            try await desk.until(connection) { $0.inventory.contents?.items.total == 2 }
        }
        answering.cancel()
    }
}
