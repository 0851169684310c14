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
}
