import Foundation
import Observation
import ServicePresentation

enum FormsByHand {
    enum ValidationService {
        static func isValidEmail(_ text: String) -> Bool { text.contains("@") }
        static func isValidPassword(_ text: String) -> Bool { text.count >= 8 }
    }

    // snippet: forms-by-hand
    @Observable
    @MainActor
    final class SignUpController {
        private(set) var email = ""
        private(set) var password = ""
        private(set) var confirmPassword = ""
        private(set) var emailError: String?
        private(set) var passwordError: String?
        private(set) var confirmPasswordError: String?
        private(set) var isValid = false
        private(set) var isSubmitting = false
        private(set) var submissionError: String?
        private let service: any AccountService

        init(service: any AccountService) {
            self.service = service
        }

        func updateEmail(_ newEmail: String) {
            email = newEmail
            validateEmail()
            updateValidity()
        }

        func updatePassword(_ newPassword: String) {
            password = newPassword
            validatePassword()
            updateValidity()
        }

        func updateConfirmPassword(_ newPassword: String) {
            confirmPassword = newPassword
            validateConfirmPassword()
            updateValidity()
        }

        func submit() async {
            guard isValid, !isSubmitting else { return }
            isSubmitting = true
            submissionError = nil
            defer { isSubmitting = false }
            do {
                try await service.signUp(email: email, password: password)
            } catch {
                if !Task.isCancelled {
                    submissionError = error.localizedDescription
                }
            }
        }

        private func validateEmail() {
            if email.isEmpty {
                emailError = nil
            } else if !ValidationService.isValidEmail(email) {
                emailError = "Invalid email address"
            } else {
                emailError = nil
            }
        }

        private func validatePassword() {
            if password.isEmpty {
                passwordError = nil
            } else if !ValidationService.isValidPassword(password) {
                passwordError = "Password must be at least 8 characters"
            } else {
                passwordError = nil
            }
        }

        private func validateConfirmPassword() {
            if confirmPassword.isEmpty {
                confirmPasswordError = nil
            } else if password != confirmPassword {
                confirmPasswordError = "Passwords don't match"
            } else {
                confirmPasswordError = nil
            }
        }

        private func updateValidity() {
            isValid =
                emailError == nil && passwordError == nil && confirmPasswordError == nil
                && !email.isEmpty && !password.isEmpty && !confirmPassword.isEmpty
        }
    }
    // snippet end
}

enum Forms {
    // snippet: forms-sign-up
    @MainActor
    final class SignUpController {
        let email = Field("", .email)
        let password = Field("", .password())
        let confirmation: Field<String>
        let form: ServiceForm
        private let service: any AccountService

        init(service: any AccountService) {
            self.service = service
            confirmation = Field("", .required).matches(password)
            form = ServiceForm(["email": email, "password": password, "confirmation": confirmation])
        }

        func submit() async -> Bool {
            await form.submit { [service, email, password] in
                try await service.signUp(email: email.value, password: password.value)
            }
        }
    }
    // snippet end

    // snippet: forms-refusal
    struct SignUpRefused: FieldErrors {
        let fieldErrors: [String: String]  // ["email": "There is an account with this address"]
    }
    // snippet end

    static func validators() -> [Validator<String>] {
        // snippet: forms-validators
        let name = Validator<String>.required.and(.length(...80))
        let optionalEmail = Validator<String>.email.orEmpty
        let code = Validator<String> { $0.hasPrefix("N-") ? nil : "A code begins with N-" }
        let office = Validator<String>.email(requiresDottedDomain: false).saying("Not one of our addresses")
        // snippet end
        return [name, optionalEmail, code, office]
    }
}
