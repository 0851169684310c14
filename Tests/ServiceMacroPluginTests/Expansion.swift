#if Macros
import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import ServiceMacroPlugin

/// Asserts what the macros make of a source.
enum Expansion {
    static let macros: [String: MacroSpec] = {
        var macros: [String: any Macro.Type] = [
            "Resilient": ResilientMacro.self, "Mock": MockMacro.self, "Injectable": InjectableMacro.self,
        ]
        for marker in ["Idempotent", "Fallback", "Unguarded", "Recorded", "StubName", "Inject"] {
            macros[marker] = MarkerMacro.self
        }
        let conformances = ["Injectable", "AsyncInjectable", "MainInjectable", "ArgumentInjectable"].map {
            TypeSyntax(IdentifierTypeSyntax(name: .identifier($0)))
        }
        return macros.mapValues { type in
            MacroSpec(type: type, conformances: conformances)
        }
    }()

    /// Asserts an expansion that is not refused.
    static func check(
        _ source: String, becomes expanded: String, location: Testing.SourceLocation = #_sourceLocation
    ) {
        assertMacroExpansion(
            source, expandedSource: expanded, macroSpecs: macros,
            failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
    }

    /// Asserts what a fix-it makes of a source that is refused.
    static func check(
        _ source: String, isRefusedWith diagnostic: DiagnosticSpec, applying fixIt: String, becomes fixed: String,
        expanded: String, location: Testing.SourceLocation = #_sourceLocation
    ) {
        assertMacroExpansion(
            source, expandedSource: expanded, diagnostics: [diagnostic], macroSpecs: macros, applyFixIts: [fixIt],
            fixedSource: fixed, failureHandler: { Issue.record("\($0.message)", sourceLocation: location) })
    }
}
#endif
