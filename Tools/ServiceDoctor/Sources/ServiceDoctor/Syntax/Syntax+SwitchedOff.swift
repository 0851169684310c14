import SwiftSyntax

extension SyntaxProtocol {
    /// Says whether only a constant of the file that is false leads here: `private let usesCache = false`, `if usesCache { … }`.
    func isSwitchedOff(in unit: SourceUnit) -> Bool {
        var current = parent
        while let outer = current, !outer.opensScope {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(self),
                choice.conditions.contains(where: { Self.isNeverTrue($0, in: unit) })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    private static func isNeverTrue(_ condition: ConditionElementSyntax, in unit: SourceUnit) -> Bool {
        guard let name = condition.condition.as(DeclReferenceExprSyntax.self)?.baseName.text,
            !ErrorState.isLocal(name, at: condition)
        else { return false }
        let owner = condition.enclosingType?.declaredName
        let variables = unit.index.variables.filter { variable in
            variable.enclosingType?.declaredName == owner
                && variable.bindings.contains { $0.pattern.trimmedText == name }
        }
        return !variables.isEmpty
            && variables.allSatisfy { variable in
                variable.bindingSpecifier.tokenKind == .keyword(.let)
                    && variable.bindings.allSatisfy { $0.initializer?.value.trimmedText == "false" }
            }
    }
}
