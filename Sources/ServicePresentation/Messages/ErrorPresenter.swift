import Foundation
import Service

/// Turns any error into words for people, or into nothing if there is nothing to tell.
///
/// A presenter asks, in this order: is it a cancellation (then nothing is shown); the app's rules; the error's own
/// ``UserFacingError`` words; the kind of failure that a lower layer reports (`FailureDescribing`); a `LocalizedError`
/// that has a description; a table of URL, POSIX, file and service codes. What is left gets a general sentence.
/// `localizedDescription` and `userInfo` are never shown: they contain domains, codes and ports.
///
/// ```swift
/// let presenter = ErrorPresenter.standard
///     .adding { $0 is QuotaExceeded ? UserMessage(message: "Your plan is full.") : nil }
///     .adding(cancellations: { $0 is RequestAborted })
///     .logging { logger.error("\($0)") }
/// ```
///
/// Wrappers are removed first: a rule sees what a service's factory threw, or what a protected call failed with. A wrapper that
/// conforms to `FailureDescribing` names the error inside as its `underlyingFailure`.
public struct ErrorPresenter: Sendable {
    /// The presenter without any rules of an app, in the current texts.
    public static let standard = ErrorPresenter()

    private let fixedTexts: PresentationTexts?
    private var rules: [@Sendable (any Error) -> UserMessage?] = []
    private var cancellations: [@Sendable (any Error) -> Bool] = []
    private var sink: (@Sendable (String) -> Void)?

    /// Creates a presenter without rules.
    ///
    /// - Parameter texts: The language. Nil means ``PresentationTexts/current`` at the time of each message.
    public init(texts: PresentationTexts? = nil) {
        fixedTexts = texts
    }

    var texts: PresentationTexts { fixedTexts ?? .current }

    /// Returns the words for an error, or nil for a cancellation.
    ///
    /// Pure: the same error gives the same words, and nothing is logged.
    ///
    /// - Parameter error: What was caught.
    public func message(for error: any Error) -> UserMessage? {
        let failures = error.failureChain
        if failures.contains(where: isItselfCancellation) { return nil }
        return failures.firstNonNil(wordsOfRules)
            // After the rules for what is inside, as a wrapper may have words of its own.
            ?? failures.firstNonNil(ownWords)
            // After the words for what is inside, as a wrapper may have the kind of that.
            ?? failures.firstNonNil(wordsForKind)
            ?? failures.reversed().firstNonNil(knownWords)
            ?? UserMessage(message: texts.unexpected, isRecoverable: true)
    }

    /// Returns whether an error only means that something was cancelled.
    ///
    /// Knows `CancellationError`, `FailureKind.cancelled`, the cancelled codes of URL loading, Cocoa and POSIX, and
    /// those that were added; also where one of them travels inside another error.
    ///
    /// - Parameter error: What was caught.
    public func isCancellation(_ error: any Error) -> Bool {
        error.failureChain.contains(where: isItselfCancellation)
    }

    /// Returns a presenter that asks a rule of the app before everything but cancellation.
    ///
    /// The rule that was added last is asked first.
    ///
    /// - Parameter rule: Returns the words for the errors it knows and nil for all others.
    public func adding(_ rule: @escaping @Sendable (any Error) -> UserMessage?) -> ErrorPresenter {
        var copy = self
        copy.rules.insert(rule, at: 0)
        return copy
    }

    /// Returns a presenter that treats further errors as cancellations, such as those of the app's transport.
    ///
    /// - Parameter isCancellation: Returns true for an error that only means that something was cancelled.
    public func adding(cancellations isCancellation: @escaping @Sendable (any Error) -> Bool)
        -> ErrorPresenter
    {
        var copy = self
        copy.cancellations.append(isCancellation)
        return copy
    }

    /// Returns a presenter whose actions and forms send the technical text of each error they show to a log.
    ///
    /// - Parameter sink: Receives one text for each error that is shown. Never called for a cancellation, nor for a
    ///   failure after which an automatic retry succeeds.
    public func logging(to sink: @escaping @Sendable (String) -> Void) -> ErrorPresenter {
        var copy = self
        copy.sink = sink
        return copy
    }

    /// Hands the technical text of an error that is being shown to the log.
    func log(_ error: any Error) {
        sink?(String(reflecting: error))
    }

    /// What the app wants to be said.
    private func wordsOfRules(for error: any Error) -> UserMessage? {
        rules.firstNonNil { rule in rule(error) }
    }

    /// What the error itself wants to be said.
    private func ownWords(for error: any Error) -> UserMessage? {
        if let error = error as? any TranslatedError {
            return UserMessage(message: error.message(in: texts), isRecoverable: error.isRecoverable)
        }
        if let error = error as? any UserFacingError {
            return UserMessage(message: error.userMessage, isRecoverable: error.isRecoverable)
        }
        return nil
    }

    /// What the kind of failure says that a lower layer reports.
    private func wordsForKind(of error: any Error) -> UserMessage? {
        switch (error as? any FailureDescribing)?.failureKind {
        case .timedOut:
            UserMessage(message: texts.timedOut, isRecoverable: true)
        case .unavailable(let wait?):
            UserMessage(
                title: texts.serviceUnavailableTitle, message: texts.tryAgain(after: wait),
                isRecoverable: true)
        case .unavailable(nil):
            UserMessage(message: texts.tryAgainLater, isRecoverable: true)
        case .failed, .cancelled, nil: nil
        }
    }

    /// What can be said of an error that does not speak for itself.
    private func knownWords(for error: any Error) -> UserMessage? {
        if let text = (error as? any LocalizedError)?.errorDescription { return UserMessage(message: text) }
        return message(forCodeOf: error)
    }

    private func isItselfCancellation(_ error: any Error) -> Bool {
        if error is CancellationError || cancellations.contains(where: { $0(error) }) { return true }
        if case .cancelled? = (error as? any FailureDescribing)?.failureKind { return true }
        return hasCancelledCode(error)
    }
}

extension Error {
    /// When the service takes calls again, where the failure says so.
    var retryAfter: Duration? {
        failureChain.firstNonNil { error in
            if case .unavailable(let wait)? = (error as? any FailureDescribing)?.failureKind { wait } else { nil }
        }
    }
}
