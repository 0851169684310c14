import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct OptimisticValueTests {
    private let service = GatedService<String, Void>()
    private let log = Journal<String>()

    private func makeValue(_ items: [String] = []) -> OptimisticValue<[String]> {
        OptimisticValue(items, presenter: .standard.logging { [log] in log.add($0) })
    }

    /// Adds an item, and returns when the change is shown.
    private func add(_ item: String, to list: OptimisticValue<[String]>) async -> Task<Bool, Never> {
        let began = Signal()
        let update = Task { [service] in
            began.set()
            return await list.update {
                $0.append(item)
            } commit: {
                try await service.call(item)
            }
        }
        await began.wait()
        return update
    }

    @Test func `a change is shown before the service has it`() async {
        let list = makeValue(["a"])
        let update = await add("b", to: list)
        #expect(list.value == ["a", "b"])
        #expect(list.confirmed == ["a"])
        #expect(list.isRunning)
        await service.waitForCalls(1)
        service.answer(0, with: .success(()))
        #expect(await update.value)
        #expect(list.value == ["a", "b"])
        #expect(list.confirmed == ["a", "b"])
        #expect(!list.isRunning)
    }

    @Test func `a refused change is taken back, with words`() async {
        let list = makeValue(["a"])
        let update = await add("b", to: list)
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Refused()))
        #expect(await update.value == false)
        #expect(list.value == ["a"])
        #expect(list.error == .refused)
        #expect(list.errorMessage == "This is not allowed.")
        #expect(log.all.count == 1)
        list.clearError()
        #expect(list.error == nil)
    }

    @Test func `changes are sent one after the other, in order`() async {
        let list = makeValue()
        let first = await add("a", to: list)
        let second = await add("b", to: list)
        await service.waitForCalls(1)
        await letOthersRun()
        #expect(service.inputs == ["a"])
        #expect(list.pendingCount == 2)
        service.answer(0, with: .success(()))
        #expect(await first.value)
        #expect(list.confirmed == ["a"])
        #expect(list.value == ["a", "b"])
        await service.waitForCalls(2)
        service.answer(1, with: .success(()))
        #expect(await second.value)
        #expect(list.confirmed == ["a", "b"])
    }

    @Test func `a refused change leaves the later ones in place`() async {
        let list = makeValue(["0"])
        let updates = [await add("a", to: list), await add("b", to: list), await add("c", to: list)]
        #expect(list.value == ["0", "a", "b", "c"])
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Refused()))
        #expect(await updates[0].value == false)
        #expect(list.value == ["0", "b", "c"])
        await service.waitForCalls(2)
        service.answer(1, with: .success(()))
        #expect(await updates[1].value)
        #expect(list.confirmed == ["0", "b"])
        await service.waitForCalls(3)
        service.answer(2, with: .failure(Refused()))
        #expect(await updates[2].value == false)
        #expect(list.value == ["0", "b"])
        #expect(list.confirmed == ["0", "b"])
    }

    @Test func `a cancelled change is taken back without words`() async {
        let list = makeValue(["a"])
        let update = await add("b", to: list)
        await service.waitForCalls(1)
        update.cancel()
        #expect(await update.value == false)
        #expect(list.value == ["a"])
        #expect(list.error == nil)
        #expect(log.all.isEmpty)
    }

    @Test func `a cancelled change that fails in another way is taken back without words, too`() async {
        let stubborn = GatedService<String, Void>(obeysCancellation: false)
        let list = makeValue(["a"])
        let update = Task {
            await list.update {
                $0.append("b")
            } commit: {
                try await stubborn.call("b")
            }
        }
        await stubborn.waitForCalls(1)
        update.cancel()
        stubborn.answer(0, with: .failure(Refused()))
        #expect(await update.value == false)
        #expect(list.value == ["a"])
        #expect(list.error == nil)
        #expect(log.all.isEmpty)
    }

    @Test func `a change that is cancelled while it waits is never sent`() async {
        let list = makeValue()
        let first = await add("a", to: list)
        let second = await add("b", to: list)
        await service.waitForCalls(1)
        second.cancel()
        service.answer(0, with: .success(()))
        #expect(await first.value)
        #expect(await second.value == false)
        #expect(list.value == ["a"])
        #expect(service.inputs == ["a"])
    }

    @Test func `a change that is cancelled while it waits is taken back at once`() async {
        let list = makeValue()
        let first = await add("a", to: list)
        let second = await add("b", to: list)
        let third = await add("c", to: list)
        await service.waitForCalls(1)
        second.cancel()
        #expect(await second.value == false)
        #expect(list.value == ["a", "c"])
        #expect(list.pendingCount == 2)
        third.cancel()
        #expect(await third.value == false)
        let fourth = await add("d", to: list)
        #expect(list.value == ["a", "d"])
        #expect(service.inputs == ["a"])
        service.answer(0, with: .success(()))
        #expect(await first.value)
        await service.waitForCalls(2)
        service.answer(1, with: .success(()))
        #expect(await fourth.value)
        #expect(list.confirmed == ["a", "d"])
        #expect(service.inputs == ["a", "d"])
        #expect(log.all.isEmpty)
    }

    @Test func `a change in a cancelled task is not even shown`() async {
        let list = makeValue()
        let update = Task {
            await list.update {
                $0.append("a")
            } commit: { [service] in
                try await service.call("a")
            }
        }
        update.cancel()  // before it had a turn: both run on the main actor
        #expect(await update.value == false)
        #expect(service.inputs.isEmpty)
    }

    @Test func `a fresh value from the service goes beneath the changes on their way`() async {
        let list = makeValue(["a"])
        let update = await add("b", to: list)
        list.confirm(["x", "y"])
        #expect(list.value == ["x", "y", "b"])
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Refused()))
        #expect(await update.value == false)
        #expect(list.value == ["x", "y"])
    }

    @Test func `the next change takes the error of the last one away`() async {
        let list = makeValue()
        let refused = await add("a", to: list)
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Refused()))
        _ = await refused.value
        let next = await add("b", to: list)
        #expect(list.error == nil)
        await service.waitForCalls(2)
        service.answer(1, with: .success(()))
        #expect(await next.value)
    }

    @Test func `a change may read the value it changes`() async {
        let count = OptimisticValue(1)
        let isTaken = await count.update {
            $0 = count.value + 1
        } commit: {
        }
        #expect(isTaken)
        #expect(count.confirmed >= 2)
    }
}
