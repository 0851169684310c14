import ServicePresentation
import Testing

/// The snippets of the articles do what the articles say.
@MainActor @Suite(.timeLimit(.minutes(5))) struct PresentationSnippetTests {
    private struct Accounts: AccountService {
        let taken: String

        func signUp(email: String, password: String) async throws {
            guard email != taken else {
                throw Forms.SignUpRefused(fieldErrors: ["email": "There is an account with this address"])
            }
        }
    }

    @Test func `signing up validates, sends, and shows what the server says`() async {
        let controller = Forms.SignUpController(service: Accounts(taken: "me@example.org"))
        #expect(await controller.submit() == false)
        #expect(controller.form.errors.count == 3)
        controller.email.value = "me@example.org"
        controller.password.value = "12345678"
        controller.confirmation.value = "12345678"
        #expect(await controller.submit() == false)
        #expect(controller.form.errors == ["email": "There is an account with this address"])
        controller.email.value = "you@example.org"
        #expect(await controller.submit())
    }

    @Test func `the combined validators accept and refuse`() {
        let examples: [(accepted: String, refused: String)] = [
            ("Lamp", " "), ("", "me"), ("N-1", "1"), ("me@localhost", "me"),
        ]
        for (validator, example) in zip(Forms.validators(), examples) {
            #expect(validator.error(for: example.accepted) == nil)
            #expect(validator.error(for: example.refused) != nil)
        }
    }

    @Test func `the presenter with rules knows the errors of the app`() {
        struct Unexplained: Error {}
        let presenter = Messages.makePresenter { _ in }
        #expect(presenter.message(for: Messages.QuotaExceeded())?.title == "Plan full")
        #expect(presenter.message(for: Messages.RequestAborted()) == nil)
        let german = Messages.texts().message(for: Unexplained())
        #expect(german?.message == "Ein unerwarteter Fehler. Bitte erneut versuchen.")
        #expect(Messages.untranslated(in: .english).starts(with: ["networkUnavailable", "authenticationRequired"]))
    }

    @Test func `the reducer keeps its state through a load, a failure and a retry`() {
        let feature = Reducers.ItemsFeature()
        var state = Reducers.ItemsFeature.State()
        feature.reduce(into: &state, action: .load)
        #expect(state.status.isLoading)
        feature.reduce(into: &state, action: .response(.failure(AppError.networkUnavailable)))
        #expect(state.status.errorMessage == "No internet connection. Please try again.")
        feature.reduce(into: &state, action: .load)
        #expect(!state.status.hasError)
        feature.reduce(into: &state, action: .response(.success([Item(id: 1, name: "Lamp")])))
        #expect(state.items.count == 1)
        #expect(state.status == ErrorState())
    }
}
