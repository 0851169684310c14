import Observation
import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceActionCancellationTests {
    private let service = GatedService<String, Int>()

    private func makeAction() -> ServiceAction<String, Int> {
        ServiceAction { [service] in try await service.call($0) }
    }

    @Test func `cancelling a first load makes the action idle at once`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        action.cancel()
        #expect(action.phase == .idle)
        #expect(await view.value == nil)
        await service.waitForCancellation(of: 0)
    }

    @Test func `cancelling puts the earlier error and its retry back`() async {
        let action = makeAction()
        action.set(1)
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.start("b")
        action.cancel()
        #expect(action.phase == .reloadFailed(1, .unreachable))
        #expect(action.canRetry)
        let retry = Task { await action.retry() }
        await service.waitForCalls(2)
        #expect(service.inputs.last == "a")
        service.answer(1, with: .success(2))
        await retry.value
        #expect(action.phase == .loaded(2))
    }

    @Test func `work that ignores cancellation runs on unseen`() async {
        let stubborn = GatedService<String, Int>(obeysCancellation: false)
        let action = ServiceAction { try await stubborn.call($0) }
        let view = await action.load("a", calling: stubborn, call: 1)
        action.cancel()
        #expect(await view.value == nil)
        #expect(action.phase == .idle)
        // A newer run ends after the older work: had that written, it would show.
        stubborn.answer(0, with: .success(1))
        await stubborn.waitForEnd(of: 0)
        let newer = await action.load("b", calling: stubborn, call: 2)
        #expect(action.phase == .loading)
        stubborn.answer(1, with: .success(2))
        #expect(await newer.value == 2)
    }

    @Test func `a cancelled caller returns at once, whatever the work does`() async {
        let stubborn = GatedService<String, Int>(obeysCancellation: false)
        let action = ServiceAction { try await stubborn.call($0) }
        let view = await action.load("a", calling: stubborn, call: 1)
        view.cancel()
        #expect(await view.value == nil)
        #expect(action.phase == .idle)
        stubborn.answer(0, with: .success(1))
    }

    @Test func `a result that comes after its caller was cancelled is not used`() async {
        let stubborn = GatedService<String, Int>(obeysCancellation: false)
        let action = ServiceAction { try await stubborn.call($0) }
        let view = await action.load("a", calling: stubborn, call: 1)
        // Both happen in this turn of the main actor, so neither has been noticed when the other happens.
        view.cancel()
        stubborn.answer(0, with: .success(1))
        #expect(await view.value == nil)
        #expect(action.phase == .idle)
    }

    @Test func `a caller that is cancelled already starts nothing`() async {
        let action = makeAction()
        let running = await action.load("a", calling: service, call: 1)
        let changed = Signal()
        withObservationTracking {
            _ = action.phase
        } onChange: {
            changed.set()
        }
        let late = Task { await action.run("b") }
        late.cancel()  // before it had a turn: both run on the main actor
        #expect(await late.value == nil)
        #expect(!changed.isSet)
        service.answer(0, with: .success(1))
        #expect(await running.value == 1)
        #expect(service.inputs == ["a"])
    }

    @Test func `cancelling what does not run changes nothing`() async {
        let action = makeAction()
        let view = await action.load("a", calling: service, call: 1)
        service.answer(0, with: .failure(Unreachable()))
        _ = await view.value
        action.cancel()
        #expect(action.phase == .failed(.unreachable))
        #expect(action.canRetry)
    }

    @Test func `an action whose caller waits stays alive`() async {
        var action: ServiceAction? = makeAction()
        weak let dropped = action
        let view = Task { [action] in await action?.run("a") }
        await service.waitForCalls(1)
        action = nil
        #expect(dropped != nil)
        service.answer(0, with: .success(1))
        #expect(await view.value == 1)
    }

    @Test func `a dropped action cancels what start began`() async {
        var action: ServiceAction? = makeAction()
        weak let dropped = action
        action?.start("a")
        await service.waitForCalls(1)
        action = nil
        #expect(dropped == nil)
        await service.waitForCancellation(of: 0)
    }

    @Test func `cancellations and answers in any order leave a phase in which nothing runs`() async {
        for order in 0..<50 {
            let service = GatedService<String, Int>(obeysCancellation: order.isMultiple(of: 2))
            let action = ServiceAction<String, Int>(overlap: order % 3 == 0 ? .joinInFlight : .latestWins) {
                try await service.call($0)
            }
            let first = await action.load("a", calling: service, call: 1)
            let second = Task { await action.run("b") }
            let canceller = Task.detached {
                first.cancel()
                second.cancel()
            }
            let answerer = Task.detached { service.answer(0, with: .success(1)) }
            await canceller.value
            await answerer.value
            _ = await first.value
            _ = await second.value
            #expect(!action.isRunning)
            #expect(action.phase == .idle || action.phase == .loaded(1))
        }
    }
}
