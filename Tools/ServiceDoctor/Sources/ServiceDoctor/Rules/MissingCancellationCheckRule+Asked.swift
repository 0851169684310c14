import SwiftSyntax

// Whether somebody has decided which errors are shown.
extension MissingCancellationCheckRule {
    /// `if error.isWorthShowing { … }`: the error says itself whether it is shown.
    static func isAsked(_ clause: CatchClauseSyntax, before assignment: Assignment) -> Bool {
        var current = assignment.node.parent
        while let outer = current, outer.id != clause.id {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(assignment.node),
                choice.conditions.contains(where: { asks($0, about: clause.errorName) })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// `if showsErrors { … }` or `if !silent { … }`, a parameter of the function, for which some call of the file says `false` or `true`: it is
    /// not told which of them a task makes that somebody cancels.
    static func isOnRequest(_ node: some SyntaxProtocol, in unit: SourceUnit) -> Bool {
        guard let function = node.enclosingFunction?.as(FunctionDeclSyntax.self) else { return false }
        let parameters = function.signature.parameterClause.parameters
        var current = node.parent
        while let outer = current, outer.id != function.id {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(node) {
                let isRefused = choice.conditions.contains { element in
                    let negated = element.condition.as(PrefixOperatorExprSyntax.self).flatMap {
                        $0.operator.text == "!" ? $0.expression : nil
                    }
                    let asked = (negated ?? element.condition.as(ExprSyntax.self))?.as(DeclReferenceExprSyntax.self)
                    let parameter = parameters.first { ($0.secondName ?? $0.firstName).text == asked?.baseName.text }
                    guard let label = parameter?.firstName.text,
                        negated == nil
                            || choice.elseBody == nil
                                && !Self.silent.isDisjoint(with: Words.of(asked?.baseName.text ?? ""))
                    else { return false }
                    return unit.index.calls.contains { call in
                        call.calleeName == function.name.text
                            && call.argument(label)?.expression.trimmedText == (negated == nil ? "false" : "true")
                    }
                }
                if isRefused { return true }
            }
            current = outer.parent
        }
        return false
    }

    private static let silent: Set<String> = ["silent", "silently", "quiet", "quietly", "background"]

    private static func asks(_ condition: ConditionElementSyntax, about error: String) -> Bool {
        guard let asked = condition.condition.as(ExprSyntax.self) else { return false }
        let positive = asked.as(PrefixOperatorExprSyntax.self)?.expression ?? asked
        return positive.as(MemberAccessExprSyntax.self)?.base?.trimmedText == error
    }
}
