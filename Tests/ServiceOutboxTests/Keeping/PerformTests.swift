#if Outbox
import Foundation
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// What `perform` promises.
struct PerformTests {
    let folder: Folder
    let receiver = Receiver()
    let outbox: Outbox<Change>

    init() throws {
        folder = try Folder()
        outbox = try Outbox(path: folder.file, clock: ManualClock(), deliver: receiver.receive)
    }

    @Test func `a change that the receiver accepts is made at once, and not kept`() async throws {
        let key = IdempotencyKey()
        #expect(try await outbox.perform("lamp", on: "a", key: key) == .done)
        let delivery = try #require(receiver.deliveries.elements.first)
        #expect(delivery == OutboxDelivery(command: "lamp", key: key, subject: "a", number: nil))
        #expect(try await outbox.entries() == [])
    }

    @Test(arguments: [DeliveryFailure.unavailable("down"), .unknown("no answer")])
    func `a change that could not be made is kept, and delivered with the same key`(failure: DeliveryFailure)
        async throws
    {
        receiver.answerNext(failure)
        let key = IdempotencyKey()
        guard case .kept(let receipt) = try await outbox.perform("lamp", on: "a", key: key) else {
            Issue.record("It was not kept.")
            return
        }
        #expect(receipt.key == key)
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.deliveries.elements.map(\.key) == [key, key])
        #expect(receiver.deliveries.elements.map(\.number) == [nil, receipt.number])
    }

    @Test func `a change whose subject has kept ones is kept behind them, and others are made at once`() async throws {
        _ = try await outbox.accept("1", on: "a")
        guard case .kept = try await outbox.perform("2", on: "a") else {
            Issue.record("It overtook a kept change.")
            return
        }
        #expect(try await outbox.perform("3", on: "b") == .done)
        #expect(receiver.texts == ["3"])
        try await running(outbox) { await outbox.status { $0.waiting == 0 } }
        #expect(receiver.texts == ["3", "1", "2"])
        #expect(try await outbox.perform("4", on: "a") == .done)
    }

    @Test func `a key that is kept for another change is not sent with this one`() async throws {
        let key = IdempotencyKey()
        _ = try await outbox.accept("1", on: "a", key: key)
        await #expect(throws: PerformFailure.notKept(.keyReused(key), mayHaveHappened: false)) {
            try await outbox.perform("2", on: "b", key: key)
        }
        #expect(receiver.texts == [])
        #expect(try await outbox.keptTexts() == ["1"])
    }

    @Test func `what another outbox of the file keeps is not overtaken either`() async throws {
        let other = try Outbox<Change>(path: folder.file) { _ in }
        _ = try await other.accept("1", on: "a")
        guard case .kept = try await outbox.perform("2", on: "a") else {
            Issue.record("It overtook a kept change.")
            return
        }
        #expect(try await other.keptTexts() == ["1", "2"])
    }

    @Test(arguments: [
        (DeliveryFailure.rejected("no"), OutboxRefusal.rejected("no")), (.conflict("changed"), .conflict("changed")),
    ])
    func `a refused change is not kept`(failure: DeliveryFailure, refusal: OutboxRefusal) async throws {
        receiver.answerNext(failure)
        await #expect(throws: PerformFailure.refused(refusal)) { try await outbox.perform("lamp", on: "a") }
        #expect(try await outbox.entries() == [])
    }

    @Test(arguments: [(DeliveryFailure.unavailable("down"), false), (.unknown("no answer"), true)])
    func `a change that cannot be kept says whether it may have been made`(
        failure: DeliveryFailure, mayHaveHappened: Bool
    ) async throws {
        let small = try Outbox<Change>(
            path: folder.path + "/small", limits: OutboxLimits(entries: 0), deliver: receiver.receive)
        receiver.answerNext(failure)
        await #expect(throws: PerformFailure.notKept(.full, mayHaveHappened: mayHaveHappened)) {
            try await small.perform("lamp", on: "a")
        }
    }

    @Test func `a cancelled caller makes no change`() async throws {
        let result = await Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await outbox.perform("lamp", on: "a")
        }.result
        #expect(throws: PerformFailure.cancelled(mayHaveHappened: false)) { try result.get() }
        #expect(receiver.texts == [])
    }

    @Test(arguments: [(DeliveryFailure.unavailable("cancelled"), false), (.unknown("cancelled"), true)])
    func `a caller that is cancelled during the attempt is told whether the change may have been made`(
        failure: DeliveryFailure, mayHaveHappened: Bool
    ) async throws {
        let gate = Gate()
        let outbox = try Outbox<Change>(path: folder.path + "/gated") { _ throws(DeliveryFailure) in
            await gate.pass()
            throw failure
        }
        let caller = Task { try await outbox.perform("lamp", on: "a") }
        await gate.waitForArrivals()
        caller.cancel()
        gate.open()
        let result = await caller.result
        #expect(throws: PerformFailure.cancelled(mayHaveHappened: mayHaveHappened)) { try result.get() }
        #expect(try await outbox.entries() == [])
    }

    @Test func `a change that was made although its caller was cancelled is done`() async throws {
        let gate = Gate()
        let outbox = try Outbox<Change>(path: folder.path + "/gated") { _ in await gate.pass() }
        let caller = Task { try await outbox.perform("lamp", on: "a") }
        await gate.waitForArrivals()
        caller.cancel()
        gate.open()
        #expect(try await caller.value == .done)
    }
}
#endif
