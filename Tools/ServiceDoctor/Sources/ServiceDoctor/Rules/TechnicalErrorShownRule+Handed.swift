import SwiftSyntax

/// Follows a text into a function of the type that only keeps it: `func fail(_ text: String) { errorMessage = text }`.
extension TechnicalErrorShownRule {
    /// The calls that give such a function the technical text of an error.
    func handedOn(in unit: SourceUnit) -> [Candidate] {
        let keepers = keepers(in: unit)
        guard !keepers.isEmpty else { return [] }
        return unit.index.calls.compactMap { call in
            guard let name = call.calleeName, let functions = keepers[name], !isView(call, name),
                call.plainName != nil || ["self", "self?"].contains(call.receiver?.trimmedText),
                let (text, assignment) = kept(by: call, functions)
            else { return nil }
            var candidate = shown([text], at: unit.place(of: call), by: call, unit)
            candidate?.unread = Candidate.Property(setBy: assignment, unreadIn: unit, countsQuestions: false)
            candidate?.kept = Candidate.Kept(setBy: assignment)
            return candidate
        }
    }

    /// A function, the place of the parameter that it keeps, and where it does.
    private struct Keeper {
        let function: FunctionDeclSyntax
        let parameter: Int
        let assignment: Assignment
    }

    /// The functions of a file that keep a text they are given, by name.
    private func keepers(in unit: SourceUnit) -> [String: [Keeper]] {
        unit.index.assignments.reduce(into: [:]) { keepers, assignment in
            guard assignment.ownProperty != nil, assignment.value.count == 1,
                let name = assignment.value[0].as(DeclReferenceExprSyntax.self)?.baseName.text, isShown(assignment),
                let function = assignment.node.nearest(FunctionDeclSyntax.self)
            else { return }
            let parameters = Array(function.signature.parameterClause.parameters)
            let index = parameters.firstIndex {
                ($0.secondName ?? $0.firstName).text == name && TypeName($0.type).text == "String"
            }
            guard let index else { return }
            keepers[function.name.text, default: []].append(
                Keeper(function: function, parameter: index, assignment: assignment))
        }
    }

    /// The text that a call gives one of these functions, and the assignment that keeps it.
    private func kept(by call: FunctionCallExprSyntax, _ keepers: [Keeper]) -> (ExprSyntax, Assignment)? {
        let arguments = Array(call.arguments)
        for keeper in keepers
        where keeper.function.signature.parameterClause.parameters.count == arguments.count
            && keeper.function.enclosingType?.declaredName == call.enclosingType?.declaredName
        {
            let text = arguments[keeper.parameter].expression
            if TechnicalText.isTechnical(text) { return (text, keeper.assignment) }
        }
        return nil
    }
}
