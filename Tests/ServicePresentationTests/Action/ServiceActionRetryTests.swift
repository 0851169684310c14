import Service
import ServiceTesting
import Testing

@testable import ServicePresentation

@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceActionRetryTests {
    private let service = GatedService<String, Int>()
    private let clock = ManualClock()
    private let log = Journal<String>()

    private func makeAction(_ rule: RetryRule = .never) -> ServiceAction<String, Int> {
        ServiceAction(presenter: .standard.logging { [log] in log.add($0) }, retry: rule, clock: clock) {
            [service] in
            try await service.call($0)
        }
    }

    /// Says how long it was asked to sleep, and does not.
    private struct SleeplessClock: Clock {
        let asked = Journal<Duration>()
        var now: ManualClock.Instant { .init() }
        var minimumResolution: Duration { .zero }
        func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
            asked.add(deadline.offset)
        }
    }

    @Test func `no clock is asked for a pause beyond what it can tell`() async {
        let clock = SleeplessClock()
        let action = ServiceAction<String, Int>(debounce: .seconds(Int64.max), clock: clock) { _ in 1 }
        #expect(await action.run("a") == 1)
        #expect(clock.asked.all == [.seconds(Int64(3_155_760_000))])
    }

    // MARK: By hand

    @Test func `what failed and may work can be tried again with the same input`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        #expect(action.canRetry)
        let retry = Task { await action.retry() }
        await service.waitForCalls(2)
        #expect(!action.canRetry)
        service.answer(1, with: .success(1))
        await retry.value
        #expect(service.inputs == ["a", "a"])
        #expect(action.phase == .loaded(1))
        #expect(!action.canRetry)
    }

    @Test func `what cannot work is not tried again`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Refused()))
        _ = await view.value
        #expect(!action.canRetry)
        await action.retry()
        #expect(service.inputs == ["a"])
        #expect(action.phase == .failed(.refused))
    }

    private final class Secret: Sendable {}

    @Test(arguments: [true, false]) func `the input is forgotten on success and after what cannot work`(
        succeeds: Bool
    ) async {
        let service = GatedService<Void, Int>()
        let secrets = Journal<WeakSecret>()
        let action = ServiceAction<Secret, Int> { secret in
            secrets.add(WeakSecret(secret))
            return try await service.call(())
        }
        // The first failure keeps its input for a retry; what comes after must not leave even that behind.
        let first = Task { await action.run(Secret()) }
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await first.value
        #expect(secrets.all.map(\.isKept) == [true])
        let second = Task { await action.run(Secret()) }
        await service.waitForCalls(2)
        service.answer(1, with: succeeds ? .success(1) : .failure(Refused()))
        _ = await second.value
        #expect(secrets.all.map(\.isKept) == [false, false])
    }

    private final class WeakSecret: Sendable {
        private weak let secret: Secret?
        init(_ secret: Secret) { self.secret = secret }
        var isKept: Bool { secret != nil }
    }

    @Test func `cancelling the caller of a retry cancels the retry`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        let retry = Task { await action.retry() }
        await service.waitForCalls(2)
        retry.cancel()
        await retry.value
        await service.waitForCancellation(of: 1)
        #expect(action.phase == .failed(.unreachable))
        #expect(action.canRetry)
    }

    @Test func `an alert that takes the error away before it calls the retry still tries again`() async throws {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        let retry = try #require(action.retryStarter)
        action.clearError()
        #expect(action.retryStarter == nil)
        retry()
        await service.waitForCalls(2)
        service.answer(1, with: .success(1))
        await action.settled()
        #expect(action.phase == .loaded(1))
        #expect(service.inputs == ["a", "a"])
    }

    // MARK: By rule

    @Test func `the rule tries again after a pause, and shows no error meanwhile`() async {
        let action = makeAction(.recoverable(maxAttempts: 3, delay: .seconds(2)))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        await clock.waitForSleepers()
        #expect(action.phase == .loading)
        await clock.advance(by: .seconds(1))
        #expect(service.inputs.count == 1)
        await clock.advance(by: .seconds(1))
        await service.waitForCalls(2)
        service.answer(1, with: .success(1))
        #expect(await view.value == 1)
        #expect(log.all.isEmpty)
    }

    @Test func `the rule waits at least as long as the failure says`() async {
        let action = makeAction(.recoverable(maxAttempts: 3, delay: .seconds(2)))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(LayerFailure(failureKind: .unavailable(retryAfter: .seconds(40)))))
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(39))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .seconds(1))
        await service.waitForCalls(2)
        service.answer(1, with: .failure(LayerFailure(failureKind: .unavailable(retryAfter: .seconds(1)))))
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 1, "a shorter time changes nothing about the rule's own")
        await clock.advance(by: .seconds(1))
        await service.waitForCalls(3)
        service.answer(2, with: .success(1))
        #expect(await view.value == 1)
    }

    @Test func `maxAttempts counts the first attempt, and the last failure is shown`() async {
        let action = makeAction(.recoverable(maxAttempts: 2, delay: .seconds(2)))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(urlError(-1001)))
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        await service.waitForCalls(2)
        service.answer(1, with: .failure(Unreachable()))
        #expect(await view.value == nil)
        #expect(action.phase == .failed(.unreachable))
        #expect(action.canRetry)
        #expect(service.inputs.count == 2)
        #expect(log.all.count == 1)
    }

    @Test func `the rule does not try again what cannot work`() async {
        let action = makeAction(.recoverable(maxAttempts: 3, delay: .seconds(2)))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Refused()))
        _ = await view.value
        #expect(action.phase == .failed(.refused))
        #expect(service.inputs.count == 1)
    }

    @Test(arguments: [-1, 0, 1]) func `fewer than two attempts are one`(maxAttempts: Int) async {
        let action = makeAction(.recoverable(maxAttempts: maxAttempts, delay: .zero))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        #expect(service.inputs.count == 1)
    }

    @Test func `cancelling during a pause ends it`() async {
        let action = makeAction(.recoverable(maxAttempts: 3, delay: .seconds(2)))
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        await clock.waitForSleepers()
        action.cancel()
        #expect(action.phase == .idle)
        #expect(await view.value == nil)
        #expect(service.inputs.count == 1)
    }

    // MARK: Debounce

    private func makeSearch() -> ServiceAction<String, Int> {
        ServiceAction(debounce: .milliseconds(300), clock: clock) { [service] in try await service.call($0) }
    }

    @Test func `the work begins when nothing newer has come for the debounce`() async {
        let search = makeSearch()
        search.start("s")
        #expect(search.phase == .loading)
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(299))
        #expect(service.inputs.isEmpty)
        await clock.advance(by: .milliseconds(1))
        await service.waitForCalls(1)
        service.answer(0, with: .success(1))
        await search.settled()
        #expect(search.phase == .loaded(1))
    }

    @Test func `a newer start begins the debounce anew, and only its work runs`() async {
        let search = makeSearch()
        let older = Task { await search.run("s") }
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(200))
        let newer = Task { await search.run("sw") }
        #expect(await older.value == nil)
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(200))
        #expect(service.inputs.isEmpty)
        await clock.advance(by: .milliseconds(100))
        await service.waitForCalls(1)
        service.answer(0, with: .success(1))
        #expect(await newer.value == 1)
        #expect(service.inputs == ["sw"])
    }

    @Test func `cancelling during the debounce calls nothing`() async {
        let search = makeSearch()
        let view = Task { await search.run("s") }
        await clock.waitForSleepers()
        view.cancel()
        #expect(await view.value == nil)
        #expect(search.phase == .idle)
        await clock.advance(by: .seconds(1))
        #expect(service.inputs.isEmpty)
    }
}
