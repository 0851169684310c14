import SwiftSyntax

extension SyntaxProtocol {
    /// Stands in a function that is private, or in a private extension, and that its file names nowhere else.
    func isUncalled(in unit: SourceUnit) -> Bool {
        guard let function = nearest(FunctionDeclSyntax.self), function.attributes.isEmpty,
            function.modifiers.contains(where: \.isPrivate)
                || function.enclosingType?.as(ExtensionDeclSyntax.self)?.modifiers.contains(where: \.isPrivate) ?? false
        else { return false }
        return unit.names.mentions(of: function.name.text).allSatisfy { function.contains($0) }
    }
}
