import Foundation
import Inventory
import NestoryRemote
import ServiceTesting
import Synchronization
import Testing

/// The notifications over a web that answers as the test says, also as no server of ours can be made to.
@Suite struct NotificationsWebTests {
    private let web = MockWeb()
    private let outbox = ListedOutbox()

    private func notifications() throws -> WebhookNotifications {
        WebhookNotifications(
            address: try #require(WebAddress("https://hook.example/?key=secret")), web: web, outbox: outbox,
            clock: try SetClock("2026-11-20T12:00:00Z"))
    }

    /// What the webhook was told, by name, in this order.
    private var told: [String] {
        web.stub.send.calls.compactMap { call in
            call.request.body.map { String(decoding: $0, as: UTF8.self) }
                .flatMap { $0.firstMatch(of: /"name":"([^"]*)"/) }.map { String($0.1) }
        }
    }

    @Test func `a request carries a key, wants no answer's body, and waits ten seconds`() async throws {
        web.stub.send.answers(.answer(200, "Thanks!"))
        outbox.add("Lamp")
        #expect(try await notifications().notify() == NotificationReport(queued: 0, sent: 1))
        let call = try #require(web.stub.send.calls.first)
        #expect(call.request.address.text == "https://hook.example/?key=secret")
        #expect(call.request.limit == nil && call.timeout == .seconds(10))
        #expect(call.request.headers.map(\.name) == ["Content-Type", "Idempotency-Key"])
        #expect(outbox.names.isEmpty)
    }

    @Test(arguments: [
        WebError.unreachable(details: "10.0.0.7: refused"), .tooSlow(.seconds(10)), .brokeOff, .tooLarge(limit: 0),
    ])
    func `no answer ends the run, keeps what was not taken, and the next run sends only that`(_ error: WebError)
        async throws
    {
        web.stub.send.answers(.answer(200), .failure(error), .answer(200))
        for name in ["A", "B", "C"] { outbox.add(name) }
        let notifications = try notifications()
        let failure = try #require(
            await thrown(NotificationError.self) { _ = try await notifications.notify() })
        guard case .unreachable(_, waiting: 2) = failure else {
            Issue.record("\(failure)")
            return
        }
        #expect(!failure.message.contains("10.0.0.7") && told == ["A", "B"] && outbox.names == ["B", "C"])
        #expect(try await notifications.notify() == NotificationReport(queued: 0, sent: 2))
        #expect(told == ["A", "B", "B", "C"] && outbox.names.isEmpty)
    }

    @Test(arguments: [200, 201, 202, 204, 206, 226, 299])
    func `whatever says yes is a yes`(_ status: Int) async throws {
        web.stub.send.answers(.answer(status))
        for name in ["A", "B"] { outbox.add(name) }
        #expect(try await notifications().notify().sent == 2)
        #expect(outbox.names.isEmpty)
    }

    @Test(arguments: [-1, 0, 100, 199, 300, 301, 304, 399, 408, 429, 500, 501, 507, 599, 600, 999])
    func `a webhook that takes nothing is left alone until the next run`(_ status: Int) async throws {
        web.stub.send.answers(.answer(status))
        for name in ["A", "B"] { outbox.add(name) }
        let notifications = try notifications()
        let failure = await thrown(NotificationError.self) { _ = try await notifications.notify() }
        #expect(failure == .refused(status: status, waiting: 2) && told == ["A"] && outbox.names == ["A", "B"])
    }

    @Test(arguments: [400, 401, 403, 404, 405, 407, 409, 410, 413, 418, 422, 428, 431, 451, 499])
    func `a webhook that dislikes one notice is asked about the others, in every run`(_ status: Int) async throws {
        web.stub.send.answers(.answer(status), .answer(200), .answer(status))
        for name in ["A", "B"] { outbox.add(name) }
        let notifications = try notifications()
        for _ in 0..<2 {
            let failure = await thrown(NotificationError.self) { _ = try await notifications.notify() }
            #expect(failure == .refused(status: status, waiting: 1) && outbox.names == ["A"])
        }
        #expect(told == ["A", "B", "A"])
    }

    @Test func `a run that is cancelled half way has noted what was taken, and the next one sends the rest`()
        async throws
    {
        for name in ["A", "B"] { outbox.add(name) }
        let notifications = try notifications()
        web.stub.send.holds()
        let run = Task { try await notifications.notify() }
        try await web.stub.send.next().returns(WebAnswer(status: 200, body: []))
        let second = try await web.stub.send.next()
        #expect(outbox.names == ["B"])
        run.cancel()
        try await second.waitForCancellation()
        second.fails(.cancelled)
        #expect(await thrown(CancellationError.self) { _ = try await run.value } != nil)
        web.stub.send.answers(.answer(200))
        #expect(try await notifications.notify().sent == 1)
        #expect(told == ["A", "B", "B"] && outbox.names.isEmpty)
    }
}

/// An outbox that only has what the test puts in.
private final class ListedOutbox: NotificationOutbox {
    private let notices = Mutex<[WarrantyNotice]>([])

    var names: [String] { notices.withLock { $0.map(\.name) } }

    func add(_ name: String) {
        let notice = WarrantyNotice(
            item: UUID(), warrantyUntil: Timestamp.epoch.day, name: name, room: "", serialNumber: "", purchaseDate: nil)
        notices.withLock { $0.append(notice) }
    }

    func queue(endingIn _: ClosedRange<Day>, at _: Timestamp) async throws -> Int { 0 }
    func waiting() async throws -> [WarrantyNotice] { notices.withLock { $0 } }
    func markSent(_ notice: WarrantyNotice, at _: Timestamp) async throws {
        notices.withLock { $0.removeAll { $0 == notice } }
    }
}
