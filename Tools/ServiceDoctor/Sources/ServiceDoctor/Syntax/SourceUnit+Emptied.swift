import SwiftSyntax

extension SourceUnit {
    /// Returns what the function around a `do` takes away, the other catches of it left out: `items` of `items = []`.
    func emptied(around statement: DoStmtSyntax, besides clause: CatchClauseSyntax) -> Set<String> {
        guard let function = statement.enclosingFunction else { return [] }
        let range = function.position.utf8Offset..<function.endPosition.utf8Offset
        func counts(_ node: some SyntaxProtocol) -> Bool {
            guard range.contains(node.position.utf8Offset) else { return false }
            return !statement.catchClauses.contains { $0.id != clause.id && $0.contains(node) }
        }
        var emptied: Set<String> = []
        for assignment in index.assignments where range.contains(assignment.offset) {
            guard let name = assignment.shownProperty, assignment.takesContentAway, counts(assignment.node) else {
                continue
            }
            emptied.insert(name)
        }
        for call in index.calls where call.calleeName == "removeAll" && counts(call) {
            if let name = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
                ?? call.receiver?.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            {
                emptied.insert(name)
            }
        }
        return emptied
    }
}

extension Assignment {
    /// `items = []`, `user = nil`, `text = ""`
    fileprivate var takesContentAway: Bool {
        if assignsNil || assignsEmptyString { return true }
        guard value.count == 1 else { return false }
        return value[0].as(ArrayExprSyntax.self)?.elements.isEmpty
            ?? value[0].as(DictionaryExprSyntax.self).map { !$0.content.is(DictionaryElementListSyntax.self) } ?? false
    }
}
