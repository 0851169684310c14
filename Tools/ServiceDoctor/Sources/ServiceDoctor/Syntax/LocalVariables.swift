import SwiftSyntax

extension SyntaxProtocol {
    /// The variable of this name that the code around this declares before it; nil for a property.
    func localVariable(named name: String) -> PatternBindingSyntax? {
        var scope = parent
        while let outer = scope, !outer.is(MemberBlockSyntax.self) {
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.endPosition <= position {
                let binding = item.item.as(VariableDeclSyntax.self)?.bindings.first {
                    $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
                }
                if let binding { return binding }
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
