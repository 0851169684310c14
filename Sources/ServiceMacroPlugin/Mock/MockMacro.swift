#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Generates the test double of a service.
enum MockMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let problems = Problems()
        defer { problems.report(in: context) }
        let place = context.lexicalContext
        guard let service = ServiceProtocol(node, declaration, within: place, problems) else { return [] }
        let double = TestDouble(service)
        double.check(problems)
        return problems.isEmpty ? ["\(raw: double.text)"] : []
    }
}
#endif
