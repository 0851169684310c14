import SwiftSyntax

extension SyntaxProtocol {
    /// Says whether the code around gives a property's name to something else: a variable, a parameter, a capture, a loop, a pattern or a
    /// cast; but not `guard let model`, which only unwraps it.
    func isBoundAnew(_ name: String) -> Bool {
        var current = parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            let isBound =
                switch outer.kind {
                case .closureExpr: outer.as(ClosureExprSyntax.self)?.signature?.binds(name) ?? false
                case .forStmt: outer.as(ForStmtSyntax.self)?.pattern.binds(name) ?? false
                case .ifExpr: outer.as(IfExprSyntax.self)?.conditions.bindAnew(name) ?? false
                case .whileStmt: outer.as(WhileStmtSyntax.self)?.conditions.bindAnew(name) ?? false
                case .switchCase: outer.as(SwitchCaseSyntax.self)?.label.binds(name) ?? false
                case .catchClause: outer.as(CatchClauseSyntax.self)?.catchItems.binds(name) ?? false
                case .functionDecl: outer.as(FunctionDeclSyntax.self)?.signature.parameterClause.binds(name) ?? false
                case .initializerDecl:
                    outer.as(InitializerDeclSyntax.self)?.signature.parameterClause.binds(name) ?? false
                case .accessorDecl: outer.as(AccessorDeclSyntax.self)?.parameters?.binds(name) ?? false
                case .subscriptDecl: outer.as(SubscriptDeclSyntax.self)?.parameterClause.binds(name) ?? false
                case .codeBlockItemList:
                    outer.as(CodeBlockItemListSyntax.self)?.bindsAnew(name, before: position) ?? false
                default: false
                }
            if isBound { return true }
            current = outer.parent
        }
        return false
    }

    /// Has a pattern with this name in it.
    fileprivate func binds(_ name: String) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    }
}

extension CodeBlockItemListSyntax {
    fileprivate func bindsAnew(_ name: String, before position: AbsolutePosition) -> Bool {
        guard let start = BlockMemory.declaration(of: name, in: self), start < position else { return false }
        if let variable = BlockMemory.variable(named: name, in: self), variable.end <= position { return true }
        return contains { item in
            guard item.position < position else { return false }
            if let check = item.item.as(GuardStmtSyntax.self) { return check.conditions.bindAnew(name) }
            // `let (model, count) = pair`
            return item.endPosition <= position
                && item.item.as(VariableDeclSyntax.self)?.bindings.contains {
                    $0.pattern.is(TuplePatternSyntax.self) && $0.pattern.binds(name)
                } ?? false
        }
    }
}

extension ConditionElementListSyntax {
    /// `if let model = model as? TagModel`, `if case .loaded(let model) = state`, but no `if let model` or `if let model = self.model`.
    fileprivate func bindAnew(_ name: String) -> Bool {
        contains { element in
            if let matching = element.condition.as(MatchingPatternConditionSyntax.self) {
                return matching.pattern.binds(name)
            }
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.binds(name)
            else { return false }
            if binding.pattern.is(TuplePatternSyntax.self) { return true }
            guard let value = binding.initializer?.value.trimmedText else { return false }
            return value != name && value != "self.\(name)"
        }
    }
}

extension Optional where Wrapped: SyntaxProtocol {
    fileprivate func binds(_ name: String) -> Bool { map { $0.binds(name) } ?? false }
}
