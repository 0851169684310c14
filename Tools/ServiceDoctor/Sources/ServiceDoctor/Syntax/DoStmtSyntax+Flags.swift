import SwiftSyntax

extension DoStmtSyntax {
    /// `var isSaved = false`, `do { …; isSaved = true } catch { … }`, and then `if isSaved { … } else { … }`: what follows handles
    /// the failure.
    var isAskedAfterwards: Bool {
        let set = body.descendants(SequenceExprSyntax.self, nested: false).compactMap {
            Assignment($0)?.target.as(DeclReferenceExprSyntax.self)?.baseName.text
        }
        let flags = Set(set.filter { localVariable(named: $0).map(Self.isUnset) ?? false })
        guard !flags.isEmpty else { return false }
        var current = Syntax(self)
        while let outer = current.parent, !outer.opensScope {
            // The next round of a loop has a failure of its own.
            if [.forStmt, .whileStmt, .repeatStmt].contains(outer.kind) { return false }
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.position > current.position {
                if item.asks(flags) { return true }
            }
            current = outer
        }
        return false
    }

    /// `var isSaved = false`, `var item: Item?`
    private static func isUnset(_ variable: PatternBindingSyntax) -> Bool {
        guard let value = variable.initializer?.value else { return variable.holdsValue }
        return value.is(NilLiteralExprSyntax.self)
            || value.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
    }
}

extension CodeBlockItemSyntax {
    /// Does one thing where a flag is set and another where it is not: `if isSaved { … } else { … }`, `guard isSaved else { … }`.
    fileprivate func asks(_ flags: Set<String>) -> Bool {
        if let check = item.as(GuardStmtSyntax.self) {
            // To return is what the end of the function does as well, and another print is no answer.
            return check.conditions.mentions(flags) && check.body.doesMore
        }
        let choices =
            descendants(IfExprSyntax.self, nested: false)
            + [item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)].compactMap(\.self)
        return choices.contains { choice in
            choice.conditions.mentions(flags)
                && (choice.elseBody.map(\.doesMore) ?? false
                    || choice.conditions.contains { $0.trimmedText.hasPrefix("!") } && choice.body.doesMore)
        }
    }
}

extension SyntaxProtocol {
    /// Calls something that does not print, or assigns.
    fileprivate var doesMore: Bool {
        !descendants(FunctionCallExprSyntax.self).allSatisfy { PrintCall.names.contains($0.plainName ?? "") }
            || descendants(SequenceExprSyntax.self).contains { Assignment($0) != nil }
    }
}
