import Observation
import ServicePresentation
import Testing

/// What an action's own user code does to the action: it comes after what it was called for.
@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceActionReentrancyTests {
    private let service = GatedService<String, Int>()
    private let hook = Hook()

    private func makeAction() -> ServiceAction<String, Int> {
        ServiceAction(presenter: .standard.logging { [hook] _ in hook.call() }) { [service] in
            try await service.call($0)
        }
    }

    @Test func `a run that the log of an error starts is the newest one`() async {
        let action = makeAction()
        hook.once { action.start("b") }
        action.start("a")
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Unreachable()))
        await service.waitForCalls(2)
        #expect(action.phase == .loading)
        action.cancel()
        #expect(action.phase == .failed(.unreachable))
        #expect(action.canRetry)
        action.start("c")
        await service.waitForCalls(3)
        service.answer(2, with: .success(3))
        await action.settled()
        #expect(action.phase == .loaded(3))
        #expect(service.inputs == ["a", "b", "c"])
    }

    @Test func `an error that its log clears is gone`() async {
        let action = makeAction()
        hook.once { action.clearError() }
        #expect(await action.load("a", calling: service, call: 1).failing(Unreachable(), in: service) == nil)
        #expect(action.phase == .idle)
    }

    @Test func `an action that the log of an error resets is as it was at first`() async {
        let action = makeAction()
        hook.once { action.reset() }
        #expect(await action.load("a", calling: service, call: 1).failing(Unreachable(), in: service) == nil)
        #expect(action.phase == .idle)
        #expect(!action.canRetry)
    }

    /// An action whose work calls the hook as soon as it is cancelled.
    private func makeObservedAction() -> ServiceAction<String, Int> {
        ServiceAction { [service, hook] input in
            try await withTaskCancellationHandler {
                try await service.call(input)
            } onCancel: {
                hook.call()
            }
        }
    }

    @Test func `a run that a cancelled one starts is the newest one`() async {
        let action = makeObservedAction()
        action.start("a")
        await service.waitForCalls(1)
        hook.once { action.start("b") }
        action.cancel()
        #expect(action.phase == .loading)
        await service.waitForCalls(2)
        service.answer(1, with: .success(2))
        await action.settled()
        #expect(action.phase == .loaded(2))
    }

    @Test func `a run that a superseded one starts is the newest one`() async {
        let action = makeObservedAction()
        action.start("a")
        await service.waitForCalls(1)
        hook.once { action.start("c") }
        action.start("b")
        await service.waitForCalls(2)
        #expect(service.inputs == ["a", "c"])
        service.answer(1, with: .success(3))
        await action.settled()
        #expect(action.phase == .loaded(3))
    }

    @Test func `what a cancelled run starts is forgotten by a reset that comes after it, and not before`() async {
        let action = makeObservedAction()
        action.start("a")
        await service.waitForCalls(1)
        hook.once { action.set(5) }
        action.reset()
        #expect(action.phase == .loaded(5))
    }

    // MARK: Lists

    private typealias Pages = Pagination<String, Int>
    private let pageService = GatedService<Int, Pages.Page>()

    /// A list whose loads call the hook as soon as they are cancelled.
    private func makePages() -> Pages {
        Pages(first: 0) { [pageService, hook] cursor in
            try await withTaskCancellationHandler {
                try await pageService.call(cursor)
            } onCancel: {
                hook.call()
            }
        }
    }

    /// Loads the first page, and begins to load the second one.
    private func loadFirstPage(of pages: Pages) async {
        pages.startLoadingMore()
        await pageService.waitForCalls(1)
        pageService.answer(0, with: .success(.init(items: ["a", "b"], next: 2)))
        await pages.settled()
        pages.startLoadingMore()
        await pageService.waitForCalls(2)
    }

    @Test func `a load that a reset cancels and that starts another one begins anew`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        hook.once { pages.startLoadingMore() }
        pages.reset()
        #expect(pages.items.isEmpty && !pages.hasLoaded && pages.isLoading)
        await pageService.waitForCalls(3)
        pageService.answer(2, with: .success(.init(items: ["a"], next: nil)))
        await pages.settled()
        #expect(pageService.inputs == [0, 2, 0])
        #expect(pages.items == ["a"])
    }

    @Test func `a load that a refresh cancels starts no other one`() async {
        let pages = makePages()
        await loadFirstPage(of: pages)
        hook.once { pages.startLoadingMore() }
        let refresh = Task { await pages.refresh() }
        await pageService.waitForCalls(3)
        #expect(pages.isRefreshing && !pages.isLoadingMore)
        #expect(pageService.inputs == [0, 2, 0])
        pageService.answer(2, with: .success(.init(items: ["new"], next: nil)))
        await refresh.value
        #expect(pages.items == ["new"])
    }

    @Test func `a load that the arrival of a page starts is under way, and is of the next page`() async {
        let pages = makePages()
        pages.startLoadingMore()
        await pageService.waitForCalls(1)
        hook.once { pages.startLoadingMore() }
        withObservationTracking {
            _ = pages.items
        } onChange: { [hook] in
            hook.call()
        }
        pageService.answer(0, with: .success(.init(items: ["a", "b"], next: 2)))
        await pageService.waitForCalls(2)
        #expect(pages.isLoadingMore)
        #expect(pageService.inputs == [0, 2])
        pageService.answer(1, with: .success(.init(items: ["c"], next: nil)))
        await pages.settled()
        #expect(pages.items == ["a", "b", "c"])
    }

    @Test(arguments: [false, true]) func `a refresh that a cancelled load starts goes on`(isReset: Bool) async throws {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let pages = makePages()
        await loadFirstPage(of: pages)
        var refresh: Task<Void, Never>?
        hook.once { refresh = Task.immediate { await pages.refresh() } }
        if isReset { pages.reset() } else { pages.cancel() }
        try #require(pages.isRunning && !pages.isLoadingMore)
        await pageService.waitForCalls(3)
        pageService.answer(2, with: .success(.init(items: ["new"], next: nil)))
        await refresh?.value
        #expect(pages.items == ["new"])
        #expect(!pages.hasMore)
    }

    // MARK: Others

    @Test func `what is entered as a form's submit is cancelled by a reset stays`() async {
        let name = Field("", Validator<String> { _ in nil })
        let form = ServiceForm(["name": name])
        name.value = "old"
        let submit = Task {
            await form.submit { [service, hook] in
                try await withTaskCancellationHandler {
                    _ = try await service.call("old")
                } onCancel: {
                    hook.call()
                }
            }
        }
        await service.waitForCalls(1)
        hook.once {
            name.value = "new"
            form.merge(["name": "taken", "other": "wrong"])
        }
        form.reset()
        #expect(await submit.value == false)
        #expect(name.value == "new")
        #expect(form.errors == ["name": "taken"])
        #expect(form.submissionError?.message == "wrong")
    }

    @Test func `an error that its log clears is gone from an optimistic value`() async {
        var list: OptimisticValue<Int>?
        list = OptimisticValue(1, presenter: .standard.logging { [hook] _ in hook.call() })
        hook.once { [weak list] in list?.clearError() }
        #expect(
            await list?.update {
                $0 = 2
            } commit: {
                throw Refused()
            } == false)
        #expect(list?.value == 1)
        #expect(list?.error == nil)
    }

    @Test func `a form that the log of a refusal resets shows nothing of it`() async {
        struct Taken: FieldErrors {
            var fieldErrors: [String: String] { ["name": "taken", "other": "wrong"] }
        }
        let name = Field("", Validator<String> { _ in nil })
        let form = ServiceForm(presenter: .standard.logging { [hook] _ in hook.call() }, ["name": name])
        hook.once { form.reset() }
        #expect(await form.submit { throw Taken() } == false)
        #expect(form.errors.isEmpty)
        #expect(form.submissionError == nil)
        #expect(!form.isSubmitting)
    }
}

extension Task where Success == Int?, Failure == Never {
    /// Lets the first call of a service fail, and waits for what its caller gets.
    fileprivate func failing(_ error: any Error, in service: GatedService<String, Int>) async -> Int? {
        service.answer(0, with: .failure(error))
        return await value
    }
}
