import ServicePresentation
import Testing

/// What observers of a form do to it, the moment they are told of a change: it comes after that change.
@MainActor @Suite(.timeLimit(.minutes(5))) struct FormObserverTests {
    private let service = GatedService<String, Int>()

    @Test func `a form that an observer of its submit cancels is not being submitted`() async {
        let form = ServiceForm(["name": Field("a")])
        onceChanged {
            form.isSubmitting
        } do: {
            form.cancel()
        }
        let isSent = await form.submit { [service] in _ = try await service.call("a") }
        #expect(!isSent && !form.isSubmitting)
        #expect(await form.submit {})
    }

    private struct Taken: FieldErrors {
        var fieldErrors: [String: String] { ["name": "taken", "email": "taken", "other": "wrong"] }
    }

    @Test(arguments: [0, 1, 2, 3])
    func `a form that an observer of a refusal resets shows nothing of it`(read: Int) async {
        let (name, email) = (Field(""), Field(""))
        let form = ServiceForm(["name": name, "email": email])
        let submit = Task {
            await form.submit { [service] in
                _ = try await service.call("a")
                throw Taken()
            }
        }
        await service.waitForCalls(1)
        onceChanged {
            switch read {
            case 0: _ = form.isSubmitting
            case 1: _ = name.serverError
            case 2: _ = email.error
            default: _ = form.submissionError
            }
        } do: {
            form.reset()
        }
        service.answer(0, with: .success(1))
        #expect(await submit.value == false)
        #expect(form.errors.isEmpty)
        #expect(form.submissionError == nil)
    }
}
