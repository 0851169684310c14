import SwiftSyntax

/// Recognises texts that stand in a view, and that people hardly see.
extension TechnicalErrorShownRule {
    /// Says whether people see something only when they ask for it: in a popover, in what they fold out, or by a function for an error's details.
    static func isOnDemand(_ node: some SyntaxProtocol) -> Bool {
        if Set(["error", "details"]).isSubset(of: Words.of(node.nearest(FunctionDeclSyntax.self)?.name.text ?? "")) {
            return true
        }
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let closure = outer.as(ClosureExprSyntax.self),
                ["popover", "DisclosureGroup"].contains(TaskContext.call(of: closure)?.calleeName)
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// Only where the system's error has a certain code: `if let failure = error as? URLError, failure.code == .notConnectedToInternet`.
    static func isOfKnownCode(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let branch = outer.as(IfExprSyntax.self), branch.body.contains(node),
                branch.conditions.mentions(["URLError"]),
                branch.conditions.mentions(["code"])
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// Only a text that the code knows: `if error.localizedDescription.contains("quota") { message = error.localizedDescription }`.
    static func isKnownText(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current, outer.declGroup == nil, !outer.is(CatchClauseSyntax.self) {
            if let branch = outer.as(IfExprSyntax.self), branch.body.contains(node),
                branch.conditions.contains(where: {
                    $0.condition.as(FunctionCallExprSyntax.self).map(asksText) ?? false
                })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    private static func asksText(_ call: FunctionCallExprSyntax) -> Bool {
        ["contains", "hasPrefix", "hasSuffix"].contains(call.calleeName)
            && (call.arguments.first?.expression.as(StringLiteralExprSyntax.self)?.plainText?.count ?? 0) > 3
            && call.receiver.map { TechnicalText.isTechnical($0) } ?? false
    }

    /// A view's own state, and `dismiss()` follows in any case, before anything is waited for: the screen goes before somebody has read it.
    static func isGoneAtOnce(_ assignment: Assignment, in unit: SourceUnit) -> Bool {
        func isWrapped(_ name: String?, _ wrapper: String) -> Bool {
            unit.index.variables.contains { variable in
                variable.attributes.names.contains(wrapper)
                    && variable.bindings.contains { $0.pattern.trimmedText == name }
                    && variable.enclosingType?.declaredName == assignment.node.enclosingType?.declaredName
            }
        }
        let node = assignment.node
        guard isWrapped(assignment.ownProperty, "State") else { return false }
        var current = Syntax(node)
        while let outer = current.parent, !outer.opensScope {
            if let items = outer.as(CodeBlockItemListSyntax.self) {
                for item in items where item.position > node.position && !item.contains(node) {
                    let call = item.item.as(FunctionCallExprSyntax.self)
                    if call?.calleeName == "dismiss", call?.arguments.isEmpty ?? false,
                        call?.receiver?.trimmedText.hasSuffix("wrappedValue") ?? true
                    {
                        return true
                    }
                    // `isPresented = false`
                    if let closing = item.item.as(SequenceExprSyntax.self).flatMap(Assignment.init),
                        closing.assignedBool == false, isWrapped(closing.ownProperty, "Binding"),
                        Words.of(closing.ownProperty ?? "").allSatisfy(presented.contains)
                    {
                        return true
                    }
                    let mayStay =
                        item.item.is(ReturnStmtSyntax.self) || item.item.is(AwaitExprSyntax.self)
                        || !item.descendants(AwaitExprSyntax.self, nested: false).isEmpty
                        || !item.descendants(ReturnStmtSyntax.self, nested: false).isEmpty
                    if mayStay { return false }
                }
            }
            current = outer
        }
        return false
    }

    /// The words of which the name of a screen's flag is made: `isPresented`, `showingSheet`, but no `showsSpinner`.
    private static let presented: Set<String> = [
        "is", "present", "presented", "presenting", "show", "shows", "showing", "shown", "display", "displayed",
        "visible", "open", "sheet", "screen", "view", "form", "modal", "popup", "page",
    ]

    /// A function of the file that is called as those are that show something, and only prints: `func showMessage(_ text: String) { print(text) }`.
    static func isPrinter(_ name: String, in unit: SourceUnit) -> Bool {
        let bodies = unit.index.functions.filter { $0.name.text == name }.compactMap(\.body?.statements)
        return !bodies.isEmpty
            && bodies.allSatisfy { statements in
                !statements.isEmpty
                    && statements.allSatisfy { item in
                        item.item.as(FunctionCallExprSyntax.self).map { PrintCall.isPrint($0, in: unit) } ?? false
                    }
            }
    }
}
