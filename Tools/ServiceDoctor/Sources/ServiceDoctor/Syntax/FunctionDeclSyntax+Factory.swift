import SwiftSyntax

extension FunctionDeclSyntax {
    /// `func makeFeedViewModel() -> FeedViewModel` of a type, or `func feedBanner() -> some View` for all views, which only code that
    /// names it calls.
    var isFactory: Bool {
        guard parent?.is(MemberBlockItemSyntax.self) ?? false, attributes.isEmpty else { return false }
        if isForAllViews { return true }
        guard modifiers.isEmpty else { return false }
        let name = name.text
        return name.hasPrefix("make") && Self.made.contains(where: name.hasSuffix) && !Self.madeForSystem.contains(name)
    }

    /// In an extension of `View`.
    private var isForAllViews: Bool {
        guard let addition = enclosingType?.as(ExtensionDeclSyntax.self),
            addition.extendedType.trimmedText == "View", addition.inheritanceClause == nil,
            isCalledByName
        else { return false }
        return signature.returnClause?.type.trimmedText == "some View"
            && modifiers.allSatisfy { $0.name.tokenKind == .keyword(.public) }
    }

    private static let made = ["ViewModel", "VM", "View", "Screen", "ViewController"]

    private static let madeForSystem: Set<String> = [
        "makeUIView", "makeNSView", "makeUIViewController", "makeNSViewController",
    ]
}
