import ServicePresentation
import ServiceTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct PaginationTests {
    private typealias Pages = Pagination<String, Int>
    private let service = GatedService<Int, Pages.Page>()

    private func makePages() -> Pages {
        Pages(first: 0) { [service] in try await service.call($0) }
    }

    /// Loads the next page and waits until the service is called.
    private func loadMore(_ pages: Pages, call number: Int) async -> Task<Void, Never> {
        let view = Task { await pages.loadMore() }
        await service.waitForCalls(number)
        return view
    }

    private func refresh(_ pages: Pages, call number: Int) async -> Task<Void, Never> {
        let view = Task { await pages.refresh() }
        await service.waitForCalls(number)
        return view
    }

    private func loadFirstPage(of pages: Pages) async {
        let view = await loadMore(pages, call: 1)
        service.answer(0, with: .success(.init(items: ["a", "b"], next: 2)))
        await view.value
    }

    @Test func `pages follow each other to the last one`() async {
        let pages = makePages()
        #expect(pages.hasMore)
        await loadFirstPage(of: pages)
        #expect(pages.items == ["a", "b"])
        let view = await loadMore(pages, call: 2)
        service.answer(1, with: .success(.init(items: ["c"], next: nil)))
        await view.value
        #expect(pages.items == ["a", "b", "c"])
        #expect(!pages.hasMore)
        await pages.loadMore()
        pages.startLoadingMore()
        #expect(service.inputs == [0, 2])
    }

    @Test func `the first load and a further page have their own indicators`() async {
        let pages = makePages()
        let first = await loadMore(pages, call: 1)
        #expect(pages.isLoading && !pages.isLoadingMore && !pages.isRefreshing && pages.isRunning)
        service.answer(0, with: .success(.init(items: ["a"], next: 1)))
        await first.value
        #expect(!pages.isRunning && pages.hasLoaded)
        let second = await loadMore(pages, call: 2)
        #expect(!pages.isLoading && pages.isLoadingMore && !pages.isRefreshing)
        service.answer(1, with: .success(.init(items: [], next: nil)))
        await second.value
    }

    @Test func `a failed page is shown, tried again and not skipped`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await loadMore(pages, call: 2)
        service.answer(1, with: .failure(Unreachable()))
        await failing.value
        #expect(pages.error == .unreachable)
        #expect(pages.items == ["a", "b"])
        #expect(pages.canRetry)
        let retry = Task { await pages.retry() }
        await service.waitForCalls(3)
        #expect(pages.error == nil)
        service.answer(2, with: .success(.init(items: ["c"], next: nil)))
        await retry.value
        #expect(service.inputs == [0, 2, 2])
        #expect(pages.items == ["a", "b", "c"])
    }

    @Test func `a cancelled page is not skipped`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let view = await loadMore(pages, call: 2)
        view.cancel()
        await view.value
        #expect(!pages.isRunning)
        #expect(pages.error == nil)
        let again = await loadMore(pages, call: 3)
        service.answer(2, with: .success(.init(items: ["c"], next: nil)))
        await again.value
        #expect(service.inputs == [0, 2, 2])
        #expect(pages.items == ["a", "b", "c"])
    }

    @Test func `two callers get a page once`() async {
        let pages = makePages()
        let first = await loadMore(pages, call: 1)
        let joined = Signal()
        let second = Task {
            joined.set()
            await pages.loadMore()
        }
        await joined.wait()
        pages.startLoadingMore()
        service.answer(0, with: .success(.init(items: ["a"], next: 1)))
        await first.value
        await second.value
        #expect(pages.items == ["a"])
        #expect(service.inputs == [0])
    }

    @Test func `a refresh keeps the old list until the new one has come`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let view = await refresh(pages, call: 2)
        #expect(pages.isRefreshing && !pages.isLoading && !pages.isLoadingMore)
        #expect(pages.items == ["a", "b"])
        service.answer(1, with: .success(.init(items: ["new"], next: 1)))
        await view.value
        #expect(pages.items == ["new"])
        let more = await loadMore(pages, call: 3)
        service.answer(2, with: .success(.init(items: ["er"], next: nil)))
        await more.value
        #expect(pages.items == ["new", "er"])
        #expect(service.inputs == [0, 0, 1])
    }

    @Test func `a page that comes after a refresh began is not used`() async {
        let stubborn = GatedService<Int, Pages.Page>(obeysCancellation: false)
        let pages = Pages(first: 0) { try await stubborn.call($0) }
        let old = Task { await pages.loadMore() }
        await stubborn.waitForCalls(1)
        let refresh = Task { await pages.refresh() }
        await stubborn.waitForCalls(2)
        await old.value
        stubborn.answer(0, with: .success(.init(items: ["old"], next: 1)))
        await stubborn.waitForEnd(of: 0)
        stubborn.answer(1, with: .success(.init(items: ["new"], next: 1)))
        await refresh.value
        #expect(pages.items == ["new"])
    }

    @Test func `no page is loaded during a refresh`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let view = await refresh(pages, call: 2)
        await pages.loadMore()
        pages.startLoadingMore()
        #expect(service.inputs == [0, 0])
        service.answer(1, with: .success(.init(items: ["new"], next: nil)))
        await view.value
    }

    @Test func `a failed refresh keeps the list and its place, and can be tried again`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await refresh(pages, call: 2)
        service.answer(1, with: .failure(Unreachable()))
        await failing.value
        #expect(pages.errorMessage == "The service is out of reach.")
        #expect(pages.items == ["a", "b"])
        let retry = Task { await pages.retry() }
        await service.waitForCalls(3)
        service.answer(2, with: .success(.init(items: ["new"], next: nil)))
        await retry.value
        #expect(service.inputs == [0, 0, 0])
        #expect(pages.items == ["new"])
        #expect(pages.error == nil)
    }

    @Test func `after a failed refresh the next page follows the old list, without the error`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await refresh(pages, call: 2)
        service.answer(1, with: .failure(Unreachable()))
        await failing.value
        let more = await loadMore(pages, call: 3)
        service.answer(2, with: .success(.init(items: ["c"], next: nil)))
        await more.value
        #expect(pages.items == ["a", "b", "c"])
        #expect(pages.error == nil)
    }

    @Test func `a refresh that succeeds takes the error of a page away`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await loadMore(pages, call: 2)
        service.answer(1, with: .failure(Refused()))
        await failing.value
        #expect(!pages.canRetry)
        let view = await refresh(pages, call: 3)
        service.answer(2, with: .success(.init(items: ["new"], next: nil)))
        await view.value
        #expect(pages.error == nil)
    }

    /// Runs a body in a task that is cancelled before it begins.
    private func runCancelled(_ body: @escaping @MainActor () async -> Void) async {
        let late = Task { await body() }
        late.cancel()  // before it had a turn: both run on the main actor
        await late.value
    }

    @Test func `a refresh in a cancelled task leaves the load of a page alone`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let view = await loadMore(pages, call: 2)
        await runCancelled { await pages.refresh() }
        #expect(pages.isLoadingMore && !pages.isRefreshing)
        service.answer(1, with: .success(.init(items: ["c"], next: nil)))
        await view.value
        #expect(pages.items == ["a", "b", "c"])
    }

    @Test func `loading in a cancelled task leaves the error of a refresh`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await refresh(pages, call: 2)
        service.answer(1, with: .failure(Unreachable()))
        await failing.value
        await runCancelled { await pages.loadMore() }
        await runCancelled { await pages.retry() }
        #expect(pages.error == .unreachable)
        #expect(pages.canRetry && !pages.isRunning)
    }

    @Test func `cancel and clearError keep the items`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let failing = await loadMore(pages, call: 2)
        service.answer(1, with: .failure(Unreachable()))
        await failing.value
        pages.clearError()
        #expect(pages.error == nil)
        #expect(!pages.canRetry)
        pages.startLoadingMore()
        pages.cancel()
        #expect(!pages.isRunning)
        #expect(pages.items == ["a", "b"])
    }

    @Test func `reset begins anew`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        let view = await loadMore(pages, call: 2)
        pages.reset()
        await view.value
        #expect(pages.items.isEmpty && !pages.hasLoaded && pages.hasMore && !pages.isRunning)
        let again = await loadMore(pages, call: 3)
        #expect(service.inputs.last == 0)
        again.cancel()
        await again.value
    }

    @Test func `a page is tried again by the rule`() async {
        let clock = ManualClock()
        let pages = Pages(first: 0, retry: .recoverable(maxAttempts: 2, delay: .seconds(1)), clock: clock) {
            [service] in
            try await service.call($0)
        }
        let view = await loadMore(pages, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        await clock.waitForSleepers()
        #expect(pages.isLoading)
        await clock.advance(by: .seconds(1))
        await service.waitForCalls(2)
        service.answer(1, with: .success(.init(items: ["a"], next: nil)))
        await view.value
        #expect(pages.items == ["a"])
    }

    @Test func `a list that nobody holds is released, and its load cancelled`() async {
        var pages: Pages? = makePages()
        weak let dropped = pages
        pages?.startLoadingMore()
        await service.waitForCalls(1)
        pages = nil
        #expect(dropped == nil)
        await service.waitForCancellation(of: 0)
    }
}
