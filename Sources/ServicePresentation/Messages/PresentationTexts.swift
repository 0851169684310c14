@_spi(Lock) import Service

/// All texts of this module that people read, in one language.
///
/// Choose a language once, where the app starts. If some messages need another one, such as the pages of a server whose
/// readers speak different languages, pass a table to their presenter and fields:
///
/// ```swift
/// PresentationTexts.current = .simplifiedChinese
/// ```
///
/// Every text can be replaced. Another language is a copy with other texts. What is left out stays English; a test
/// finds it with ``untranslated(from:)``:
///
/// ```swift
/// var german = PresentationTexts.english
/// german.required = "Dieses Feld wird benötigt"
/// ```
public struct PresentationTexts: Sendable {
    private static let installed = Lock(PresentationTexts.english)

    /// The texts that are used unless others are given. English until an app sets others.
    ///
    /// Texts that are already on screen do not change.
    public static var current: PresentationTexts {
        get { installed.withLock { $0 } }
        set {
            let old = installed.withLock { texts in
                defer { texts = newValue }
                return texts
            }
            // The texts may be the last to hold what an app's closures captured, which is not released under the lock.
            withExtendedLifetime(old) {}
        }
    }

    // MARK: Errors of this module

    /// ``AppError/networkUnavailable``.
    public var networkUnavailable: String
    /// ``AppError/authenticationRequired``.
    public var authenticationRequired: String
    /// ``AppError/invalidInput(_:)``, from the name of the field.
    public var invalidInput: @Sendable (String) -> String
    /// ``AppError/serverError(_:)``, from the status code.
    public var serverErrorWithCode: @Sendable (Int) -> String
    /// ``NetworkError/noConnection``.
    public var noConnection: String
    /// ``NetworkError/timeout``.
    public var timeout: String
    /// ``NetworkError/unauthorized``.
    public var unauthorized: String
    /// ``NetworkError/serverError``.
    public var serverError: String
    /// ``NetworkError/invalidResponse``.
    public var invalidResponse: String

    // MARK: Kinds of failures

    /// For errors without better words.
    public var unexpected: String
    /// The heading for a service that does not take calls now.
    public var serviceUnavailableTitle: String
    /// A service that does not take calls now, for an unknown time.
    public var tryAgainLater: String
    /// A service that takes calls again now.
    public var tryAgainNow: String
    /// A service that takes calls again in a number of seconds.
    public var tryAgainInSeconds: @Sendable (Int) -> String
    /// A service that takes calls again in a number of minutes.
    public var tryAgainInMinutes: @Sendable (Int) -> String
    /// A service that takes calls again in a number of hours.
    public var tryAgainInHours: @Sendable (Int) -> String
    /// Something took longer than allowed.
    public var timedOut: String
    /// The device has no network.
    public var offline: String
    /// The server does not answer.
    public var serverUnreachable: String
    /// A connection broke.
    public var connectionLost: String
    /// A secure connection could not be made.
    public var insecureConnection: String
    /// The answer could not be understood.
    public var unreadableAnswer: String
    /// What was asked for does not exist.
    public var notFound: String
    /// The device or server does not allow it.
    public var notPermitted: String
    /// The storage is full.
    public var storageFull: String
    /// The storage cannot be written.
    public var storageReadOnly: String
    /// A part of the app cannot be used, and trying again does not help.
    public var featureUnavailable: String

    // MARK: Validation

    /// `Validator.required`.
    public var required: String
    /// `Validator.email`.
    public var invalidEmail: String
    /// `Validator.password(minimum:)`, from the minimum.
    public var passwordTooShort: @Sendable (Int) -> String
    /// `Field.matches(_:message:)` without a message.
    public var passwordsDiffer: String
    /// `Validator.length(_:)`, from the minimum.
    public var tooShort: @Sendable (Int) -> String
    /// `Validator.length(_:)`, from the maximum.
    public var tooLong: @Sendable (Int) -> String
    /// `Validator.length(_:)`, from the minimum and the maximum.
    public var lengthOutOfRange: @Sendable (Int, Int) -> String

    // MARK: Views

    /// The heading of an alert whose message has none.
    public var errorTitle: String
    /// The button that closes an alert.
    public var okay: String
    /// The button that tries again.
    public var retry: String
    /// The button that dismisses an error.
    public var dismiss: String
}

extension PresentationTexts {
    /// Says when a service takes calls again. Rounds up, so that nobody is told to come too early.
    func tryAgain(after wait: Duration?) -> String {
        guard let wait else { return tryAgainLater }
        guard wait > .zero else { return tryAgainNow }
        // There are durations whose seconds the components cannot hold.
        let (whole, rest) = min(wait, .seconds(Int64.max)).components
        let seconds = Int(clamping: whole) &+ (rest > 0 && whole < Int64.max ? 1 : 0)
        func rounded(by unit: Int) -> Int { seconds / unit + (seconds % unit == 0 ? 0 : 1) }
        return switch seconds {
        case ..<120: tryAgainInSeconds(seconds)
        case ..<7200: tryAgainInMinutes(rounded(by: 60))
        default: tryAgainInHours(rounded(by: 3600))
        }
    }
}
