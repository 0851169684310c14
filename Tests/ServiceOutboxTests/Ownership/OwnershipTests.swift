#if Outbox
import Foundation
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// Several outboxes of one file: all keep, one delivers.
struct OwnershipTests {
    let folder: Folder
    let clock = ManualClock()
    let receiver = Receiver()

    init() throws { folder = try Folder() }

    private func open(_ deliver: @escaping Outbox<Change>.Handler) throws -> Outbox<Change> {
        try Outbox(path: folder.file, clock: clock, deliver: deliver)
    }

    @Test func `one delivers, and another takes over with its next look`() async throws {
        let (first, second) = (try open(receiver.receive), try open(receiver.receive))
        let secondRun = try await running(first) {
            await first.status { $0.isDelivering }
            let secondRun = Task { try await second.run() }
            await clock.waitForSleepers(count: 2)
            #expect(first.status.isDelivering)
            #expect(!second.status.isDelivering)
            return secondRun
        }
        #expect(!first.status.isDelivering)
        await clock.advance(by: .seconds(1))
        await second.status { $0.isDelivering }
        secondRun.cancel()
        try await secondRun.value
    }

    @Test func `the owner notices with its next look what another keeps`() async throws {
        let (owner, other) = (try open(receiver.receive), try open(receiver.receive))
        try await running(owner) {
            await clock.waitForSleepers()
            _ = try await other.accept("lamp", on: "a")
            await clock.advance(by: .seconds(1))
            await owner.status { _ in !receiver.texts.isEmpty }
            _ = try await receiver.deliveries.first(1)
        }
        #expect(receiver.texts == ["lamp"])
        #expect(try await other.keptTexts() == [])
    }

    @Test func `the owner notices what another keeps also while a subject fails without a pause`() async throws {
        let policy = OutboxPolicy(firstDelay: .zero, maximumDelay: .zero)
        let owner = try Outbox<Change>(path: folder.file, policy: policy, clock: clock) {
            [clock, receiver] delivery throws(DeliveryFailure) in
            receiver.deliveries.record(delivery)
            guard delivery.subject == "a" else { return }
            await clock.advance(by: .milliseconds(100))
            throw .unavailable("down")
        }
        let other = try open(receiver.receive)
        _ = try await owner.accept("1", on: "a")
        try await running(owner) {
            _ = try await receiver.deliveries.first(2)
            _ = try await other.accept("2", on: "b")
            let count = receiver.deliveries.elements.count
            let deliveries = try await receiver.deliveries.elements { deliveries in
                deliveries.count > count + 100 || deliveries.contains { $0.subject == "b" }
            }
            #expect(deliveries.contains { $0.subject == "b" })
        }
    }

    @Test func `another lock beside a deleted one makes no second deliverer for longer than a look`() async throws {
        let owner = try open(receiver.receive)
        try await running(owner) {
            await clock.waitForSleepers()
            try FileManager.default.removeItem(atPath: folder.file + "-owner")
            let lock = try #require(try FileLock(folder.file + "-owner"))
            await clock.advance(by: .seconds(1))
            await owner.status { !$0.isDelivering }
            withExtendedLifetime(lock) {}
        }
    }

    @Test func `an answer that comes after the run was cancelled is recorded`() async throws {
        let gate = Gate()
        let outbox = try open { _ in await gate.pass() }
        _ = try await outbox.accept("lamp", on: "a")
        let run = Task { try await outbox.run() }
        await gate.waitForArrivals()
        run.cancel()
        gate.open()
        try await run.value
        #expect(try await outbox.entries() == [])
    }

    @Test func `a handler that never returns does not stop a cancelled run, and keeps others from delivering`()
        async throws
    {
        let (gate, patience) = (Gate(), Gate())
        let outbox = try Outbox<Change>(
            path: folder.file, clock: clock, deliver: { _ in await gate.pass() }, patience: { await patience.pass() })
        let other = try open(receiver.receive)
        _ = try await outbox.accept("lamp", on: "a")
        let run = Task { try await outbox.run() }
        await gate.waitForArrivals()
        run.cancel()
        patience.open()
        try await run.value
        #expect(try await outbox.keptTexts() == ["lamp"])

        let otherRun = Task { try await other.run() }
        await clock.waitForSleepers()
        #expect(!other.status.isDelivering)
        // It returned after all: its answer is recorded, and the other delivers.
        gate.open()
        await outbox.status { $0.waiting == 0 }
        while !other.status.isDelivering {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
        }
        otherRun.cancel()
        try await otherRun.value
        #expect(receiver.texts == [])
    }

    @Test func `closing during a delivery ends the run, and the change is delivered again with its key`() async throws {
        let gate = Gate()
        let keys = Recorder<IdempotencyKey>()
        let outbox = try open { delivery in
            keys.record(delivery.key)
            await gate.pass()
        }
        let receipt = try await outbox.accept("lamp", on: "a")
        let run = Task { try await outbox.run() }
        await gate.waitForArrivals()
        try outbox.close()
        gate.open()
        try await run.value
        let again = try open(receiver.receive)
        try await running(again) {
            // The closed one's attempt may hold the lock a moment longer, which is then taken with the next look.
            while again.status.waiting > 0 {
                await clock.waitForSleepers()
                await clock.advance(by: .seconds(1))
            }
        }
        #expect(receiver.deliveries.elements.map(\.key) == [receipt.key])
        #expect(keys.elements == [receipt.key])
    }

    @Test func `a run that waits ends when its outbox is closed, and so does the stream of statuses`() async throws {
        let outbox = try open(receiver.receive)
        let run = Task { try await outbox.run() }
        let statuses = outbox.statuses
        await clock.waitForSleepers()
        try outbox.close()
        try await run.value
        for await _ in statuses {}
    }
}
#endif
