import SwiftSyntax

/// Recognises controllers: the types that keep what a screen shows.
enum Controllers {
    /// Says whether a type keeps the state of a screen, by its name or by being observable.
    static func isController(_ group: any DeclGroupSyntax) -> Bool {
        let name = TypeName.last(group.declaredName)
        if name.hasSuffix("Controller") || name.hasSuffix("ViewModel") { return true }
        guard group.is(ClassDeclSyntax.self) else { return false }
        let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return inherited.contains("ObservableObject") || group.attributes.names.contains("Observable")
    }

    /// Says whether a type is a view of SwiftUI, or extends what its name says is one.
    static func isView(_ group: any DeclGroupSyntax) -> Bool {
        let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return inherited.contains { ["View", "SwiftUI.View", "ViewModifier"].contains($0) }
            || TypeName.last(group.declaredName).hasSuffix("View")
    }
}
