public import Foundation

/// A failure that an app reports in its own terms, with words for people.
public enum AppError: UserFacingError, LocalizedError, Equatable {
    /// The network cannot be reached.
    case networkUnavailable
    /// The person has to sign in first.
    case authenticationRequired
    /// What was entered in a field, named here in the person's words, is not valid.
    case invalidInput(String)
    /// The server failed, with this status code.
    case serverError(Int)

    /// True for the network and for the server, which may work again at the next attempt.
    public var isRecoverable: Bool {
        switch self {
        case .networkUnavailable, .serverError: true
        case .authenticationRequired, .invalidInput: false
        }
    }

    /// The words for people, in the current texts.
    public var userMessage: String { message(in: .current) }
    /// The words for people, in the current texts.
    public var errorDescription: String? { userMessage }
}

extension AppError: TranslatedError {
    func message(in texts: PresentationTexts) -> String {
        switch self {
        case .networkUnavailable: texts.networkUnavailable
        case .authenticationRequired: texts.authenticationRequired
        case .invalidInput(let field): texts.invalidInput(field)
        case .serverError(let code): texts.serverErrorWithCode(code)
        }
    }
}
