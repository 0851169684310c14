import ServicePresentation
import Testing

@Suite struct DocumentedErrorTests {
    @Test(arguments: [
        (AppError.networkUnavailable, "No internet connection. Please try again.", true),
        (.authenticationRequired, "Please sign in to continue.", false),
        (.invalidInput("Name"), "Name is invalid.", false),
        (.serverError(503), "Server error (503). Please try again later.", true),
    ])
    func `an app error has the documented text`(error: AppError, text: String, isRecoverable: Bool) {
        #expect(error.userMessage == text)
        #expect(error.errorDescription == text)
        #expect(error.isRecoverable == isRecoverable)
        #expect(
            ErrorPresenter.standard.message(for: error)
                == UserMessage(message: text, isRecoverable: isRecoverable))
    }

    @Test(arguments: [
        (NetworkError.noConnection, "No internet connection", true), (.timeout, "Request timed out", true),
        (.unauthorized, "Please sign in to continue", false),
        (.serverError, "Server error. Please try again later.", true),
        (.invalidResponse, "Invalid response from server", false),
    ])
    func `a network error has the documented text`(error: NetworkError, text: String, isRecoverable: Bool) {
        #expect(error.userMessage == text)
        #expect(error.errorDescription == text)
        #expect(error.isRecoverable == isRecoverable)
        #expect(
            ErrorPresenter.standard.message(for: error)
                == UserMessage(message: text, isRecoverable: isRecoverable))
    }

    @Test func `an error that does not say so is not recoverable`() {
        #expect(!Refused().isRecoverable)
    }
}
