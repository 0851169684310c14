import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct BusyIndicatorTests {
    private let service = GatedService<String, Int>()

    private func makeAction() -> ServiceAction<String, Int> {
        ServiceAction { [service] in try await service.call($0) }
    }

    @Test func `two actions share an indicator, which is on until both have ended`() async {
        let (load, save) = (makeAction(), makeAction())
        let busy = BusyIndicator(load, save)
        #expect(!busy.isBusy)
        let loading = await load.load("a", calling: service, call: 1)
        let saving = await save.load("b", calling: service, call: 2)
        service.answer(0, with: .success(1))
        _ = await loading.value
        #expect(busy.isBusy)
        service.answer(1, with: .failure(Unreachable()))
        _ = await saving.value
        #expect(!busy.isBusy)
    }

    @Test func `a superseded run does not turn it off`() async {
        let load = makeAction()
        let busy = BusyIndicator(load)
        let older = await load.load("a", calling: service, call: 1)
        let newer = await load.load("b", calling: service, call: 2)
        _ = await older.value
        #expect(busy.isBusy)
        newer.cancel()
        _ = await newer.value
        #expect(!busy.isBusy)
    }

    @Test func `views are told when any of the activities starts or ends`() {
        let (load, save) = (makeAction(), makeAction())
        let busy = BusyIndicator(load, save)
        #expect(isObserved({ busy.isBusy }, when: { save.start("a") }))
        #expect(isObserved({ busy.isBusy }, when: { save.cancel() }))
    }

    @Test func `forms, pages and optimistic values are activities too`() async {
        let form = ServiceForm([:])
        let pages = Pagination<Int, Int>(first: 0) { [service] in
            .init(items: [try await service.call("page \($0)")], next: nil)
        }
        let count = OptimisticValue(0)
        let busy = BusyIndicator(form, pages, count)

        let submit = Task { await form.submit { [service] in _ = try await service.call("form") } }
        await service.waitForCalls(1)
        #expect(busy.isBusy)
        service.answer(0, with: .success(1))
        #expect(await submit.value)
        #expect(!busy.isBusy)

        pages.startLoadingMore()
        #expect(busy.isBusy)
        pages.cancel()
        #expect(!busy.isBusy)

        let counting = GatedService<String, Int>()
        let update = Task {
            await count.update {
                $0 += 1
            } commit: {
                _ = try await counting.call("count")
            }
        }
        await counting.waitForCalls(1)
        #expect(busy.isBusy)
        update.cancel()
        #expect(await update.value == false)
        #expect(!busy.isBusy)
    }
}
