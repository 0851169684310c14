import SwiftSyntax

// The `try!`s behind which nothing could go on, as the code around them shows.
extension ForceTryRule {
    /// `assert(try! isDone())`
    static func isAsserted(_ node: TryExprSyntax) -> Bool {
        var current = node.parent
        while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
            if outer.as(FunctionCallExprSyntax.self)?.plainName == "assert" { return true }
            current = outer.parent
        }
        return false
    }

    /// Before `exit(0)` in the same block: the program is to end anyway.
    static func isAtTheEnd(_ node: TryExprSyntax) -> Bool {
        let end = node.nearest(CodeBlockItemListSyntax.self).flatMap(BlockMemory.end(of:))
        return end.map { $0 > node.position } ?? false
    }

    /// In a catch, makes what the `do` could not make: `catch { remove(file); return try! Store(file) }`.
    static func isLastResort(_ node: TryExprSyntax) -> Bool {
        var current = node.parent
        while let outer = current, !outer.opensScope {
            if let clause = outer.as(CatchClauseSyntax.self), let statement = clause.nearest(DoStmtSyntax.self) {
                let made = Set(names(calledBy: node))
                let isTriedAgain = DoStatement(statement).throwingExpressions.contains {
                    !made.isDisjoint(with: names(calledBy: $0))
                }
                return isTriedAgain || takesPlace(node, ofWhatIsMadeBy: statement)
            }
            current = outer.parent
        }
        return false
    }

    private static func names(calledBy attempt: TryExprSyntax) -> [String] {
        attempt.descendants(FunctionCallExprSyntax.self, nested: false).compactMap { $0.constructedType }
    }

    /// Sets the same variable, or returns as the `do` does.
    private static func takesPlace(_ node: TryExprSyntax, ofWhatIsMadeBy statement: DoStmtSyntax) -> Bool {
        if node.parent?.is(ReturnStmtSyntax.self) ?? false {
            return statement.body.statements.last?.item.as(ReturnStmtSyntax.self)?.expression != nil
        }
        guard let own = node.parent?.parent?.as(SequenceExprSyntax.self).flatMap({ Assignment($0) }) else {
            return false
        }
        return statement.body.descendants(SequenceExprSyntax.self, nested: false).contains {
            Assignment($0)?.target.trimmedText == own.target.trimmedText
        }
    }

    /// `prepareDependencies { try! $0.openDatabase() }`: how an app begins, whose closure cannot throw.
    static func preparesApp(_ node: TryExprSyntax) -> Bool {
        let closure = node.nearest(ClosureExprSyntax.self)
        return closure.flatMap(TaskContext.call(of:))?.calleeName == "prepareDependencies"
    }
}
