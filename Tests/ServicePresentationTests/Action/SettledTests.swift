import ServicePresentation
import ServiceTesting
import Testing

/// Tests wait for what was started without polling.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SettledTests {
    private let service = GatedService<String, Int>()
    private let clock = ManualClock()

    private func makeAction() -> ServiceAction<String, Int> {
        ServiceAction { [service] in try await service.call($0) }
    }

    /// A task that waits already when this returns.
    private func wait(for activity: some RunningActivity) async -> Task<Void, Never> {
        let isWaiting = Signal()
        let waiting = Task {
            // On the main actor, as the test: what sees the signal sees it after the first suspension.
            isWaiting.set()
            await activity.settled()
        }
        await isWaiting.wait()
        return waiting
    }

    @Test func `what does not run is settled`() async {
        await makeAction().settled()
    }

    @Test func `a run that succeeds settles with its value`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        let waiting = await wait(for: action)
        service.answer(0, with: .success(1))
        await waiting.value
        #expect(action.phase == .loaded(1))
    }

    @Test func `a run that fails settles with its error`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        let waiting = await wait(for: action)
        service.answer(0, with: .failure(Unreachable()))
        await waiting.value
        #expect(action.phase == .failed(.unreachable))
    }

    @Test func `a run that a newer one replaces settles with the newer one`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        let waiting = await wait(for: action)
        action.start("b")
        await service.waitForCalls(2)
        service.answer(1, with: .success(2))
        await waiting.value
        #expect(action.phase == .loaded(2))
    }

    @Test func `cancelling settles`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        let waiting = await wait(for: action)
        action.cancel()
        await waiting.value
        #expect(action.phase == .idle)
    }

    @Test func `a caller that is cancelled does not wait`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        let waiting = await wait(for: action)
        waiting.cancel()
        await waiting.value
        #expect(action.isRunning)
        action.cancel()
    }

    @Test func `a debounce counts as running`() async {
        let action = ServiceAction<String, Int>(debounce: .seconds(1), clock: clock) { _ in 1 }
        action.start("a")
        await clock.waitForSleepers()
        let waiting = await wait(for: action)
        await clock.advance(by: .seconds(1))
        await waiting.value
        #expect(action.phase == .loaded(1))
    }

    @Test func `a list settles when its page has arrived`() async {
        let pages = Pagination<Int, Int>(first: 0) { .init(items: [$0], next: nil) }
        pages.startLoadingMore()
        await pages.settled()
        #expect(pages.items == [0])
    }
}
