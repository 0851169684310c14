#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Generates what the container needs to create a type with its initialiser.
enum InjectableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let problems = Problems()
        defer { problems.report(in: context) }
        guard
            let creation = Creation(
                node, declaration, type.trimmedDescription, within: context.lexicalContext, problems),
            problems.isEmpty
        else { return [] }
        // Without a conformance that the type declares itself.
        let isNew = protocols.contains {
            ($0.trimmedDescription.split(separator: ".").last ?? "") == creation.conformance
        }
        let text: DeclSyntax = "\(raw: creation.text(declaringConformance: isNew))"
        return [text.as(ExtensionDeclSyntax.self)].compactMap(\.self)
    }
}
#endif
