import SwiftSyntax

/// The `try!`s whose authors say why.
extension ForceTryRule {
    /// A comment before the statement, or at its end, that speaks of the `try!` or says that nothing can go wrong.
    static func isExplained(_ node: TryExprSyntax) -> Bool {
        var statement = Syntax(node)
        while let outer = statement.parent, !statement.is(CodeBlockItemSyntax.self),
            !statement.is(MemberBlockItemSyntax.self)
        {
            statement = outer
        }
        let pieces = statement.leadingTrivia.pieces + statement.trailingTrivia.pieces
        return pieces.contains { piece in
            switch piece {
            case .lineComment(let text), .blockComment(let text):
                text.contains("try!") || assurances.contains(where: text.lowercased().contains) || ordersCrash(text)
            default: false
            }
        } || node.nearest(FunctionDeclSyntax.self).map(choosesCrash) ?? false
    }

    /// `// Crash if the folder is not to be had`, but no complaint that it may.
    private static func ordersCrash(_ comment: String) -> Bool {
        let text = comment.drop { "/* ".contains($0) }.lowercased()
        return (text.hasPrefix("crash if ") || text.hasPrefix("crash when ")) && !text.contains("?")
    }

    /// The function's own documentation says that a crash is meant: "Unrecoverable: crashing loudly is better than going on".
    private static func choosesCrash(_ function: FunctionDeclSyntax) -> Bool {
        function.leadingTrivia.pieces.contains { piece in
            switch piece {
            case .docLineComment(let text), .docBlockComment(let text):
                text.contains("try!") || chosen.contains(where: text.lowercased().contains)
            default: false
            }
        }
    }

    /// How a documentation chooses a crash.
    private static let chosen = [
        "crashing loudly", "crashes if", "crashes when", "crash is better", "better to crash", "fatal on purpose",
        "unrecoverable", "crashing is",
    ]

    private static let assurances = [
        "never fail", "never throw", "never reject", "not fail", "not throw", "n't fail", "n't throw", "n’t fail",
        "n’t throw",
        "cannot fail", "cannot throw",
        "always succeed", "always valid", "not possible", "impossible", "never happen", "not happen", "n't happen",
    ]
}
