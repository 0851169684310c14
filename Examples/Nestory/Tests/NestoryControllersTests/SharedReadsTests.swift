import Inventory
import Service
import Testing

@testable import NestoryControllers

@MainActor @Suite struct SharedReadsTests {
    /// Lets others run until so many pages wait for a reading.
    private func untilWaiting(_ count: Int, _ desk: Desk) async throws {
        let reads = try desk.env.resolveMain(SharedReads.self)
        while reads.waiterCount != count { await Task.yield() }
    }

    private func found(_ count: Int) -> Result<ItemPage, any Error> { .success(ItemPage(items: [], total: count)) }

    @Test func `pages that want to see the same at the same time cost one reading`() async throws {
        let desk = try Desk()
        let (first, firstConnection) = try desk.page("a")
        first.perform(.show(Desk.request("lamp")))
        let call = try await desk.inventory.next()
        let (second, secondConnection) = try desk.page("b")
        second.perform(.show(Desk.request("lamp")))
        try await untilWaiting(2, desk)
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
        try await untilWaiting(2, desk)
        first.perform(.cancelSearch)
        try await untilWaiting(1, desk)
        call.answer(found(4))
        try await desk.until(connection) { $0.inventory.contents?.items.total == 4 }
    }

    @Test func `a reading that began before a change is not joined after it`() async throws {
        let desk = try Desk()
        let (first, _) = try desk.page("a")
        first.perform(.show(Desk.request("lamp")))
        let stale = try await desk.inventory.next()
        desk.changes.note()
        let answering = Task { while true { try await desk.inventory.next().answer(found(2)) } }
        let (second, connection) = try desk.page("b")
        second.perform(.show(Desk.request("lamp")))
        stale.answer(found(1))
        let shown = try await desk.until(connection) { !$0.inventory.isSearching && $0.inventory.contents != nil }
        #expect(shown.inventory.contents?.items.total == 2)
        answering.cancel()
    }
}
