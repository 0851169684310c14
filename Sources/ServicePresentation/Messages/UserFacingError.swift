/// An error that has its own words for people.
///
/// Conform errors to it whose words only the app can know. ``ErrorPresenter`` shows these words as they are.
public protocol UserFacingError: Error {
    /// What happened and what to do, in full sentences and without technical words.
    var userMessage: String { get }
    /// Whether trying again may help. False by default.
    var isRecoverable: Bool { get }
}

extension UserFacingError {
    /// False: by default, an error is not retried.
    public var isRecoverable: Bool { false }
}

/// An error of this module, whose words come from the table of texts.
protocol TranslatedError: UserFacingError {
    func message(in texts: PresentationTexts) -> String
}
