import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceActionOverlapTests {
    private let service = GatedService<String, Int>()

    private func makeAction(_ overlap: ServiceAction<String, Int>.Overlap) -> ServiceAction<String, Int> {
        ServiceAction(overlap: overlap) { [service] in try await service.call($0) }
    }

    // MARK: Latest wins

    @Test func `the latest run wins, and the older caller is let go`() async {
        let action = makeAction(.latestWins)
        let older = await action.load("a", calling: service, call: 1)
        let newer = await action.load("b", calling: service, call: 2)
        #expect(await older.value == nil)
        #expect(action.phase == .loading)
        await service.waitForCancellation(of: 0)
        service.answer(1, with: .success(2))
        #expect(await newer.value == 2)
        #expect(action.phase == .loaded(2))
    }

    @Test func `a superseded run that fails shows nothing`() async {
        let stubborn = GatedService<String, Int>(obeysCancellation: false)
        let action = ServiceAction { try await stubborn.call($0) }
        let older = await action.load("a", calling: stubborn, call: 1)
        let newer = await action.load("b", calling: stubborn, call: 2)
        stubborn.answer(0, with: .failure(Unreachable()))
        #expect(await older.value == nil)
        stubborn.answer(1, with: .success(2))
        #expect(await newer.value == 2)
        #expect(action.phase == .loaded(2))
    }

    @Test func `cancelling after a supersession puts back what was before both`() async {
        let action = makeAction(.latestWins)
        action.set(1)
        let older = await action.load("a", calling: service, call: 1)
        let newer = await action.load("b", calling: service, call: 2)
        action.cancel()
        #expect(action.phase == .loaded(1))
        #expect(await older.value == nil)
        #expect(await newer.value == nil)
    }

    @Test func `of many starts only the last one writes`() async {
        let stubborn = GatedService<String, Int>(obeysCancellation: false)
        let action = ServiceAction { try await stubborn.call($0) }
        for number in 1...20 {
            action.start("\(number)")
            await stubborn.waitForCalls(number)
        }
        for number in (0..<20).reversed() { stubborn.answer(number, with: .success(number)) }
        for number in 0..<20 { await stubborn.waitForEnd(of: number) }
        await action.settled()
        #expect(action.phase == .loaded(19))
    }

    // MARK: Drop while running

    @Test func `a start while running is dropped`() async {
        let action = makeAction(.dropWhileRunning)
        let first = await action.load("a", calling: service, call: 1)
        #expect(await action.run("b") == nil)
        action.start("c")
        service.answer(0, with: .success(1))
        #expect(await first.value == 1)
        #expect(service.inputs == ["a"])
        #expect(action.phase == .loaded(1))
    }

    @Test func `after the end the next start is not dropped`() async {
        let action = makeAction(.dropWhileRunning)
        let first = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await first.value
        let second = await action.load("b", calling: service, call: 2)
        service.answer(1, with: .success(2))
        #expect(await second.value == 2)
    }

    // MARK: Join in flight

    @Test func `callers that join share one run, whatever their input`() async {
        let action = makeAction(.joinInFlight)
        let first = await action.load("a", calling: service, call: 1)
        let joined = Signal()
        let second = Task {
            joined.set()
            return await action.run("b")
        }
        await joined.wait()
        service.answer(0, with: .success(1))
        #expect(await first.value == 1)
        #expect(await second.value == 1)
        #expect(service.inputs == ["a"])
    }

    @Test func `one caller may leave, and the run goes on`() async {
        let action = makeAction(.joinInFlight)
        let first = await action.load("a", calling: service, call: 1)
        let joined = Signal()
        let second = Task {
            joined.set()
            return await action.run("b")
        }
        await joined.wait()
        first.cancel()
        #expect(await first.value == nil)
        #expect(action.isRunning)
        #expect(!service.isCancelled(0))
        service.answer(0, with: .success(1))
        #expect(await second.value == 1)
        #expect(action.phase == .loaded(1))
    }

    @Test func `the last caller to leave cancels the run`() async {
        let action = makeAction(.joinInFlight)
        let first = await action.load("a", calling: service, call: 1)
        let joined = Signal()
        let second = Task {
            joined.set()
            return await action.run("b")
        }
        await joined.wait()
        first.cancel()
        second.cancel()
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        #expect(action.phase == .idle)
        await service.waitForCancellation(of: 0)
    }

    @Test func `a start that joined holds the run when every caller has left`() async {
        let action = makeAction(.joinInFlight)
        let first = await action.load("a", calling: service, call: 1)
        action.start("b")
        first.cancel()
        #expect(await first.value == nil)
        #expect(action.isRunning)
        service.answer(0, with: .success(1))
        await action.settled()
        #expect(action.phase == .loaded(1))
    }

    @Test func `who comes after everybody left starts anew`() async {
        let action = makeAction(.joinInFlight)
        let first = await action.load("a", calling: service, call: 1)
        first.cancel()
        let second = await action.load("b", calling: service, call: 2)
        service.answer(1, with: .success(2))
        #expect(await first.value == nil)
        #expect(await second.value == 2)
    }
}
