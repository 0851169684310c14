#if Outbox
import ServiceHealth
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// How a service's health and the pipeline's failures reach the outbox.
@Suite(.timeLimit(.minutes(5))) struct RecoveryTests {
    struct Down: Error {}

    @Test func `when the service becomes healthy, everything that waits is attempted at once`() async throws {
        let folder = try Folder()
        let (clock, receiver) = (ManualClock(), Receiver(.unavailable("down", retryAfter: .seconds(300))))
        let outbox = try Outbox(path: folder.file, clock: clock, deliver: receiver.receive)
        let health = ServiceHealthManager(clock: clock)
        for index in 0..<3 { _ = try await outbox.accept(Change("\(index)"), on: "s\(index)") }
        let run = Task { try await outbox.run(recovering: "inventory", health: health) }
        _ = try await receiver.deliveries.first(3)
        await outbox.status { $0.lastFailure != nil }
        await clock.waitForSleepers()
        for _ in 0..<3 { health.recordFailure(for: "inventory", error: Down()) }
        health.recordFailure(for: "other", error: Down())
        // What these are taken for shows in the deliveries.
        for _ in 0..<1000 { await Task.yield() }
        receiver.answer(nil)
        health.recordSuccess(for: "inventory")
        await outbox.status { $0.waiting == 0 }
        #expect(clock.now.offset == .zero)
        #expect(receiver.texts == ["0", "1", "2", "0", "1", "2"])
        run.cancel()
        try await run.value
    }

    @Test func `what fails as the service becomes healthy is attempted again at once, and then waits as ever`()
        async throws
    {
        let folder = try Folder()
        let (clock, gate) = (ManualClock(), Gate())
        let deliveries = Recorder<OutboxDelivery<Change>>()
        let outbox = try Outbox<Change>(path: folder.file, clock: clock) { delivery throws(DeliveryFailure) in
            deliveries.record(delivery)
            await gate.pass()
            throw .unavailable("down", retryAfter: .seconds(300))
        }
        _ = try await outbox.accept("1", on: "a")
        let run = Task { try await outbox.run() }
        await gate.waitForArrivals()
        // The attempt has been made, and its failure is not known yet.
        outbox.deliverer.recovered()
        gate.open()
        _ = try await deliveries.first(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(299))
        await clock.waitForSleepers()
        #expect(deliveries.elements.count == 2)
        run.cancel()
        try await run.value
    }

    @Test(arguments: [true, false])
    func `what waits is attempted at once if the service became healthy between two runs`(isHealthy: Bool) async throws
    {
        let folder = try Folder()
        let (clock, receiver) = (ManualClock(), Receiver(.unavailable("down", retryAfter: .seconds(3600))))
        let outbox = try Outbox(path: folder.file, clock: clock, deliver: receiver.receive)
        let health = ServiceHealthManager(clock: clock)
        _ = try await outbox.accept("1", on: "a")
        let first = Task { try await outbox.run(recovering: "inventory", health: health) }
        await outbox.status { $0.lastFailure != nil }
        for _ in 0..<3 { health.recordFailure(for: "inventory", error: Down()) }
        first.cancel()
        try await first.value
        receiver.answer(nil)
        if isHealthy { health.recordSuccess(for: "inventory") }
        let second = Task { try await outbox.run(recovering: "inventory", health: health) }
        // The first one's last attempt may hold the lock a moment longer, which is then taken with the next look.
        for _ in 0..<10 {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
        }
        await clock.waitForSleepers()
        #expect(receiver.texts == (isHealthy ? ["1", "1"] : ["1"]))
        second.cancel()
        try await second.value
    }

    @Test func `a pipeline's failures say what is known about the change`() {
        func failure(_ failure: CallFailure<Down>) -> DeliveryFailure {
            DeliveryFailure(failure) { _ in .conflict("changed") }
        }
        #expect(failure(.failed(Down())) == .conflict("changed"))
        #expect(failure(.rejected(.circuitOpen("inventory", retryAfter: .seconds(9)))).retryAfter == .seconds(9))
        #expect(failure(.rejected(.rateLimited("inventory", retryAfter: .seconds(2)))).retryAfter == .seconds(2))
        #expect(failure(.rejected(.bulkheadFull("inventory"))).retryAfter == nil)
        for unmade in [Rejection.isolated("inventory"), .bulkheadFull("inventory")] {
            guard case .unavailable = failure(.rejected(unmade)) else {
                Issue.record("\(unmade)")
                continue
            }
        }
        guard case .unknown = failure(.timedOut(.seconds(1))), case .unknown = failure(.cancelled) else {
            Issue.record("A lost answer is not unknown.")
            return
        }
    }

    @Test(arguments: ["", " ", "a b", "\u{7F}", "ä", String(repeating: "x", count: 201)])
    func `a key is 1 to 200 visible ASCII characters`(text: String) {
        #expect(IdempotencyKey(rawValue: text) == nil)
        #expect(IdempotencyKey(rawValue: "~!" + String(repeating: "x", count: 198)) != nil)
        #expect(IdempotencyKey(rawValue: IdempotencyKey().rawValue) != nil)
    }
}
#endif
