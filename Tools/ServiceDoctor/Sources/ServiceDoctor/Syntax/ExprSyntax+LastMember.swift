import SwiftSyntax

extension ExprSyntax {
    /// `client` of `client`, `self.client` and `app.client`.
    var lastMember: String? {
        self.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? self.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}
