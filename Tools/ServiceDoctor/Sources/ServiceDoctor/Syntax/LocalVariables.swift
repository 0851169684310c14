import SwiftSyntax

extension SyntaxProtocol {
    /// The variable of this name that the code around this declares before it; nil for a property.
    func localVariable(named name: String) -> PatternBindingSyntax? {
        var scope = parent
        while let outer = scope, !outer.is(MemberBlockSyntax.self) {
            if let block = outer.as(CodeBlockItemListSyntax.self),
                let found = BlockMemory.variable(named: name, in: block), found.end <= position
            {
                return found.binding
            }
            scope = outer.parent
        }
        return nil
    }
}

extension PatternBindingSyntax {
    /// Has a value from the start, were it `nil`.
    var holdsValue: Bool {
        initializer != nil || typeAnnotation.map { TypeName($0.type).isOptional } ?? false
    }
}
