public import Foundation

/// A failure of a network call, with words for people.
public enum NetworkError: UserFacingError, LocalizedError, Equatable {
    /// There is no connection to the network.
    case noConnection
    /// The answer did not come in time.
    case timeout
    /// The server wants the person to sign in.
    case unauthorized
    /// The server failed.
    case serverError
    /// The server's answer could not be understood.
    case invalidResponse

    /// True if the same call may succeed later: no connection, a timeout, a failed server.
    public var isRecoverable: Bool {
        switch self {
        case .noConnection, .timeout, .serverError: true
        case .unauthorized, .invalidResponse: false
        }
    }

    /// The words for people, in the current texts.
    public var userMessage: String { message(in: .current) }
    /// The words for people, in the current texts.
    public var errorDescription: String? { userMessage }
}

extension NetworkError: TranslatedError {
    func message(in texts: PresentationTexts) -> String {
        switch self {
        case .noConnection: texts.noConnection
        case .timeout: texts.timeout
        case .unauthorized: texts.unauthorized
        case .serverError: texts.serverError
        case .invalidResponse: texts.invalidResponse
        }
    }
}
