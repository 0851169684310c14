import SwiftSyntax

extension SyntaxIndex {
    /// Shows views to those who write them only.
    static func isPreviewProvider(_ node: some DeclGroupSyntax) -> Bool {
        guard let inherited = node.inheritanceClause?.inheritedTypes else { return false }
        return inherited.contains { parent in
            guard let name = parent.type.as(IdentifierTypeSyntax.self)?.name.text else { return false }
            return name == "PreviewProvider" || name == "PreviewModifier"
        }
    }
}

extension IdentifierPatternSyntax {
    /// `if let loadError { … }`
    var unwrapsError: Bool {
        ErrorState.isErrorName(identifier.text)
            && parent?.as(OptionalBindingConditionSyntax.self).map { $0.initializer == nil } ?? false
    }
}
