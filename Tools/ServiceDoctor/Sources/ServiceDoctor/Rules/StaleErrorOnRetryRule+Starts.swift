import SwiftSyntax

/// Who starts the work again that may leave an old error.
extension StaleErrorOnRetryRule {
    /// The function that the work is part of, where its name does not say that people start it again themselves.
    static func starter(of statement: DoStmtSyntax) -> TaskContext? {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self),
            !Words.of(function.name.text).contains(where: startedByPeople.contains)
        else { return nil }
        let owner = function.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        return .function(name: function.name.text, owner: owner)
    }

    private static let startedByPeople: Set<String> = [
        "reload", "refresh", "retry", "search", "submit", "save", "send", "share", "upload", "export", "post", "sign",
        "login", "checkout", "place", "pay", "purchase", "buy", "book", "register", "confirm", "verify",
    ]

    /// `Button("Send") { Task { await perform() } }` in the view that has the function: people press it again while the error stands
    /// beside it.
    func isStartedByButton(_ statement: DoStmtSyntax, besides error: String, in unit: SourceUnit) -> Bool {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self),
            let view = statement.enclosingType,
            unit.names.tokens(of: error).contains(where: { view.contains($0) && isShownBesideAll($0, error) }),
            // `.disabled(error != nil)`
            !unit.index.calls.contains(where: { $0.calleeName == "disabled" && $0.arguments.mentions([error]) })
        else { return false }
        // `Button("Send", action: perform)`
        let isAction = unit.names.mentions(of: function.name.text).contains { name in
            guard let argument = name.withOwner.parent?.as(LabeledExprSyntax.self), argument.label?.text == "action"
            else {
                return false
            }
            return view.contains(name) && argument.nearest(FunctionCallExprSyntax.self)?.plainName == "Button"
        }
        return isAction
            || unit.index.calls.contains { call in
                guard call.calleeName == function.name.text, ErrorClearing(unit).isOwn(call),
                    call.enclosingType?.declaredName == function.enclosingType?.declaredName
                else { return false }
                var current = call.parent
                while let outer = current, outer.declGroup == nil, !outer.is(FunctionDeclSyntax.self) {
                    if let button = outer.as(FunctionCallExprSyntax.self), button.plainName == "Button" {
                        return !changesWhatIsShown(button, error, in: unit)
                    }
                    current = outer.parent
                }
                return false
            }
    }

    /// Clears the error itself, or raises a flag that may hide it: `Button("Send") { error = nil; Task { await perform() } }`.
    private func changesWhatIsShown(_ button: FunctionCallExprSyntax, _ error: String, in unit: SourceUnit) -> Bool {
        unit.index.assignments.contains {
            button.contains($0.node) && ($0.shownProperty == error || $0.assignedBool != nil)
        }
    }

    /// Stands in what a view is made of, in no branch but one for the error itself, without an `else` that may hold the button.
    private func isShownBesideAll(_ token: TokenSyntax, _ error: String) -> Bool {
        var current = token.parent
        while let outer = current, outer.declGroup == nil {
            if outer.is(FunctionDeclSyntax.self) || outer.is(SwitchExprSyntax.self) { return false }
            if let choice = outer.as(IfExprSyntax.self), choice.elseBody != nil || !choice.conditions.mentions([error])
            {
                return false
            }
            // `else if let error { … }` stands in the place of something else.
            if outer.is(IfExprSyntax.self), outer.parent?.is(IfExprSyntax.self) ?? false { return false }
            if let variable = outer.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false
            {
                return variable.bindings.first?.typeAnnotation?.mentions(["View"]) ?? false
            }
            current = outer.parent
        }
        return false
    }

    /// Named after work that people start again, not the program by itself: `load`, `refresh`, `submit`, but no `sync`.
    static func isRepeated(_ statement: DoStmtSyntax) -> Bool {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self) else { return true }
        return Words.of(function.name.text).contains(where: repeated.contains)
    }

    private static let repeated = startedByPeople.union(["load", "fetch", "update", "query", "download"])
}
