#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// What a macro refuses, as the person reads it.
struct Problem: DiagnosticMessage {
    let message: String
    let id: String

    var diagnosticID: MessageID { MessageID(domain: "ServiceMacros", id: id) }
    var severity: DiagnosticSeverity { .error }
}

/// What a fix-it offers.
struct Offer: FixItMessage {
    let message: String
    let id: String

    var fixItID: MessageID { MessageID(domain: "ServiceMacros", id: id) }
}

/// Collects what is wrong with a declaration, so that everything is reported at once.
final class Problems {
    private(set) var diagnostics: [Diagnostic] = []

    var isEmpty: Bool { diagnostics.isEmpty }

    func add(_ id: String, _ message: String, at node: some SyntaxProtocol, fixIts: [FixIt] = []) {
        diagnostics.append(Diagnostic(node: node, message: Problem(message: message, id: id), fixIts: fixIts))
    }

    /// Reports everything.
    func report(in context: some MacroExpansionContext) {
        for diagnostic in diagnostics { context.diagnose(diagnostic) }
    }
}

extension FixIt {
    /// Replaces a node.
    static func replacing(_ id: String, _ message: String, _ old: some SyntaxProtocol, by new: some SyntaxProtocol)
        -> FixIt
    {
        FixIt(
            message: Offer(message: message, id: id),
            changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }

    /// Writes an attribute before a requirement.
    static func marking(_ declaration: some DeclSyntaxProtocol & WithAttributesSyntax, _ attribute: String) -> FixIt {
        var marked = declaration
        marked.leadingTrivia = []
        marked.attributes.insert(
            .attribute("\(raw: attribute) "), at: marked.attributes.startIndex)
        marked.leadingTrivia = declaration.leadingTrivia
        return replacing("mark", "Mark it \(attribute)", declaration, by: marked)
    }
}
#endif
