import SwiftSyntax

/// Recognises optional parameters that are never `nil`: the only callers of a private function have looked before.
enum UnwrappedArguments {
    /// Says whether a path is left for nothing but such parameters: `guard let place else { return }`, or `if let place { … }` at the end.
    static func close(_ leak: ContinuationPaths.Leak, in unit: SourceUnit) -> Bool {
        let conditions: ConditionElementListSyntax?
        let node: Syntax
        switch leak {
        case .exit(let leave):
            node = leave
            conditions = leave.nearest(GuardStmtSyntax.self).flatMap { $0.body.contains(leave) ? $0.conditions : nil }
        case .end(let closure):
            node = Syntax(closure)
            let last = closure.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
            conditions = last.flatMap { $0.elseBody == nil ? $0.conditions : nil }
        }
        guard let conditions, let function = node.nearest(FunctionDeclSyntax.self),
            function.modifiers.contains(where: \.isPrivate)
        else { return false }
        let calls = unit.index.calls.filter { $0.calleeName == function.name.text && !function.contains($0) }
        // What is handed on as a value may be called with anything.
        guard !calls.isEmpty, unit.names.mentions(of: function.name.text).count == calls.count else { return false }
        return conditions.allSatisfy { element in
            guard let name = parameter(unwrappedBy: element, of: function) else { return false }
            return calls.allSatisfy { isGiven(name, in: $0) }
        }
    }

    /// The label of the parameter that `if let place = place` unwraps.
    private static func parameter(
        unwrappedBy element: ConditionElementSyntax, of function: FunctionDeclSyntax
    ) -> String? {
        guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return nil }
        let name = binding.initializer?.value.trimmedText ?? binding.pattern.trimmedText
        return function.signature.parameterClause.parameters.first {
            ($0.secondName ?? $0.firstName).text == name && $0.defaultValue == nil
        }?.firstName.text
    }

    private static func isGiven(_ label: String, in call: FunctionCallExprSyntax) -> Bool {
        let argument = call.arguments.first { ($0.label?.text ?? "_") == label }?.expression
        guard let name = argument?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        var current: Syntax? = Syntax(call)
        while let inner = current, let outer = inner.parent, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), choice.body.id == inner.id, unwraps(name, choice.conditions) {
                return true
            }
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.position < call.position {
                if let check = item.item.as(GuardStmtSyntax.self), unwraps(name, check.conditions) { return true }
            }
            current = outer
        }
        return false
    }

    /// `let place`, `let spot = place` and `let latitude = place?.latitude`
    private static func unwraps(_ name: String, _ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return false }
            if binding.pattern.trimmedText == name { return true }
            guard let value = binding.initializer?.value else { return false }
            return root(of: value) == name
        }
    }

    /// `place` of `place?.coordinate.latitude`.
    private static func root(of value: ExprSyntax) -> String? {
        var current = value
        while true {
            if let chain = current.as(OptionalChainingExprSyntax.self) {
                current = chain.expression
            } else if let base = current.as(MemberAccessExprSyntax.self)?.base {
                current = base
            } else {
                return current.as(DeclReferenceExprSyntax.self)?.baseName.text
            }
        }
    }
}
