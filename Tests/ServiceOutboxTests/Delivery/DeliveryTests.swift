#if Outbox
import Foundation
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// What `run` does with kept changes.
struct DeliveryTests {
    let folder: Folder
    let clock = ManualClock()
    let receiver = Receiver()
    let outbox: Outbox<Change>

    init() throws {
        folder = try Folder()
        outbox = try Outbox(path: folder.file, clock: clock, deliver: receiver.receive)
    }

    private func keep(_ changes: (String, on: String)...) async throws -> [OutboxReceipt] {
        var receipts: [OutboxReceipt] = []
        for (text, subject) in changes { receipts.append(try await outbox.accept(Change(text), on: subject)) }
        return receipts
    }

    @Test func `without failures, changes are delivered in the order of keeping, each with its key`() async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"), ("3", on: "b"), ("4", on: "a"))
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.texts == ["1", "2", "3", "4"])
        #expect(receiver.deliveries.elements.map(\.key) == receipts.map(\.key))
        #expect(receiver.deliveries.elements.map(\.number) == receipts.map(\.number))
        #expect(try await outbox.entries() == [])
    }

    @Test func `a change that is kept while run waits is delivered without a look`() async throws {
        try await running(outbox) {
            await clock.waitForSleepers()
            _ = try await keep(("1", on: "a"))
            await outbox.status { $0.waiting == 0 }
        }
        #expect(clock.now.offset == .zero)
    }

    @Test(arguments: [DeliveryFailure.unavailable("down"), .unknown("no answer")])
    func `a failed change is attempted again with the same key, before later ones of its subject`(
        failure: DeliveryFailure
    ) async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"), ("3", on: "b"))
        receiver.answerNext(failure)
        try await running(outbox) {
            _ = try await receiver.deliveries.first(2)
            await outbox.status { $0.waiting == 2 }
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            await outbox.status { $0.waiting == 0 }
        }
        #expect(receiver.texts == ["1", "3", "1", "2"])
        #expect(receiver.deliveries.elements.map(\.key) == [0, 2, 0, 1].map { receipts[$0].key })
    }

    @Test func `subjects whose attempts take longer than their delays do not hold up the others`() async throws {
        let texts = Recorder<String>()
        let outbox = try Outbox<Change>(path: folder.path + "/slow", clock: clock) {
            [clock] delivery throws(DeliveryFailure) in
            texts.record(delivery.command.text)
            if delivery.subject == "c" { return }
            await clock.advance(by: .seconds(60))
            throw .unknown("no answer")
        }
        for subject in ["a", "b", "c"] { _ = try await outbox.accept(Change(subject), on: subject) }
        let first = try await running(outbox) { try await texts.first(5) }
        #expect(first == ["a", "b", "c", "a", "b"])
    }

    @Test func `a receiver is left alone as long as it asks`() async throws {
        receiver.answerNext(.unavailable("busy", retryAfter: .seconds(30)))
        _ = try await keep(("1", on: "a"))
        try await running(outbox) {
            await clock.waitForSleepers()
            for _ in 0..<29 {
                await clock.advance(by: .seconds(1))
                await clock.waitForSleepers()
            }
            #expect(receiver.texts == ["1"])
            await clock.advance(by: .seconds(1))
            await outbox.status { $0.waiting == 0 }
        }
        #expect(receiver.texts == ["1", "1"])
    }

    @Test func `the reason of the last failure is in the status until a delivery succeeds`() async throws {
        receiver.answerNext(.unavailable("down", retryAfter: .seconds(5)))
        _ = try await keep(("1", on: "a"))
        try await running(outbox) {
            await outbox.status { $0.lastFailure == .unavailable("down", retryAfter: .seconds(5)) }
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(5))
            await outbox.status { $0.lastFailure == nil }
        }
    }

    @Test(arguments: [
        (DeliveryFailure.rejected("no such room"), OutboxRefusal.rejected("no such room")),
        (.conflict("changed"), .conflict("changed")),
    ])
    func `a refused change stays and holds the later ones of its subject`(
        failure: DeliveryFailure, refusal: OutboxRefusal
    ) async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"), ("3", on: "b"))
        receiver.answerNext(failure)
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.texts == ["1", "3"])
        #expect(try await outbox.entries().map(\.state) == [.refused(refusal), .held(behind: receipts[0].number)])
        #expect((outbox.status.held, outbox.status.refused) == (1, 1))
    }

    @Test func `retry delivers a refused change again, with a new key at its position`() async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"))
        receiver.answerNext(.rejected("no"))
        try await running(outbox) {
            await outbox.status { $0.refused == 1 }
            let again = try await outbox.retry(receipts[0].number)
            #expect(again.number == receipts[0].number)
            #expect(again.key != receipts[0].key)
            #expect(again.acceptedAt == receipts[0].acceptedAt)
            await outbox.status { $0.waiting == 0 }
            #expect(receiver.texts == ["1", "1", "2"])
            #expect(receiver.deliveries.elements[1].key == again.key)
        }
    }

    @Test func `replace delivers another change in the place of a refused one`() async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"))
        receiver.answerNext(.conflict("changed"))
        try await running(outbox) {
            await outbox.status { $0.refused == 1 }
            let instead = try await outbox.replace(receipts[0].number, with: "one")
            #expect(instead.number == receipts[0].number)
            #expect(instead.key != receipts[0].key)
            await outbox.status { $0.waiting == 0 }
        }
        #expect(receiver.texts == ["1", "one", "2"])
    }

    @Test func `discard removes a refused change and lets the later ones go`() async throws {
        let receipts = try await keep(("1", on: "a"), ("2", on: "a"))
        receiver.answerNext(.rejected("no"))
        try await running(outbox) {
            await outbox.status { $0.refused == 1 }
            try await outbox.discard(receipts[0].number)
            await outbox.status { $0.waiting == 0 && $0.refused == 0 }
        }
        #expect(receiver.texts == ["1", "2"])
    }

    @Test func `a waiting change, or none, cannot be retried, replaced or discarded`() async throws {
        let number = try await keep(("1", on: "a"))[0].number
        for number in [number, number + 1] {
            await #expect(throws: OutboxError.noEntry(number)) { try await outbox.retry(number) }
            await #expect(throws: OutboxError.noEntry(number)) { try await outbox.replace(number, with: "x") }
            await #expect(throws: OutboxError.noEntry(number)) { try await outbox.discard(number) }
        }
        #expect(try await outbox.keptTexts() == ["1"])
    }
}
#endif
