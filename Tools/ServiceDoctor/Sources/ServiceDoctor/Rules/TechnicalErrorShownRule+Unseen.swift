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

    /// In an alert whose flag nothing sets: `.alert("Error", isPresented: $showsError) { … }`, a private state that is only ever `false`.
    static func isInIdleAlert(_ node: some SyntaxProtocol, _ unit: SourceUnit) -> Bool {
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let call = outer.as(FunctionCallExprSyntax.self), ["alert", "sheet"].contains(call.calleeName),
                let flag = call.argument("isPresented")?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
                flag.hasPrefix("$")
            {
                return isIdle(String(flag.dropFirst()), unit)
            }
            current = outer.parent
        }
        return false
    }

    private static func isIdle(_ flag: String, _ unit: SourceUnit) -> Bool {
        let declared = unit.index.variables.filter { variable in
            variable.bindings.contains { $0.pattern.trimmedText == flag }
        }
        guard declared.count == 1, let variable = declared.first, variable.isPrivateProperty,
            variable.bindings.first?.initializer?.value.trimmedText == "false"
        else { return false }
        // One binding is the alert's own; another may be given away.
        let bindings = unit.names.tokens(of: "$\(flag)").count
        let isSet = unit.names.tokens(of: flag).contains { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            return reference.isAssignedTo
                ? !setsFalse(reference) : token.nextToken(viewMode: .sourceAccurate)?.text == "."
        }
        return bindings <= 1 && !isSet
    }

    private static func setsFalse(_ target: DeclReferenceExprSyntax) -> Bool {
        target.nearest(SequenceExprSyntax.self)?.elements.last?.trimmedText == "false"
    }
}
