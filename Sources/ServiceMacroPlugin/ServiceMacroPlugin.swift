#if Macros
import SwiftCompilerPlugin
import SwiftSyntaxMacros

@main
struct ServiceMacroPlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        ResilientMacro.self, MockMacro.self, InjectableMacro.self, MarkerMacro.self,
    ]
}
#else
// Without the trait there is nothing to expand, and no swift-syntax to do it with.
@main
enum ServiceMacroPlugin {
    static func main() {}
}
#endif
