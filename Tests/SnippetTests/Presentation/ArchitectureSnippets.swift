import ServicePresentation
import Testing

@MainActor @Suite struct ArchitectureSnippets {
    // snippet: status-codes
    func check(status: Int, field: String) throws(AppError) {
        switch status {
        case 200..<400: return
        case 401: throw .authenticationRequired
        case 400, 422: throw .invalidInput(field)
        default: throw .serverError(status)
        }
    }
    // snippet end

    @Test(arguments: [
        (401, "Please sign in to continue.", false), (422, "Email is invalid.", false),
        (503, "Server error (503). Please try again later.", true),
    ])
    func `a status has the words of its error`(status: Int, words: String, isRecoverable: Bool) {
        let error = #expect(throws: AppError.self) { try check(status: status, field: "Email") }
        #expect(error?.userMessage == words)
        #expect(error?.isRecoverable == isRecoverable)
        #expect(AppError.networkUnavailable.userMessage == "No internet connection. Please try again.")
    }

    @Test func `a failure is shown and dismissed`() {
        // snippet: tca-transitions
        var expected = ErrorState()
        expected.begin()
        #expect(expected.isLoading)
        expected.fail(AppError.networkUnavailable)
        #expect(expected.errorMessage == "No internet connection. Please try again.")
        expected.dismiss()
        #expect(expected == ErrorState())
        // snippet end
    }
}
