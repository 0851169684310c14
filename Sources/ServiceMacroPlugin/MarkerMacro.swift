#if Macros
import SwiftSyntax
import SwiftSyntaxMacros

/// Generates nothing: the macro of the whole type reads what is marked.
enum MarkerMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
#endif
