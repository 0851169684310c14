import SwiftSyntax

/// Finds the expressions that a getter, closure or factory may return.
enum ResultExpressions {
    /// What a getter or factory gives back: every `return`, or its only expression; nothing where it branches otherwise.
    static func of(_ node: Syntax) -> [ExprSyntax] {
        let returns = node.descendantsOfOwnScope(ReturnStmtSyntax.self).compactMap(\.expression)
        if !returns.isEmpty { return returns }
        let blocks =
            node.as(ClosureExprSyntax.self)?.statements ?? node.as(CodeBlockSyntax.self)?.statements
            ?? node.as(AccessorBlockSyntax.self).flatMap { block -> CodeBlockItemListSyntax? in
                if case .getter(let items) = block.accessors { return items }
                guard case .accessors(let list) = block.accessors else { return nil }
                return list.first { $0.accessorSpecifier.tokenKind == .keyword(.get) }?.body?.statements
            }
        guard let items = blocks, items.count == 1, let only = items.first?.item.as(ExprSyntax.self) else { return [] }
        return [only]
    }
}

extension Syntax {
    /// Like ``descendants(_:nested:)`` without nested scopes, where this node itself may open one.
    fileprivate func descendantsOfOwnScope<Node: SyntaxProtocol>(_ type: Node.Type) -> [Node] {
        children(viewMode: .sourceAccurate).flatMap { child -> [Node] in
            if let accessor = child.as(AccessorDeclListSyntax.self) {
                return accessor.flatMap { $0.descendants(type, nested: false) }
            }
            return (child.as(type).map { [$0] } ?? [])
                + (child.opensScope ? [] : child.descendants(type, nested: false))
        }
    }
}
