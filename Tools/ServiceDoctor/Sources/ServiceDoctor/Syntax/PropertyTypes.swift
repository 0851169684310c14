import SwiftSyntax

/// The types of the properties of a file's types, as far as they are written or made there, read once for each type.
final class PropertyTypes {
    private var known: [SyntaxIdentifier: [String: String]] = [:]

    /// `FeedProviding` for `let feed: any FeedProviding` in the type around a place.
    func type(of name: String, around place: some SyntaxProtocol) -> String? {
        guard name.first?.isLowercase ?? false, let type = place.enclosingType else { return nil }
        let id = Syntax(type).id
        if let properties = known[id] { return properties[name] }
        let properties = Self.read(type)
        known[id] = properties
        return properties[name]
    }

    private static func read(_ type: any DeclGroupSyntax) -> [String: String] {
        var properties: [String: String] = [:]
        for member in type.memberBlock.members {
            for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType
                if let written = binding.typeAnnotation?.type {
                    properties[name] = TypeName.last(TypeName.withoutArguments(TypeName(written).text))
                } else if let made {
                    properties[name] = TypeName.last(made)
                }
            }
        }
        return properties
    }
}
