import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct PullToRefreshTests {
    private let service = GatedService<String, Int>()

    private func makeAction(
        _ overlap: ServiceAction<String, Int>.Overlap = .joinInFlight
    ) -> (ServiceAction<String, Int>, PullToRefresh<String, Int>) {
        let action = ServiceAction<String, Int>(overlap: overlap) { [service] in try await service.call($0) }
        return (action, PullToRefresh(action))
    }

    private func pull(_ pull: PullToRefresh<String, Int>) async -> Task<Void, Never> {
        let began = Signal()
        let view = Task {
            began.set()
            await pull.refresh("pulled")
        }
        await began.wait()
        return view
    }

    @Test func `the first load is not a refresh`() async {
        let (action, pull) = makeAction()
        action.start("a")
        #expect(pull.isFirstLoad)
        #expect(!pull.isRefreshing)
        action.cancel()
        #expect(!pull.isFirstLoad)
    }

    @Test func `a pull is a refresh, and neither a first load nor in the background`() async {
        let (action, pull) = makeAction()
        action.set(1)
        let view = await self.pull(pull)
        await service.waitForCalls(1)
        #expect(pull.isRefreshing)
        #expect(action.phase == .reloading(1))
        service.answer(0, with: .success(2))
        await view.value
        #expect(!pull.isRefreshing)
        #expect(action.phase == .loaded(2))
    }

    @Test func `a reload in the background is not a refresh`() async {
        let (action, pull) = makeAction()
        action.set(1)
        action.start("a")
        #expect(!pull.isRefreshing)
        #expect(!pull.isFirstLoad)
        action.cancel()
    }

    @Test func `a pull with nothing to show yet has one indicator`() async {
        let (action, pull) = makeAction()
        let view = await self.pull(pull)
        await service.waitForCalls(1)
        #expect(action.phase == .loading)
        #expect(pull.isRefreshing)
        #expect(!pull.isFirstLoad)
        view.cancel()
        await view.value
        #expect(!pull.isRefreshing)
        #expect(action.phase == .idle)
    }

    @Test func `a failed pull keeps the content`() async {
        let (action, pull) = makeAction()
        action.set(1)
        let view = await self.pull(pull)
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Unreachable()))
        await view.value
        #expect(action.phase == .reloadFailed(1, .unreachable))
        #expect(!pull.isRefreshing)
    }

    @Test func `the end of one pull does not end another`() async {
        let (_, pull) = makeAction()
        let first = await self.pull(pull)
        let second = await self.pull(pull)
        await service.waitForCalls(1)
        first.cancel()
        await first.value
        #expect(pull.isRefreshing)
        service.answer(0, with: .success(1))
        await second.value
        #expect(!pull.isRefreshing)
    }

    @Test func `a pull without an input needs no argument`() async {
        let action = ServiceAction<Void, Int> { 1 }
        await PullToRefresh(action).refresh()
        #expect(action.value == 1)
    }
}
