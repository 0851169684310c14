import SwiftSyntax

/// Follows a text into a function of the type that only keeps it: `func fail(_ text: String) { errorMessage = text }`.
extension TechnicalErrorShownRule {
    /// The calls that give such a function the technical text of an error.
    func handedOn(in unit: SourceUnit) -> [Candidate] {
        unit.index.calls.compactMap { call in
            guard let name = call.calleeName, !isView(call, name),
                call.plainName != nil || ["self", "self?"].contains(call.receiver?.trimmedText),
                unit.mentions(TechnicalText.words, in: call.arguments),
                let (text, assignment) = kept(by: call, in: unit)
            else { return nil }
            var candidate = shown([text], at: unit.place(of: call), by: call, unit)
            candidate?.unread = Candidate.Property(setBy: assignment, unreadIn: unit, countsQuestions: false)
            candidate?.kept = Candidate.Kept(setBy: assignment)
            return candidate
        }
    }

    /// The text that a call gives, and the assignment that keeps it.
    private func kept(by call: FunctionCallExprSyntax, in unit: SourceUnit) -> (ExprSyntax, Assignment)? {
        for function in unit.index.functions {
            let parameters = function.signature.parameterClause.parameters
            guard function.name.text == call.calleeName, parameters.count == call.arguments.count,
                let body = function.body,
                function.enclosingType?.declaredName == call.enclosingType?.declaredName
            else { continue }
            for (parameter, argument) in zip(parameters, call.arguments) {
                guard TypeName(parameter.type).text == "String", TechnicalText.isTechnical(argument.expression) else {
                    continue
                }
                let name = (parameter.secondName ?? parameter.firstName).text
                let kept = unit.index.assignments.first {
                    body.contains($0.node) && $0.ownProperty != nil && $0.value.count == 1
                        && $0.value[0].as(DeclReferenceExprSyntax.self)?.baseName.text == name && isShown($0)
                }
                if let kept { return (argument.expression, kept) }
            }
        }
        return nil
    }
}
