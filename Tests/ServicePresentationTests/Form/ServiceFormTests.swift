import Observation
import Service
import ServicePresentation
import Testing

@MainActor @Suite(.timeLimit(.minutes(5))) struct ServiceFormTests {
    private struct Rejected: FieldErrors {
        let fieldErrors: [String: String]
    }

    private let email = Field("", .email)
    private let password = Field("", .password())
    private let service = GatedService<String, Void>()
    private let log = Journal<String>()

    private func makeForm() -> ServiceForm {
        ServiceForm(
            presenter: .standard.logging { [log] in log.add($0) }, ["email": email, "password": password])
    }

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

    @Test func `an untouched form shows nothing and is not valid`() {
        let form = makeForm()
        #expect(form.errors.isEmpty)
        #expect(!form.isValid)
        #expect(!form.isSubmitting)
        #expect(form.submissionError == nil)
    }

    @Test func `submitting an invalid form touches every field and sends nothing`() async {
        let form = makeForm()
        let isSent = await form.submit { [service] in try await service.call("") }
        #expect(!isSent)
        #expect(
            form.errors == [
                "email": "Invalid email address", "password": "Password must be at least 8 characters",
            ])
        #expect(service.inputs.isEmpty)
    }

    @Test func `a valid form is sent`() async {
        let form = makeForm()
        fillIn()
        #expect(form.isValid)
        let press = await submit(form)
        #expect(form.isSubmitting)
        service.answer(0, with: .success(()))
        #expect(await press.value)
        #expect(!form.isSubmitting)
        #expect(form.submissionError == nil)
    }

    @Test func `a second press while running is dropped`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        form.merge(["email": "Already taken"])
        let isSentTwice = await form.submit { [service] in try await service.call("second") }
        #expect(!isSentTwice)
        #expect(form.errors == ["email": "Already taken"])
        service.answer(0, with: .success(()))
        #expect(await press.value)
        #expect(service.inputs == ["me@example.org"])
    }

    @Test func `a failure is shown, logged once, and keeps what was typed`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        service.answer(0, with: .failure(Unreachable()))
        #expect(await press.value == false)
        #expect(form.submissionError == .unreachable)
        #expect(email.value == "me@example.org")
        #expect(password.value == "12345678")
        #expect(form.errors.isEmpty)
        #expect(log.all.count == 1)
    }

    @Test func `the next press takes the error away`() async {
        let form = makeForm()
        fillIn()
        let first = await submit(form)
        service.answer(0, with: .failure(Unreachable()))
        _ = await first.value
        let second = await submit(form, call: 2)
        #expect(form.submissionError == nil)
        service.answer(1, with: .success(()))
        #expect(await second.value)
    }

    @Test(arguments: [0, 1]) func `a cancellation that comes as an error shows nothing`(kind: Int) async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        service.answer(0, with: .failure(kind == 0 ? CancellationError() : urlError(-999)))
        #expect(await press.value == false)
        #expect(form.submissionError == nil)
        #expect(!form.isSubmitting)
        #expect(log.all.isEmpty)
    }

    @Test func `the caller's cancellation reaches the body`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        press.cancel()
        #expect(await press.value == false)
        await service.waitForCancellation(of: 0)
        #expect(!form.isSubmitting)
        #expect(form.submissionError == nil)
    }

    @Test func `cancel ends a submit at once and keeps what was typed`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        form.cancel()
        #expect(!form.isSubmitting)
        #expect(await press.value == false)
        await service.waitForCancellation(of: 0)
        #expect(email.value == "me@example.org")
    }

    @Test func `what a server said is merged, and goes when its field changes`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        service.answer(
            0, with: .failure(Rejected(fieldErrors: ["email": "Already taken", "password": "Too common"])))
        #expect(await press.value == false)
        #expect(form.errors == ["email": "Already taken", "password": "Too common"])
        #expect(form.submissionError == nil)
        #expect(form.isValid)
        #expect(log.all.count == 1)
        email.value = "you@example.org"
        #expect(form.errors == ["password": "Too common"])
    }

    @Test func `what a server said goes at the next press`() async {
        let form = makeForm()
        fillIn()
        form.merge(["email": "Already taken", "captcha": "Please solve it"])
        let press = await submit(form)
        #expect(form.errors.isEmpty)
        #expect(form.submissionError == nil)
        service.answer(0, with: .success(()))
        #expect(await press.value)
    }

    @Test func `what a server said of unknown fields goes to the form`() {
        let form = makeForm()
        form.merge(["email": "Already taken", "zip": "Unknown zip", "captcha": "Please solve it"])
        #expect(form.errors == ["email": "Already taken"])
        #expect(form.submissionError == UserMessage(message: "Please solve it\nUnknown zip"))
        form.clearError()
        #expect(form.submissionError == nil)
        #expect(form.errors == ["email": "Already taken"])
    }

    @Test func `field errors inside another error are found`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        service.answer(
            0, with: .failure(LayerFailure(failureKind: .failed(Rejected(fieldErrors: ["email": "Taken"])))))
        #expect(await press.value == false)
        #expect(form.errors == ["email": "Taken"])
    }

    @Test func `a refusal that names no field is shown as a failure`() async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        service.answer(0, with: .failure(Rejected(fieldErrors: [:])))
        #expect(await press.value == false)
        #expect(form.submissionError?.message == "An unexpected error occurred. Please try again.")
    }

    @Test func `what a cancelled submit is told late is not shown`() async {
        let stubborn = GatedService<String, Void>(obeysCancellation: false)
        let form = makeForm()
        fillIn()
        let press = Task { await form.submit { try await stubborn.call("") } }
        await stubborn.waitForCalls(1)
        form.cancel()
        stubborn.answer(0, with: .failure(Rejected(fieldErrors: ["email": "Taken"])))
        #expect(await press.value == false)
        await stubborn.waitForEnd(of: 0)
        #expect(form.errors.isEmpty)
        #expect(log.all.isEmpty)
    }

    @Test func `reset puts the initial values back and forgets every error`() async {
        let form = makeForm()
        fillIn()
        form.merge(["email": "Taken", "other": "Something"])
        let press = await submit(form)
        form.reset()
        #expect(await press.value == false)
        #expect(email.value.isEmpty && password.value.isEmpty)
        #expect(form.errors.isEmpty)
        #expect(form.submissionError == nil)
        #expect(!form.isSubmitting)
    }

    @Test(arguments: [true, false])
    func `a form that is reset or sent again as its submit ends shows nothing of that`(isReset: Bool) async {
        let form = makeForm()
        fillIn()
        let press = await submit(form)
        let next = Journal<Task<Void, Never>>()
        withObservationTracking {
            _ = form.isSubmitting
        } onChange: { [service] in
            next.add(
                Task { @MainActor in
                    if isReset { return form.reset() }
                    _ = await form.submit { try await service.call("again") }
                })
        }
        service.answer(0, with: .failure(Rejected(fieldErrors: ["email": "Taken", "other": "Something"])))
        if !isReset {
            await service.waitForCalls(2)
            service.answer(1, with: .success(()))
        }
        for task in next.all { await task.value }
        #expect(await press.value == false)
        #expect(form.errors.isEmpty)
        #expect(form.submissionError == nil)
        #expect(log.all.count == 1)
    }

    @Test func `a failed submit does not keep its body`() async {
        final class Owner: Sendable {}
        let form = makeForm()
        fillIn()
        var owner: Owner? = Owner()
        weak let kept = owner
        let press = Task { [owner, service] in
            await form.submit { [owner] in
                _ = owner
                try await service.call("")
            }
        }
        owner = nil
        await service.waitForCalls(1)
        service.answer(0, with: .failure(Unreachable()))
        #expect(await press.value == false)
        #expect(form.submissionError == .unreachable)
        #expect(kept == nil)
    }

    @Test func `two fields under one key are both fields of the form`() async {
        let first = Field("", .required)
        let second = Field("", .email)
        let form = ServiceForm(["name": first, "name": second])
        _ = await form.submit {}
        #expect(form.errors == ["name": "This field is required"])
        #expect(second.isTouched)
    }

    @Test func `views are told of the form's state`() async {
        let form = makeForm()
        #expect(isObserved({ form.isValid }, when: { fillIn() }))
        #expect(isObserved({ form.errors }, when: { email.value = "me" }))
        #expect(isObserved({ form.submissionError }, when: { form.merge(["other": "Something"]) }))
    }

    @Test func `what is merged of unknown fields is shown instead of an earlier failure`() async {
        let form = makeForm()
        fillIn()
        #expect(await form.submit { throw Unreachable() } == false)
        form.merge(["email": "Already taken"])
        #expect(form.submissionError == .unreachable)
        form.merge(["captcha": "Please solve it"])
        #expect(form.submissionError == UserMessage(message: "Please solve it"))
    }
}
