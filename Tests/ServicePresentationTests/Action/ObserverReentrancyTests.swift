import ServicePresentation
import Testing

/// What observers of an activity do to it, the moment they are told of a change: it comes after that change.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ObserverReentrancyTests {
    private let service = GatedService<String, Int>()

    private func makeAction(
        overlap: ServiceAction<String, Int>.Overlap = .latestWins
    ) -> ServiceAction<String, Int> {
        ServiceAction(overlap: overlap) { [service] in try await service.call($0) }
    }

    // MARK: Actions

    @Test func `an observer reads the phase that it is told of`() {
        let action = makeAction()
        var seen: Phase<Int>?
        onceChanged {
            action.phase
        } do: {
            seen = action.phase
        }
        action.set(1)
        #expect(seen == .loaded(1))
    }

    @Test func `a run that an observer of the value starts is the newest one`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        onceChanged {
            action.value
        } do: {
            action.start("b")
        }
        service.answer(0, with: .success(1))
        await service.waitForCalls(2)
        #expect(action.phase == .reloading(1))
        service.answer(1, with: .success(2))
        await action.settled()
        #expect(action.phase == .loaded(2))
    }

    @Test(arguments: [ServiceAction<String, Int>.Overlap.latestWins, .dropWhileRunning, .joinInFlight])
    func `a run that an observer of a failure starts is under way`(
        overlap: ServiceAction<String, Int>.Overlap
    ) async {
        let action = makeAction(overlap: overlap)
        action.start("a")
        await service.waitForCalls(1)
        onceChanged {
            action.isRunning
        } do: {
            action.start("b")
        }
        service.answer(0, with: .failure(Unreachable()))
        await service.waitForCalls(2)
        #expect(action.phase == .loading)
        action.cancel()
        #expect(action.phase == .failed(.unreachable))
        #expect(action.canRetry)
    }

    @Test func `a run that an observer of its start cancels is over`() async {
        let action = makeAction()
        onceChanged {
            action.isRunning
        } do: {
            action.cancel()
        }
        #expect(await action.run("a") == nil)
        #expect(action.phase == .idle)
    }

    @Test func `a run that an observer of its start supersedes is not used`() async {
        let action = makeAction()
        onceChanged {
            action.isRunning
        } do: {
            action.start("b")
        }
        #expect(await action.run("a") == nil)
        #expect(action.isRunning)
        await service.waitForCalls(1)
        #expect(service.inputs == ["b"])
        service.answer(0, with: .success(2))
        await action.settled()
        #expect(action.phase == .loaded(2))
    }

    @Test(arguments: [false, true])
    func `a run that an observer of the end of another starts goes on`(isReset: Bool) async {
        let action = makeAction()
        action.set(1)
        action.start("a")
        await service.waitForCalls(1)
        onceChanged {
            action.isRunning
        } do: {
            action.start("b")
        }
        if isReset { action.reset() } else { action.cancel() }
        #expect(action.phase == (isReset ? .loading : .reloading(1)))
        await service.waitForCalls(2)
        service.answer(1, with: .success(2))
        await action.settled()
        #expect(action.phase == .loaded(2))
    }

    // MARK: Lists

    private typealias Pages = Pagination<String, Int>
    private let pageService = GatedService<Int, Pages.Page>()

    private func makePages() -> Pages {
        Pages(first: 0) { [pageService] in try await pageService.call($0) }
    }

    enum Read: CaseIterable {
        case isRunning, hasMore, hasLoaded, items

        @MainActor fileprivate func callAsFunction(_ pages: Pagination<String, Int>) {
            switch self {
            case .isRunning: _ = pages.isRunning
            case .hasMore: _ = pages.hasMore
            case .hasLoaded: _ = pages.hasLoaded
            case .items: _ = pages.items
            }
        }
    }

    @Test(arguments: Read.allCases)
    func `a load that an observer of an arriving page starts is of the next page`(read: Read) async {
        let pages = makePages()
        pages.startLoadingMore()
        await pageService.waitForCalls(1)
        onceChanged {
            read(pages)
        } do: {
            pages.startLoadingMore()
        }
        pageService.answer(0, with: .success(.init(items: ["a", "b"], next: 2)))
        await pageService.waitForCalls(2)
        #expect(pages.isLoadingMore)
        #expect(pageService.inputs == [0, 2])
        pageService.answer(1, with: .success(.init(items: ["c"], next: nil)))
        await pages.settled()
        #expect(pages.items == ["a", "b", "c"])
        #expect(!pages.hasMore)
    }

    @Test(arguments: Read.allCases)
    func `a load that an observer of a refresh starts follows the new list`(read: Read) async {
        let pages = makePages()
        await load(pages, .init(items: ["old"], next: 1))
        let refresh = Task { await pages.refresh() }
        await pageService.waitForCalls(2)
        onceChanged {
            read(pages)
        } do: {
            pages.startLoadingMore()
        }
        pageService.answer(1, with: .success(.init(items: ["a"], next: 5)))
        await refresh.value
        await pageService.waitForCalls(3)
        #expect(pageService.inputs == [0, 0, 5])
        pageService.answer(2, with: .success(.init(items: ["b"], next: nil)))
        await pages.settled()
        #expect(pages.items == ["a", "b"])
    }

    @Test(arguments: Read.allCases)
    func `a load that an observer of a reset starts is of the first page`(read: Read) async {
        let pages = makePages()
        await load(pages, .init(items: ["a"], next: nil))
        onceChanged {
            read(pages)
        } do: {
            pages.startLoadingMore()
        }
        pages.reset()
        if read == .isRunning { return }  // Nothing ran, so nothing changed.
        #expect(pages.isLoading)
        await pageService.waitForCalls(2)
        #expect(pageService.inputs == [0, 0])
        pageService.answer(1, with: .success(.init(items: ["a"], next: nil)))
        await pages.settled()
        #expect(pages.items == ["a"])
    }

    @Test func `a load that an observer starts as a reset cancels another one is not cancelled with that`() async {
        let pages = makePages()
        await load(pages, .init(items: ["a"], next: 1))
        pages.startLoadingMore()
        await pageService.waitForCalls(2)
        onceChanged {
            pages.items
        } do: {
            pages.startLoadingMore()
        }
        pages.reset()
        #expect(pages.isLoading)
        await pageService.waitForCalls(3)
        #expect(pageService.inputs == [0, 1, 0])
        pages.cancel()
    }

    @Test func `a load that an observer of a beginning refresh starts anew is not cancelled by that`() async {
        let pages = makePages()
        await load(pages, .init(items: ["a"], next: 1))
        onceChanged {
            pages.isRefreshing
        } do: {
            pages.reset()
            pages.startLoadingMore()
        }
        await pages.refresh()
        #expect(pages.isLoading)
        await pageService.waitForCalls(2)
        pages.cancel()
    }

    private func load(_ pages: Pages, _ page: Pages.Page) async {
        pages.startLoadingMore()
        await pageService.waitForCalls(1)
        pageService.answer(0, with: .success(page))
        await pages.settled()
    }

    // MARK: Optimistic values

    @Test(arguments: [false, true])
    func `a value that an observer of a change confirms lies under that change`(isPending: Bool) async {
        let count = OptimisticValue(0)
        onceChanged {
            isPending ? count.pendingCount : count.value
        } do: {
            count.confirm(10)
        }
        let update = Task { [service] in
            await count.update {
                $0 += 1
            } commit: {
                _ = try await service.call("+1")
            }
        }
        await service.waitForCalls(1)
        #expect(count.confirmed == 10)
        #expect(count.pendingCount == 1)
        #expect(count.value == 11)
        service.answer(0, with: .success(0))
        #expect(await update.value)
        #expect(count.value == 11)
    }

    @Test(arguments: [false, true])
    func `a value that an observer of an answer confirms is shown`(isAccepted: Bool) async {
        let count = OptimisticValue(0)
        let update = Task { [service] in
            await count.update {
                $0 += 1
            } commit: {
                _ = try await service.call("+1")
            }
        }
        await service.waitForCalls(1)
        onceChanged {
            count.pendingCount
        } do: {
            count.confirm(10)
            count.clearError()
        }
        service.answer(0, with: isAccepted ? .success(0) : .failure(Refused()))
        #expect(await update.value == isAccepted)
        #expect(count.confirmed == 10)
        #expect(count.value == 10)
        #expect(count.error == nil)
    }
}
