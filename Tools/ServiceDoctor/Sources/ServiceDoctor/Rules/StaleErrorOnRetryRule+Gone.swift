import SwiftSyntax

// Where an error is gone, or was never there for anybody, before the work starts again.
extension StaleErrorOnRetryRule {
    /// A private property that nothing reads shows nothing.
    func isUnread(_ name: String, in unit: SourceUnit) -> Bool {
        unit.index.variables.contains { variable in
            variable.isPrivateProperty && variable.bindings.contains { $0.pattern.trimmedText == name }
        } && unit.names.isNeverRead(name)
    }

    /// `Button { errorMessage = nil } label: { … }`: the banner that shows the error has a button that closes it.
    func isClosedByButton(_ name: String, in unit: SourceUnit) -> Bool {
        unit.index.assignments.contains { assignment in
            guard assignment.ownProperty == name, assignment.assignsNil || assignment.assignsEmptyString,
                var closure = assignment.node.nearest(ClosureExprSyntax.self), closure.statements.count == 1
            else { return false }
            if let outer = closure.nearest(ClosureExprSyntax.self), outer.statements.count == 1,
                TaskContext.call(of: closure)?.calleeName == "withAnimation"
            {
                closure = outer
            }
            return TaskContext.call(of: closure)?.calleeName == "Button"
        }
    }

    /// `try? await Task.sleep(for: .seconds(3)); errorMessage = nil`, `asyncAfter(deadline: .now() + 3) { errorMessage = nil }`: gone
    /// before most people have tried again.
    func goesByItself(_ name: String, in unit: SourceUnit) -> Bool {
        unit.index.assignments.contains { assignment in
            guard assignment.ownProperty == name, assignment.assignsNil || assignment.assignsEmptyString else {
                return false
            }
            var current = assignment.node.nearest(ClosureExprSyntax.self)
            while let closure = current {
                let call = TaskContext.call(of: closure)
                if ["asyncAfter", "scheduledTimer"].contains(call?.calleeName) { return true }
                let sleeps = closure.descendants(FunctionCallExprSyntax.self, nested: false).contains {
                    $0.calleeName == "sleep" && $0.position < assignment.node.position
                }
                if sleeps { return true }
                current = closure.nearest(ClosureExprSyntax.self)
            }
            return false
        }
    }
}
