/// An error that brings its own words for people.
///
/// Conform the errors whose text only the app can know. ``ErrorPresenter`` shows these words as they are.
public protocol UserFacingError: Error {
    /// What happened and what to do, in full sentences and without technical words.
    var userMessage: String { get }
    /// Whether trying the same again may help. False where a type does not say.
    var isRecoverable: Bool { get }
}

extension UserFacingError {
    /// False: an error that does not say so is not worth another try.
    public var isRecoverable: Bool { false }
}

/// An error of this module, whose words come from the table of texts.
protocol TranslatedError: UserFacingError {
    func message(in texts: PresentationTexts) -> String
}
