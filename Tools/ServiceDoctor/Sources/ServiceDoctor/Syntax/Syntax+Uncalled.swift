import SwiftSyntax

extension SyntaxProtocol {
    /// Stands in a private function that its file names nowhere else.
    func isUncalled(in unit: SourceUnit) -> Bool {
        guard let function = nearest(FunctionDeclSyntax.self), function.modifiers.contains(where: \.isPrivate),
            function.attributes.isEmpty
        else { return false }
        return unit.names.mentions(of: function.name.text).allSatisfy { function.contains($0) }
    }
}
