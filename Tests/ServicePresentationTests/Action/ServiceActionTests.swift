import ServicePresentation
import ServiceTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceActionTests {
    private typealias Service = GatedService<String, Int>
    private let service = Service()
    private let log = Journal<String>()

    private func makeAction() -> ServiceAction<String, Int> {
        ServiceAction(presenter: .standard.logging { [log] in log.add($0) }) { [service] in
            try await service.call($0)
        }
    }

    @Test func `a new action is idle`() {
        let action = makeAction()
        #expect(action.phase == .idle)
        #expect(action.value == nil)
        #expect(!action.isRunning)
        #expect(action.error == nil)
        #expect(!action.canRetry)
    }

    @Test func `starting enters loading at once`() {
        let action = makeAction()
        action.start("a")
        #expect(action.phase == .loading)
        #expect(action.isRunning)
        action.cancel()
    }

    @Test func `a result is returned and kept`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .success(1))
        #expect(await view.value == 1)
        #expect(action.phase == .loaded(1))
        #expect(service.inputs == ["a"])
    }

    @Test func `a start ends in the same phases as a run`() async {
        let action = makeAction()
        action.start("a")
        await service.waitForCalls(1)
        service.answer(0, with: .success(1))
        await action.settled()
        #expect(action.phase == .loaded(1))
    }

    @Test func `the work runs off the main actor`() async {
        let isMain = ServiceAction<Void, Bool> { #isolation === MainActor.shared }
        #expect(await isMain.run() == false)
    }

    @Test func `a reload keeps the value`() async {
        let action = makeAction()
        action.set(1)
        let view = await action.load("a", calling: service, call: 1)
        #expect(action.phase == .reloading(1))
        #expect(action.value == 1)
        service.answer(0, with: .success(2))
        _ = await view.value
        #expect(action.phase == .loaded(2))
    }

    @Test func `a failure shows words and returns nil`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        #expect(await view.value == nil)
        #expect(action.phase == .failed(.unreachable))
        #expect(action.error == .unreachable)
        #expect(action.errorMessage == "The service is out of reach.")
    }

    @Test func `a failed reload keeps the value beside the error`() async {
        let action = makeAction()
        action.set(1)
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Refused()))
        _ = await view.value
        #expect(action.phase == .reloadFailed(1, .refused))
        #expect(action.value == 1)
    }

    @Test func `starting again takes the error away at once`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.start("b")
        #expect(action.phase == .loading)
        #expect(action.error == nil)
        #expect(!action.canRetry)
        action.cancel()
    }

    @Test func `the technical text of a shown error is logged once`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(urlError(-1009)))
        _ = await view.value
        _ = action.error
        _ = action.errorMessage
        #expect(log.all.count == 1)
        #expect(log.all.first?.contains("NSURLErrorDomain") == true)
        #expect(log.all.first?.contains("-1009") == true)
    }

    @Test func `a cancellation is not logged`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(urlError(-999)))
        _ = await view.value
        #expect(action.phase == .idle)
        #expect(log.all.isEmpty)
    }

    @Test func `clearing the error keeps the value and forgets the retry`() async {
        let action = makeAction()
        action.set(1)
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.clearError()
        #expect(action.phase == .loaded(1))
        #expect(!action.canRetry)
        await action.retry()
        #expect(service.inputs == ["a"])
    }

    @Test func `clearing the error of a first load makes the action idle`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.clearError()
        #expect(action.phase == .idle)
    }

    @Test func `an error cleared while something runs does not come back when that is cancelled`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.start("b")
        action.clearError()
        #expect(action.phase == .loading)
        action.cancel()
        #expect(action.phase == .idle)
        #expect(!action.canRetry)
    }

    @Test func `a set value takes the error and its retry away`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.set(5)
        #expect(action.phase == .loaded(5))
        #expect(!action.canRetry)
    }

    @Test
    func `a value set while something runs is shown, replaced by the result, and kept by a cancellation`()
        async
    {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        action.set(5)
        #expect(action.phase == .reloading(5))
        service.answer(0, with: .success(6))
        _ = await view.value
        #expect(action.phase == .loaded(6))

        action.start("b")
        action.set(7)
        action.cancel()
        #expect(action.phase == .loaded(7))
    }

    @Test func `reset cancels and forgets everything`() async {
        let action = makeAction()
        action.set(1)
        let view = await action.load("a", calling: service, call: 1)
        action.reset()
        #expect(action.phase == .idle)
        #expect(await view.value == nil)
        await service.waitForCancellation(of: 0)
    }

    @Test func `reset forgets an error and its retry`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.reset()
        #expect(action.phase == .idle)
        #expect(!action.canRetry)
    }

    @Test func `views are told of every change`() async {
        let action = makeAction()
        #expect(isObserved({ action.isRunning }, when: { action.start("a") }))
        #expect(isObserved({ action.phase }, when: { action.cancel() }))
        #expect(isObserved({ action.value }, when: { action.set(1) }))
        let view = await action.load("b", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        #expect(isObserved({ action.canRetry }, when: { action.clearError() }))
    }

    @Test func `work without an input needs no argument`() async {
        let action = ServiceAction<Void, Int> { 1 }
        #expect(await action.run() == 1)
        action.reset()
        action.start()
        await action.settled()
        #expect(action.phase == .loaded(1))
    }
}
