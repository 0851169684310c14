#if Outbox
@_spi(Lock) import Service
import ServiceHealth
import ServiceTesting
import Testing

@testable import ServiceOutbox

/// What `perform` says of a change that its handler attempted several times, in one call of a pipeline.
struct RetriedPerformTests {
    enum Down: Error, Equatable {
        /// Nothing was sent.
        case unreachable
        /// It was sent, and no answer came.
        case lost
    }

    /// An error of which nobody can tell whether it is another one.
    struct Strange: Error {}

    static func sort(_ error: Down) -> DeliveryFailure {
        switch error {
        case .unreachable: .unavailable("unreachable")
        case .lost: .unknown("lost")
        }
    }

    let folder: Folder
    let clock = ManualClock()

    init() throws { folder = try Folder() }

    private func pipeline(_ policy: ResiliencePolicy? = nil) -> ResiliencePipeline {
        let retry = RetryPolicy(maxAttempts: 3, baseDelay: .zero, jitter: .none, budget: nil)
        return ResiliencePipeline(
            service: "receiver", policy: policy ?? ResiliencePolicy(retry: retry),
            health: ServiceHealthManager(clock: clock), clock: clock)
    }

    /// Performs a change that cannot be kept, and returns whether it is said to have happened perhaps.
    private func mayHaveHappened(_ handler: @escaping Outbox<Change>.Handler) async throws -> Bool? {
        let outbox = try Outbox<Change>(
            path: folder.file, limits: OutboxLimits(entries: 0), clock: clock, deliver: handler)
        do {
            _ = try await outbox.perform("lamp", on: "a")
            Issue.record("It was made.")
        } catch {
            if case .notKept(.full, let mayHaveHappened) = error { return mayHaveHappened }
            Issue.record(error)
        }
        return nil
    }

    /// Fails with one error after the other, and with the last one again.
    private func failing(_ errors: [Down]) -> @Sendable () throws(Down) -> Void {
        let made = Recorder<Void>()
        return { () throws(Down) in
            made.record(())
            throw errors[min(made.elements.count, errors.count) - 1]
        }
    }

    @Test(arguments: [
        ([Down.lost, .unreachable], true), ([.unreachable, .lost, .unreachable], true), ([.unreachable, .lost], true),
        ([.unreachable], false),
    ])
    func `every attempt counts`(errors: [Down], mayHaveHappened: Bool) async throws {
        let (pipeline, body) = (pipeline(), failing(errors))
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call(idempotent: true) { () throws(Down) in try body() }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test(arguments: [([Down.lost, .unreachable], true), ([.unreachable], false)])
    func `every attempt counts for a handler that sorts its errors itself`(
        errors: [Down], mayHaveHappened: Bool
    ) async throws {
        let (pipeline, body) = (pipeline(), failing(errors))
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do {
                try await pipeline.call(idempotent: true) { try body() }
            } catch CallFailure<any Error>.failed(let error as Down) {
                throw Self.sort(error)
            } catch {
                throw .unknown("\(error)")
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test(arguments: [([Down.lost, .unreachable], true), ([.unreachable], false)])
    func `every attempt counts for a pipeline around what sorts errors`(
        errors: [Down], mayHaveHappened: Bool
    ) async throws {
        let (pipeline, body) = (pipeline(), failing(errors))
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<DeliveryFailure>) {
                try await pipeline.call(idempotent: true) { () throws(DeliveryFailure) in
                    do throws(Down) { try body() } catch { throw Self.sort(error) }
                }
            } catch {
                throw DeliveryFailure(error) { $0 }
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test(arguments: [([Down.lost, .unreachable], true), ([.unreachable], false)])
    func `every attempt counts for each failure that is made of an error`(
        errors: [Down], mayHaveHappened: Bool
    ) async throws {
        let (pipeline, body) = (pipeline(), failing(errors))
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call(idempotent: true) { () throws(Down) in try body() }
            } catch {
                // As one that logs it and throws another.
                _ = DeliveryFailure(error, sorting: Self.sort)
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test func `an attempt that took too long counts`() async throws {
        let retry = RetryPolicy(maxAttempts: 2, baseDelay: .zero, jitter: .none, budget: nil)
        let pipeline = pipeline(ResiliencePolicy(retry: retry, attemptTimeout: .seconds(10)))
        let (made, gate) = (Recorder<Void>(), Gate())
        async let answer = mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call(idempotent: true) { () throws(Down) in
                    made.record(())
                    if made.elements.count == 1 {
                        await withTaskCancellationHandler {
                            await gate.pass()
                        } onCancel: {
                            gate.open()
                        }
                    }
                    throw .unreachable
                }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        await gate.waitForArrivals()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(10))
        #expect(try await answer == true)
    }

    @Test func `an attempt beside another one counts`() async throws {
        let pipeline = pipeline(ResiliencePolicy(hedging: HedgingPolicy(after: .seconds(10))))
        let body = failing([.lost, .unreachable])
        let answer = try await mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call(idempotent: true) { () throws(Down) in try body() }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        #expect(answer == true)
    }

    @Test func `a call that succeeded at last says nothing of the next one`() async throws {
        let pipeline = pipeline()
        let body = failing([.unreachable])
        let made = Recorder<Void>()
        let answer = try await mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call("login", idempotent: true) { () throws(Down) in
                    made.record(())
                    if made.elements.count < 3 { throw .lost }
                }
                try await pipeline.call("send") { () throws(Down) in try body() }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        #expect(made.elements.count == 3)
        #expect(answer == false)
    }

    @Test(arguments: [([Down.lost, .unreachable], true), ([.unreachable], false)])
    func `the attempts of a call inside another one count`(errors: [Down], mayHaveHappened: Bool) async throws {
        let (outer, inner, body) = (pipeline(), pipeline(), failing(errors))
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await outer.call(idempotent: true) { () throws(Down) in
                    do throws(CallFailure<Down>) {
                        try await inner.call(idempotent: true) { () throws(Down) in try body() }
                    } catch {
                        throw .unreachable
                    }
                }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test func `an earlier failure that nobody sorted may have been anything`() async throws {
        let pipeline = pipeline()
        let made = Recorder<Void>()
        let answer = try await mayHaveHappened { _ throws(DeliveryFailure) in
            do {
                try await pipeline.call(idempotent: true) {
                    made.record(())
                    if made.elements.count == 1 { throw Strange() }
                    throw Down.unreachable
                }
            } catch {
                throw .unavailable("unreachable")
            }
        }
        #expect(answer == true)
    }

    /// Makes a call whose attempts end as it is said, the last one with an answer that says it was not done.
    private func send(_ pipeline: ResiliencePipeline, failing errors: [Down?]) async throws(DeliveryFailure) {
        let body = answering(errors)
        do { try await pipeline.call(idempotent: true) { try body() } } catch { throw .unknown("\(error)") }
        throw .unavailable("503")
    }

    /// Fails with one error after the other, and answers where there is none.
    private func answering(_ errors: [Down?]) -> @Sendable () throws(Down) -> Void {
        let made = Recorder<Void>()
        return { () throws(Down) in
            made.record(())
            if let error = errors[made.elements.count - 1] { throw error }
        }
    }

    @Test(arguments: [([Down.lost, nil], true), ([nil], false)])
    func `every attempt counts where the last one got an answer that the handler refuses`(
        errors: [Down?], mayHaveHappened: Bool
    ) async throws {
        let pipeline = pipeline()
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            try await send(pipeline, failing: errors)
        }
        #expect(answer == mayHaveHappened)
    }

    @Test(arguments: [([Down.lost, nil], true), ([nil], false)])
    func `every attempt counts where a call around it refuses the answer of the last one`(
        errors: [Down?], mayHaveHappened: Bool
    ) async throws {
        let (outer, inner) = (pipeline(), pipeline())
        let isFirst = Lock(true)
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<DeliveryFailure>) {
                try await outer.call(idempotent: true) { () throws(DeliveryFailure) in
                    // The attempts after the first one get an answer at once.
                    let isFirst = isFirst.withLock { isFirst in
                        defer { isFirst = false }
                        return isFirst
                    }
                    try await send(inner, failing: isFirst ? errors : [nil])
                }
            } catch {
                throw DeliveryFailure(error) { $0 }
            }
        }
        #expect(answer == mayHaveHappened)
    }

    @Test func `an attempt beside one that got an answer counts where the handler refuses that`() async throws {
        let pipeline = pipeline(ResiliencePolicy(hedging: HedgingPolicy(after: .seconds(10))))
        let answer = try await mayHaveHappened { _ throws(DeliveryFailure) in
            try await send(pipeline, failing: [.lost, nil])
        }
        #expect(answer == true)
    }

    /// Counts the errors that have not been released.
    final class Living: Sendable {
        let count = Lock(0)
    }

    /// An error that is counted.
    final class Heavy: Error {
        private let living: Living

        init(_ living: Living) {
            self.living = living
            living.count.withLock { $0 += 1 }
        }

        deinit { living.count.withLock { $0 -= 1 } }
    }

    @Test(arguments: [false, true])
    func `a task that outlives the handler which started it keeps no failures`(isInCall: Bool) async throws {
        let (outer, inner) = (pipeline(), pipeline())
        let (living, mayStart, isDone) = (Living(), Gate(), Gate())
        let task = Lock<Task<Void, Never>?>(nil)
        let start: @Sendable () -> Void = {
            let started = Task {
                await mayStart.pass()
                for _ in 0..<5 { _ = try? await inner.call(idempotent: true) { throw Heavy(living) } }
                // The manager keeps the last error of a service that is not healthy.
                _ = try? await inner.call {}
                await isDone.pass()
            }
            task.withLock { $0 = started }
        }
        _ = try await mayHaveHappened { _ throws(DeliveryFailure) in
            if isInCall { _ = try? await outer.call(idempotent: true) { start() } } else { start() }
            throw .unavailable("unreachable")
        }
        mayStart.open()
        await isDone.waitForArrivals()
        #expect(living.count.withLock { $0 } == 0)
        isDone.open()
        await task.withLock { $0 }?.value
    }

    /// An error that says what it is, but not what is equal.
    enum Unequal: Error {
        case unreachable
        case busy(Int)
    }

    @Test(arguments: [([1, 1, 1], false), ([1, 2, 1], true)])
    func `attempts that failed alike are one that the handler has sorted, and others are not`(
        numbers: [Int], mayHaveHappened: Bool
    ) async throws {
        let pipeline = pipeline()
        let made = Recorder<Void>()
        let answer = try await self.mayHaveHappened { _ throws(DeliveryFailure) in
            do {
                try await pipeline.call(idempotent: true) {
                    made.record(())
                    throw Unequal.busy(numbers[made.elements.count - 1])
                }
            } catch {
                throw .unavailable("busy")
            }
        }
        #expect(answer == mayHaveHappened)
    }

    /// An error whose words do not tell it from others.
    struct Vague: Error, CustomStringConvertible {
        let number: Int
        var description: String { "something happened" }
    }

    @Test func `attempts that failed with errors of the same words may have been anything`() async throws {
        let pipeline = pipeline()
        let made = Recorder<Void>()
        let answer = try await mayHaveHappened { _ throws(DeliveryFailure) in
            do {
                try await pipeline.call(idempotent: true) {
                    made.record(())
                    throw Vague(number: made.elements.count)
                }
            } catch {
                throw .unavailable("unreachable")
            }
        }
        #expect(answer == true)
    }

    @Test func `attempts that all took too long are one that the handler has sorted`() async throws {
        let retry = RetryPolicy(maxAttempts: 2, baseDelay: .zero, jitter: .none, budget: nil)
        let login = pipeline(ResiliencePolicy(retry: retry, attemptTimeout: .seconds(10)))
        let (made, gates) = (Recorder<Void>(), [Gate(), Gate()])
        async let answer = mayHaveHappened { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await login.call(idempotent: true) { () throws(Down) in
                    made.record(())
                    let gate = gates[made.elements.count - 1]
                    await withTaskCancellationHandler {
                        await gate.pass()
                    } onCancel: {
                        gate.open()
                    }
                }
            } catch {
                throw .unavailable("no login")
            }
        }
        for gate in gates {
            await gate.waitForArrivals()
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(10))
        }
        #expect(try await answer == false)
    }

    @Test func `a kept change whose earlier attempt may have succeeded says so, too`() async throws {
        let (pipeline, body) = (pipeline(), failing([.lost, .unreachable]))
        let outbox = try Outbox<Change>(path: folder.file, clock: clock) { _ throws(DeliveryFailure) in
            do throws(CallFailure<Down>) {
                try await pipeline.call(idempotent: true) { () throws(Down) in try body() }
            } catch {
                throw DeliveryFailure(error, sorting: Self.sort)
            }
        }
        _ = try await outbox.accept("lamp", on: "a")
        try await running(outbox) {
            let status = await outbox.status { $0.lastFailure != nil }
            guard case .unknown = status?.lastFailure else {
                Issue.record("It said \(String(describing: status?.lastFailure)).")
                return
            }
        }
    }
}
#endif
