import ServicePresentation
import Testing

/// What a form sends, and what it shows of the answer, where people go on typing or cancel.
@MainActor @Suite(.timeLimit(.minutes(5))) struct SubmittedValueTests {
    private struct Rejected: FieldErrors {
        let fieldErrors: [String: String]
    }

    private let email = Field("", .email)
    private let password = Field("", .password())
    private let service = GatedService<String, Void>()

    private func makeForm() -> ServiceForm { ServiceForm(["email": email, "password": password]) }

    private func fillIn() {
        email.value = "me@example.org"
        password.value = "12345678"
    }

    /// Presses the button and waits until the service is called.
    private func submit(_ form: ServiceForm, call number: Int = 1) async -> Task<Bool, Never> {
        let press = Task { await form.submit { [service, email] in try await service.call(email.value) } }
        await service.waitForCalls(number)
        return press
    }

    @Test func `what became invalid after the press is not sent, and shows its error`() async {
        let form = makeForm()
        fillIn()
        let press = Task { await form.submit { [service, email] in try await service.call(email.value) } }
        // Both are jobs of the main actor: the form is valid in the first, and is sent after the second.
        let typing = Task { email.value = "me@" }
        await typing.value
        #expect(await press.value == false)
        #expect(service.inputs.isEmpty)
        #expect(form.errors == ["email": "Invalid email address"])
        #expect(form.submissionError == nil)
        #expect(!form.isSubmitting)
        fillIn()
        let next = await submit(form)
        service.answer(0, with: .success(()))
        #expect(await next.value)
    }

    @Test func `what a server said of a value is not shown beside another one`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        email.value = "you@example.org"
        service.answer(
            0, with: .failure(Rejected(fieldErrors: ["email": "Already taken.", "password": "Too common."])))
        #expect(await press.value == false)
        #expect(form.errors == ["password": "Too common."])
        #expect(form.submissionError == nil)
    }

    @Test func `what a server said of a value is shown beside it, also if that was changed and changed back`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        email.value += "x"
        email.value = "me@example.org"
        service.answer(0, with: .failure(Rejected(fieldErrors: ["email": "Already taken."])))
        #expect(await press.value == false)
        #expect(form.errors == ["email": "Already taken."])
    }

    @Test(arguments: [true, false]) func `a submit that is cancelled before its body begins sends nothing`(
        isReset: Bool
    ) async {
        let hook = Hook()
        let name = Field(
            "old",
            Validator { _ in
                hook.call()
                return nil
            })
        let form = ServiceForm(["name": name])
        let sent = Journal<String>()
        name.value = "new"
        // The form asks the field when the button is pressed, and again just before the body.
        hook.once {}
        hook.once { if isReset { form.reset() } else { form.cancel() } }
        #expect(await form.submit { sent.add(name.value) } == false)
        await letOthersRun()
        #expect(sent.all.isEmpty)
    }
}
