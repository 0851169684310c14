import Foundation
import Observation
import ServicePresentation

enum MessagesByHand {
    // snippet: messages-by-hand
    enum UploadError: LocalizedError {
        case tooLarge(limit: Int)
        case serverBusy

        var errorDescription: String? {
            switch self {
            case .tooLarge(let limit):
                return "The photo is larger than \(limit) MB."
            case .serverBusy:
                return "The server is busy. Please try again."
            }
        }

        var isRecoverable: Bool {
            switch self {
            case .tooLarge:
                return false
            case .serverBusy:
                return true
            }
        }
    }

    static func message(for error: any Error) -> String? {
        if error is CancellationError || Task.isCancelled {
            return nil
        } else if let uploadError = error as? UploadError {
            return uploadError.errorDescription
        } else if let appError = error as? AppError {
            return appError.errorDescription
        } else if (error as NSError).code == -1009 {
            return "No internet connection. Please check your network."
        } else {
            return "An unexpected error occurred."
        }
    }
    // snippet end
}

enum Messages {
    // snippet: messages-error
    enum UploadError: UserFacingError, Equatable {
        case tooLarge(limit: Int)
        case serverBusy

        var userMessage: String {
            switch self {
            case .tooLarge(let limit): "The photo is larger than \(limit) MB."
            case .serverBusy: "The server is busy. Please try again."
            }
        }

        var isRecoverable: Bool { self == .serverBusy }
    }

    static func message(for error: any Error) -> UserMessage? {
        ErrorPresenter.standard.message(for: error)
    }
    // snippet end

    struct QuotaExceeded: Error {}
    struct RequestAborted: Error {}

    static func makePresenter(logError: @escaping @Sendable (String) -> Void) -> ErrorPresenter {
        // snippet: messages-rules
        let presenter = ErrorPresenter.standard
            .adding {
                $0 is QuotaExceeded ? UserMessage(title: "Plan full", message: "Please upgrade.") : nil
            }
            .adding(cancellations: { $0 is RequestAborted })
            .logging { text in logError(text) }
        // snippet end
        return presenter
    }

    static func texts() -> ErrorPresenter {
        // snippet: messages-language
        var german = PresentationTexts.english
        german.unexpected = "Ein unerwarteter Fehler. Bitte erneut versuchen."
        german.retry = "Erneut versuchen"

        let presenter = ErrorPresenter(texts: german)
        // snippet end
        return presenter
    }

    static func untranslated(in german: PresentationTexts) -> [String] {
        // snippet: messages-untranslated
        let missing = german.untranslated(from: .english)  // ["networkUnavailable", "authenticationRequired", …]
        // snippet end
        return missing
    }

    @MainActor static func show(_ presenter: ErrorPresenter, _ service: any ItemService) -> ServiceAction<Void, [Item]>
    {
        // snippet: messages-presenter
        let items = ServiceAction(presenter: presenter) { try await service.items() }
        // snippet end
        return items
    }
}
