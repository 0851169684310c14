import SwiftSyntax

/// Recognises code that closes the screen it belongs to.
enum ScreenClosing {
    /// Says whether some code closes its screen, itself or by way of a function of the file.
    static func closes(_ node: some SyntaxProtocol, in unit: SourceUnit) -> Bool {
        closesItself(node)
            || node.descendants(FunctionCallExprSyntax.self).contains { call in
                guard let name = call.plainName, name.first?.isLowercase ?? false else { return false }
                return unit.index.functions.contains { function in
                    function.name.text == name && function.body.map { closesItself($0) } ?? false
                }
            }
    }

    /// `dismiss()`, `navigation.popLast()`, `isPresented = false`, `context.completeRequest(returningItems: [])`
    static func closesItself(_ node: some SyntaxProtocol) -> Bool {
        let calls = node.descendants(FunctionCallExprSyntax.self).contains { call in
            call.calleeName.map { closing.contains($0) || $0.hasPrefix("popTo") } ?? false
        }
        return calls
            || node.descendants(SequenceExprSyntax.self).compactMap(Assignment.init).contains { assignment in
                guard assignment.assignedBool == false, let words = assignment.lastName.map(Words.of) else {
                    return false
                }
                return ["show", "showing", "presented"].contains { words.first == $0 || words.last == $0 }
                    || words.starts(with: ["is", "showing"])
            }
    }

    private static let closing: Set<String> = [
        "dismiss", "pop", "popViewController", "goBack", "cancelRequest", "completeRequest", "onClose", "onDismiss",
        "onCancel", "dismissSheet",
    ]
}
