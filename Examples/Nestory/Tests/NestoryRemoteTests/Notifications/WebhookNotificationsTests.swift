import Foundation
import Inventory
import InventoryStore
import NestoryRemote
import ServiceTesting
import Synchronization
import TestServer
import Testing

@Suite struct WebhookNotificationsTests {
    /// The real service over a real file and a real server.
    private struct Household {
        let notifications: WebhookNotifications
        let outbox: FlakyOutbox
        let server: TestServer
        let clock: SetClock
        let timer: ManualClock
        let inventory: SQLiteInventory
        let web: LimitedWebClient

        @discardableResult
        func add(_ name: String, until: String) async throws -> Item {
            let item = Item(id: UUID(), name: name, room: "Study", warrantyUntil: Day(until), updatedAt: .epoch)
            try await inventory.add(item)
            return item
        }

        /// The service as it is after the program was started again.
        func restarted() throws -> WebhookNotifications {
            WebhookNotifications(
                address: try #require(WebAddress(server.address("/hook"))), web: web, outbox: outbox, clock: clock)
        }

        /// The items' names, in the order in which the webhook got them.
        var told: [String] {
            server.received.compactMap { request in
                request.body.firstMatch(of: /"name":"([^"]*)"/).map { String($0.1) }
            }
        }
    }

    private static func run(_ replies: TestServer.Reply..., test: (Household) async throws -> Void) async throws {
        try await inFolder { folder in
            try await TestServer.run { server in
                server.answer(with: replies)
                let path = folder.appending(path: "nestory.db").path
                let inventory = try SQLiteInventory(path: path)
                let clock = try SetClock("2026-11-20T12:00:00Z")
                let timer = ManualClock()
                let web = LimitedWebClient(clock: timer)
                let outbox = FlakyOutbox(SQLiteOutbox(path: path))
                let notifications = WebhookNotifications(
                    address: try #require(WebAddress(server.address("/hook"))), web: web, outbox: outbox, clock: clock)
                try await test(
                    Household(
                        notifications: notifications, outbox: outbox, server: server, clock: clock, timer: timer,
                        inventory: inventory, web: web))
                try await inventory.close()
            }
        }
    }

    @Test func `a warranty that ends within 30 days is told once, with what it is about`() async throws {
        try await Self.run(.answer(200, "")) { household in
            let lamp = try await household.add("Lamp", until: "2026-12-20")
            try await household.add("Later", until: "2026-12-21")
            try await household.add("Over", until: "2026-11-19")
            try await household.add("Today", until: "2026-11-20")
            #expect(try await household.notifications.notify() == NotificationReport(queued: 2, sent: 2))
            #expect(household.told == ["Today", "Lamp"])
            let request = try #require(household.server.received.last)
            let key = "warranty-\(lamp.id.uuidString.lowercased())-2026-12-20"
            #expect(request.line == "POST /hook HTTP/1.1")
            #expect(request.headers["content-type"] == "application/json")
            #expect(request.headers["idempotency-key"] == "\"\(key)\"")
            #expect(
                request.body
                    == #"{"event":"warranty_ends","key":"\#(key)","item":{"id":"\#(lamp.id.uuidString.lowercased())","#
                    + #""name":"Lamp","room":"Study","serial_number":null,"purchase_date":null,"warranty_until":"2026-12-20"}}"#
            )
            #expect(try await household.notifications.notify() == NotificationReport(queued: 0, sent: 0))
            #expect(try await household.restarted().notify() == NotificationReport(queued: 0, sent: 0))
            #expect(household.server.received.count == 2)
        }
    }

    @Test func `what becomes due later is told then`() async throws {
        try await Self.run(.answer(204, "")) { household in
            try await household.add("Lamp", until: "2026-12-21")
            #expect(try await household.notifications.notify().sent == 0)
            try household.clock.advance(by: .seconds(86_400))
            #expect(try await household.notifications.notify().sent == 1)
        }
    }

    @Test func `a new date of the same item is told again, the old one coming back is not`() async throws {
        try await Self.run(.answer(200, "")) { household in
            var lamp = try await household.add("Lamp", until: "2026-12-01")
            #expect(try await household.notifications.notify().sent == 1)
            for (date, sent) in [("2026-12-02", 1), ("2026-12-01", 0)] {
                lamp.warrantyUntil = Day(date)
                #expect(try await household.inventory.replace(lamp))
                #expect(try await household.notifications.notify().sent == sent)
            }
        }
    }

    @Test(arguments: [500, 503, 429, 408, 302, 101])
    func `a webhook that refuses all gets nothing more in this run, and everything once it takes it`(
        _ status: Int
    ) async throws {
        let refusal = TestServer.Reply.answer(status == 101 ? 400 : status, "")
        try await Self.run(refusal) { household in
            try await household.add("Lamp", until: "2026-12-01")
            try await household.add("Radio", until: "2026-12-02")
            let error = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
            if status == 101 {
                // 400 may be about this notice alone: the other has its chance.
                #expect(error == .refused(status: 400, waiting: 2) && household.told == ["Lamp", "Radio"])
            } else {
                #expect(error == .refused(status: status, waiting: 2) && household.told == ["Lamp"])
            }
            household.server.answer(with: [.answer(200, "")])
            let before = household.told.count
            #expect(try await household.restarted().notify() == NotificationReport(queued: 0, sent: 2))
            #expect(household.told.dropFirst(before) == ["Lamp", "Radio"])
        }
    }

    @Test func `one notice that is refused does not hold up the others`() async throws {
        try await Self.run(.answer(422, ""), .answer(200, "")) { household in
            try await household.add("Lamp", until: "2026-12-01")
            try await household.add("Radio", until: "2026-12-02")
            let error = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
            #expect(error == .refused(status: 422, waiting: 1))
            #expect(try await household.notifications.notify().sent == 1)
            #expect(household.told == ["Lamp", "Radio", "Lamp"])
        }
    }

    @Test func `what was told before a refusal is not told again`() async throws {
        try await Self.run(.answer(200, ""), .answer(500, ""), .answer(200, "")) { household in
            for (name, date) in [("A", "2026-12-01"), ("B", "2026-12-02"), ("C", "2026-12-03")] {
                try await household.add(name, until: date)
            }
            let error = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
            #expect(error == .refused(status: 500, waiting: 2))
            #expect(try await household.notifications.notify().sent == 2)
            #expect(household.told == ["A", "B", "B", "C"])
        }
    }

    @Test func `a webhook that is silent is given up, and told later under the same key`() async throws {
        try await Self.run(.silence) { household in
            try await household.add("Lamp", until: "2026-12-01")
            let run = Task { try await household.notifications.notify() }
            await household.server.waitForRequest()
            await household.timer.waitForSleepers()
            await household.timer.advance(by: .seconds(10))
            let error = await thrown(NotificationError.self) { _ = try await run.value }
            if case .unreachable(_, waiting: 1) = error {} else { Issue.record("\(String(describing: error))") }
            household.server.answer(with: [.answer(200, "")])
            #expect(try await household.notifications.notify().sent == 1)
            let keys = household.server.received.map { $0.headers["idempotency-key"] }
            #expect(keys.count == 2 && keys[0] == keys[1])
        }
    }

    @Test func `what was taken but could not be noted is noted first, and not sent again`() async throws {
        try await Self.run(.answer(200, "")) { household in
            try await household.add("Lamp", until: "2026-12-01")
            household.outbox.refusesMarks.withLock { $0 = true }
            for _ in 0..<3 {
                let error = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
                #expect(error == .outbox(.busy))
            }
            household.outbox.refusesMarks.withLock { $0 = false }
            #expect(try await household.notifications.notify() == NotificationReport(queued: 0, sent: 0))
            #expect(household.told == ["Lamp"])
        }
    }

    @Test func `a crash between sending and noting sends once more, under the same key`() async throws {
        try await Self.run(.answer(200, "")) { household in
            try await household.add("Lamp", until: "2026-12-01")
            household.outbox.refusesMarks.withLock { $0 = true }
            _ = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
            household.outbox.refusesMarks.withLock { $0 = false }
            #expect(try await household.restarted().notify().sent == 1)
            let keys = household.server.received.map { $0.headers["idempotency-key"] }
            #expect(keys.count == 2 && keys[0] == keys[1])
        }
    }

    @Test func `who asks while a run is on gets its report, and nothing is sent twice`() async throws {
        try await Self.run(.held("")) { household in
            try await household.add("Lamp", until: "2026-12-01")
            async let first = household.notifications.notify()
            await household.server.waitForRequest()
            async let second = household.notifications.notify()
            household.server.release()
            let reports = try await [first, second]
            #expect(reports.allSatisfy { $0.sent == 1 || $0.sent == 0 } && reports.contains { $0.sent == 1 })
            #expect(household.told == ["Lamp"])
        }
    }

    @Test func `an item that is deleted before it could be told is not told`() async throws {
        try await Self.run(.answer(500, "")) { household in
            let lamp = try await household.add("Lamp", until: "2026-12-01")
            _ = await thrown(NotificationError.self) { _ = try await household.notifications.notify() }
            #expect(try await household.inventory.remove(lamp.id))
            #expect(try await household.notifications.notify() == NotificationReport(queued: 0, sent: 0))
        }
    }
}

/// The real outbox, which a test can keep from noting what was sent.
private final class FlakyOutbox: NotificationOutbox {
    let refusesMarks = Mutex(false)
    private let outbox: SQLiteOutbox

    init(_ outbox: SQLiteOutbox) { self.outbox = outbox }

    func queue(endingIn days: ClosedRange<Day>, at now: Timestamp) async throws -> Int {
        try await outbox.queue(endingIn: days, at: now)
    }

    func waiting() async throws -> [WarrantyNotice] { try await outbox.waiting() }

    func markSent(_ notice: WarrantyNotice, at now: Timestamp) async throws {
        if refusesMarks.withLock({ $0 }) { throw InventoryError.busy }
        try await outbox.markSent(notice, at: now)
    }
}
