public import Observation
import Service

/// Validates the fields of a form together and sends them once.
///
/// ```swift
/// let email = Field("", .email)
/// let password = Field("", .password())
/// let form = ServiceForm(["email": email, "password": password])
///
/// let isDone = await form.submit { try await service.signUp(email: email.value, password: password.value) }
/// ```
///
/// Entered values are kept, whether it succeeds or fails.
@Observable @MainActor public final class ServiceForm: RunningActivity {
    /// From the body of a submit to what the server said about single fields, or nil when it is done.
    private typealias Submission = ServiceAction<@MainActor () async throws -> Void, (any FieldErrors)?>

    @ObservationIgnored private let fields: KeyValuePairs<String, any AnyField>
    @ObservationIgnored private let presenter: ErrorPresenter
    @ObservationIgnored private let submission: Submission
    /// What a server said about fields that the form does not have.
    @ObservationIgnored private let unassignedError = Observed<UserMessage?>(nil)
    /// Whether each field still has the value that was sent; nil for one that cannot tell.
    @ObservationIgnored private var areAsSent: [(@MainActor () -> Bool)?] = []

    /// Creates a form.
    ///
    /// - Parameters:
    ///   - presenter: Finds the words for failures, and logs the technical text of those that are shown.
    ///   - fields: The fields, by the keys that ``errors`` and a server's answers use.
    public init(presenter: ErrorPresenter = .standard, _ fields: KeyValuePairs<String, any AnyField>) {
        self.fields = fields
        self.presenter = presenter
        submission = Submission(overlap: .dropWhileRunning, presenter: presenter) { body in
            do {
                try await body()
                return nil
            } catch {
                let refusal = error.failureChain.firstNonNil { $0 as? any FieldErrors }
                guard let refusal, !refusal.fieldErrors.isEmpty else { throw error }
                return refusal
            }
        }
        // With the end of the submit, so that what is done on learning of that comes after it.
        submission.didSucceed = { [weak self] refusal in
            guard let self, let refusal else { return }
            merge(refusal.fieldErrors.filter { !hasChanged($0.key) })
        }
    }

    /// Whether every field is valid, shown or not. A server's error does not count: the value can be sent again.
    public var isValid: Bool { fields.allSatisfy { $0.value.isValid } }

    /// The errors to show beside the fields, by key.
    public var errors: [String: String] {
        Dictionary(
            fields.compactMap { key, field in field.error.map { (key, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// The error about the form as a whole.
    public var submissionError: UserMessage? { submission.error ?? unassignedError.value }

    /// Whether the form is being submitted.
    public var isSubmitting: Bool { submission.isRunning }

    /// Whether the form is being submitted: the same as ``isSubmitting``.
    public var isRunning: Bool { isSubmitting }

    /// Sends the form, if it is valid and not being sent already.
    ///
    /// Touches all fields and clears the server's earlier errors. A second call while the first is running does
    /// nothing. A ``FieldErrors`` is shown at the fields; every other error becomes ``submissionError``; a cancellation
    /// shows nothing.
    ///
    /// - Parameter body: Sends the values. The caller's cancellation is passed on to it. It is not called if a field became invalid
    ///   since the button was pressed.
    /// - Returns: True if the body ended without an error; otherwise false.
    public func submit(_ body: @escaping @MainActor () async throws -> Void) async -> Bool {
        guard !isSubmitting, !Task.isCancelled else { return false }
        clearServerErrors()
        for field in fields { field.value.touch() }
        guard isValid else { return false }
        let answer = await submission.run { [self] in
            // What was typed since the button was pressed is what would be sent. Last, as a field's checks are user code.
            guard isValid, !Task.isCancelled else { throw CancellationError() }
            areAsSent = fields.map { ($0.value as? any RememberingValue)?.comparison }
            try await body()
        }
        // The body is likely to hold the form's owner, and a form is sent anew rather than retried. The values may be secrets.
        if !isSubmitting {
            submission.forgetInput()
            areAsSent = []
        }
        guard let answer else { return false }
        guard let refusal = answer else { return true }
        // Last: the log may use this form.
        presenter.log(refusal)
        return false
    }

    /// Shows a server's errors at the fields. Each is cleared when its field changes, all of them by the next submit.
    ///
    /// - Parameter serverErrors: Texts for people by key. Those with unknown keys go to ``submissionError``.
    public func merge(_ serverErrors: [String: String]) {
        let keys = Set(fields.map(\.key))
        let unassigned = serverErrors.filter { !keys.contains($0.key) }.sorted { $0.key < $1.key }
        ObservedChanges.together {
            for (key, field) in fields {
                if let error = serverErrors[key] { field.serverError = error }
            }
            if !unassigned.isEmpty {
                submission.clearError()
                unassignedError.value = UserMessage(message: unassigned.map(\.value).joined(separator: "\n"))
            }
        }
    }

    /// Cancels the current submit; ``isSubmitting`` is false immediately.
    public func cancel() {
        submission.cancel()
    }

    /// Clears ``submissionError``, as when an alert is closed.
    public func clearError() {
        ObservedChanges.together {
            submission.clearError()
            unassignedError.value = nil
        }
    }

    /// Cancels the current submit, restores the initial values and clears every error.
    public func reset() {
        ObservedChanges.together {
            unassignedError.value = nil
            for field in fields { field.value.reset() }
            // What the submit does as it is cancelled may use the form: last.
            submission.reset()
        }
    }

    /// Whether every field of a key has another value than the one that was sent, which the server's error is not about.
    private func hasChanged(_ key: String) -> Bool {
        let same = zip(fields, areAsSent).filter { $0.0.key == key }
        return !same.isEmpty && same.allSatisfy { $0.1?() == false }
    }

    private func clearServerErrors() {
        ObservedChanges.together {
            clearError()
            for field in fields { field.value.serverError = nil }
        }
    }
}
