import Inventory
import NestoryControllers
import Observation
import ServicePresentation
import Testing

@MainActor @Suite struct SharedReadsTests {
    private func found(_ count: Int) -> Result<ItemPage, any Error> { .success(ItemPage(items: [], total: count)) }

    @Test func `pages that want to see the same at the same time cost one reading`() async throws {
        let desk = try Desk()
        let (first, firstConnection) = try desk.page("a")
        first.perform(.show(Desk.request("lamp")))
        let call = try await desk.inventory.next()
        let (second, secondConnection) = try desk.page("b")
        second.perform(.show(Desk.request("lamp")))
        for _ in 0..<100 { await Task.detached(priority: .low) {}.value }
        call.answer(found(4))
        for connection in [firstConnection, secondConnection] {
            try await desk.until(connection) { $0.inventory.contents?.items.total == 4 }
        }
        #expect(desk.inventory.callCount == 1)
    }

    @Test func `a page that gives up leaves the reading to the other one`() async throws {
        let desk = try Desk()
        let (first, _) = try desk.page("a")
        first.perform(.show(Desk.request("lamp")))
        let call = try await desk.inventory.next()
        let (second, connection) = try desk.page("b")
        second.perform(.show(Desk.request("lamp")))
        for _ in 0..<100 { await Task.detached(priority: .low) {}.value }
        first.perform(.cancelSearch)
        for _ in 0..<100 { await Task.detached(priority: .low) {}.value }
        call.answer(found(4))
        try await desk.until(connection) { $0.inventory.contents?.items.total == 4 }
    }

    @Test func `a reading that began before a change is not joined after it`() async throws {
        let desk = try Desk()
        let (first, _) = try desk.page("a")
        first.perform(.show(Desk.request("lamp")))
        let stale = try await desk.inventory.next()
        desk.changes.note()
        let (second, connection) = try desk.page("b")
        second.perform(.show(Desk.request("lamp")))
        let fresh = try await desk.inventory.next()
        stale.answer(found(1))
        fresh.answer(found(2))
        try await desk.until(connection) { $0.inventory.contents?.items.total == 2 }
    }
}
