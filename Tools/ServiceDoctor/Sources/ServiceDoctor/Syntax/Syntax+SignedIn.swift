import SwiftSyntax

extension SyntaxProtocol {
    /// Names whether somebody is signed in: `session.isSignedIn`.
    var tellsSignedIn: Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            let words = Words.of(token.text)
            return words.last == "authenticated" || words.suffix(2) == ["logged", "in"]
                || words.suffix(2) == ["signed", "in"]
        }
    }
}
