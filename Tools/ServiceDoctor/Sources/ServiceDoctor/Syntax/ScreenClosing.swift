import SwiftSyntax

/// Recognises code that closes the screen it belongs to.
struct ScreenClosing {
    /// Where the file does.
    private let places: [AbsolutePosition]
    /// The functions of the file that do.
    private let functions: Set<String>

    init(_ unit: SourceUnit) {
        let nodes =
            unit.index.calls.filter(Self.closes).map { Syntax($0) }
            + unit.index.assignments.filter(Self.closes).map { Syntax($0.node) }
        places = nodes.map(\.position)
        functions = Set(nodes.compactMap { $0.nearest(FunctionDeclSyntax.self)?.name.text })
    }

    /// Says whether some code closes its screen, itself or by way of a function of the file.
    func closes(_ node: some SyntaxProtocol) -> Bool {
        places.contains { node.position <= $0 && $0 < node.endPosition }
            || !functions.isEmpty && node.mentions(functions)
    }

    /// `dismiss()`, `navigation.popLast()`, `isPresented = false`, `context.completeRequest(returningItems: [])`
    static func closesItself(_ node: some SyntaxProtocol) -> Bool {
        node.descendants(FunctionCallExprSyntax.self).contains(where: closes)
            || node.descendants(SequenceExprSyntax.self).compactMap(Assignment.init).contains(where: closes)
    }

    private static func closes(_ call: FunctionCallExprSyntax) -> Bool {
        call.calleeName.map { closing.contains($0) || $0.hasPrefix("popTo") } ?? false
    }

    private static func closes(_ assignment: Assignment) -> Bool {
        guard assignment.assignedBool == false, let words = assignment.lastName.map(Words.of) else { return false }
        return ["show", "showing", "presented"].contains { words.first == $0 || words.last == $0 }
            || words.starts(with: ["is", "showing"])
    }

    private static let closing: Set<String> = [
        "dismiss", "pop", "popViewController", "goBack", "cancelRequest", "completeRequest", "onClose", "onDismiss",
        "onCancel", "dismissSheet",
    ]
}
