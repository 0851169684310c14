import Foundation
import Observation

/// The answer of the service in the comparison; tells when nobody holds it any more.
final class Answer: Sendable {
    let text: String
    private let released: Signal?

    init(_ text: String, released: Signal? = nil) {
        self.text = text
        self.released = released
    }

    deinit { released?.set() }
}

/// A controller as an app writes it by hand: flags, an inner task, a check for cancellation.
@Observable @MainActor final class HandWrittenController {
    private(set) var answer: Answer?
    private(set) var errorMessage: String?
    private(set) var isLoading = false
    @ObservationIgnored private var loadTask: Task<Void, Never>?
    @ObservationIgnored private let service: GatedService<String, Answer>

    init(service: GatedService<String, Answer>) {
        self.service = service
    }

    deinit {
        loadTask?.cancel()
    }

    func load(_ query: String) async {
        await begin(query).value
    }

    func start(_ query: String) {
        _ = begin(query)
    }

    private func begin(_ query: String) -> Task<Void, Never> {
        loadTask?.cancel()
        let task = Task {
            isLoading = true
            errorMessage = nil
            defer { isLoading = false }
            do {
                answer = try await service.call(query)
            } catch {
                if !Task.isCancelled { errorMessage = error.localizedDescription }
            }
        }
        loadTask = task
        return task
    }
}

/// The other usual way to write it by hand: one state, and nothing done after a cancellation.
@Observable @MainActor final class HandWrittenStateController {
    enum State {
        case idle, loading
        case loaded(Answer)
        case failed(String)
    }

    private(set) var state = State.idle
    @ObservationIgnored private let service: GatedService<String, Answer>

    init(service: GatedService<String, Answer>) {
        self.service = service
    }

    func load(_ query: String) async {
        state = .loading
        do {
            state = .loaded(try await service.call(query))
        } catch {
            guard !Task.isCancelled else { return }
            state = .failed(error.localizedDescription)
        }
    }
}

/// The sign-up form as an app writes it by hand: each field validated when that field changes.
@Observable @MainActor final class HandWrittenSignUpController {
    private(set) var password = ""
    private(set) var confirmPassword = ""
    private(set) var passwordError: String?
    private(set) var confirmPasswordError: String?

    func updatePassword(_ newPassword: String) {
        password = newPassword
        passwordError =
            password.isEmpty || password.count >= 8 ? nil : "Password must be at least 8 characters"
    }

    func updateConfirmPassword(_ newPassword: String) {
        confirmPassword = newPassword
        confirmPasswordError =
            confirmPassword.isEmpty || password == confirmPassword ? nil : "Passwords don't match"
    }
}
