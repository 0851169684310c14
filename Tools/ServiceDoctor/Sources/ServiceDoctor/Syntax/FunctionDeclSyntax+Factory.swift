import SwiftSyntax

extension FunctionDeclSyntax {
    /// `func makeFeedViewModel() -> FeedViewModel` of a type, which only code that names it calls.
    var isFactory: Bool {
        guard parent?.is(MemberBlockItemSyntax.self) ?? false, modifiers.isEmpty, attributes.isEmpty else {
            return false
        }
        let name = name.text
        return name.hasPrefix("make") && Self.made.contains(where: name.hasSuffix) && !Self.madeForSystem.contains(name)
    }

    private static let made = ["ViewModel", "VM", "View", "Screen", "ViewController"]

    private static let madeForSystem: Set<String> = [
        "makeUIView", "makeNSView", "makeUIViewController", "makeNSViewController",
    ]
}
