import Inventory

/// What people read when the server cannot do what they asked for, in one language.
///
/// What only those who write programs for the routes can cause, such as broken JSON, is told in English where it is found.
struct APITexts: Sendable {
    /// A change is kept on this device.
    var kept: String
    var notFound: String
    /// A kept change that people cannot decide about, as it is still being sent.
    var noDecision: String
    var brokenBody: String
    var tooLarge: String
    var tooSlow: String
    var tooManyBodies: String
    var crossOrigin: String
    var wrongHost: String
    var loginRequired: String
    var wrongPassword: String
    var tooManyPasswords: String
    var internalError: String
    var pageGone: String
    var tooManyPages: String
    var unknownCommand: String
    var invalidItem: String
    var sumTooLarge: String
    var serviceUnavailable: String
    var badRequest: String
    /// From the currency.
    var noRate: @Sendable (Currency) -> String

    /// The texts in the language of the person being served.
    static var current: APITexts {
        switch Language.current {
        case .english: english
        case .simplifiedChinese: simplifiedChinese
        }
    }
}
