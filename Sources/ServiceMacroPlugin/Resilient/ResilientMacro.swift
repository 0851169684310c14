#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Generates the guard around a service.
enum ResilientMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let problems = Problems()
        defer { problems.report(in: context) }
        let place = context.lexicalContext
        guard let service = ServiceProtocol(node, declaration, within: place, problems) else { return [] }
        let guarded = Guard(service)
        guarded.check(problems)
        return problems.isEmpty ? ["\(raw: guarded.text)"] : []
    }
}
#endif
