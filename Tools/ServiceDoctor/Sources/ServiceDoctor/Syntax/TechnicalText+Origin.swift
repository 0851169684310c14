import SwiftSyntax

/// Finds where an error was kept whose text is shown.
extension TechnicalText {
    /// Where the error that a text shows was kept: `property:lastError` within `if let error = store.lastError`.
    static func boundOrigin(in text: ExprSyntax) -> String? {
        for token in text.tokens(viewMode: .sourceAccurate) {
            guard let shown = token.parent?.as(DeclReferenceExprSyntax.self), mayBeError(shown.baseName.text),
                let value = boundValue(of: shown)
            else { continue }
            if let member = value.as(MemberAccessExprSyntax.self) {
                // A type of the system may have an `error` as well.
                let name = member.declName.baseName.text
                return Words.of(name).count > 1 ? "property:\(name)" : nil
            }
            return value.as(FunctionCallExprSyntax.self)?.calleeName.map { "result:\($0)" }
        }
        return nil
    }

    /// The value that an `if let` or `guard let` around binds a name to.
    private static func boundValue(of shown: DeclReferenceExprSyntax) -> ExprSyntax? {
        let name = shown.baseName.text
        var current = shown.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if outer.is(CatchClauseSyntax.self) { return nil }
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(shown),
                let value = otherValue(boundTo: name, in: choice.conditions)
            {
                return value
            }
            if let block = outer.as(CodeBlockItemListSyntax.self),
                let value = guardedValue(of: name, in: block, before: ExprSyntax(shown))
            {
                return value
            }
            current = outer.parent
        }
        return nil
    }

    private static func mayBeError(_ name: String) -> Bool {
        let last = Words.of(name).last ?? ""
        return ["error", "err", "e", "failure"].contains(last)
    }
}
