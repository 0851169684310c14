import SwiftSyntax

/// Recognises the parts of an app that only developers open.
///
/// What is a mistake on a screen for customers may be meant on one for debugging: the syntax does not decide, so warnings there
/// are notes.
enum DeveloperTools {
    /// Says whether a file lies among them, by a word in its path: `Debug`, `DevSettings`, `DeveloperMenu.swift`.
    ///
    /// Of an absolute path only the file's name counts: the folders above a checkout say nothing about it.
    static func contain(_ path: String) -> Bool {
        let components = path.split(separator: "/")
        return (path.hasPrefix("/") ? components.suffix(1) : components[...]).contains { component in
            let name = component.hasSuffix(".swift") ? component.dropLast(6) : component
            return name.split(separator: " ").contains { part in
                let own = Words.of(String(part))
                return own.contains(where: { words.contains($0) || trials.contains($0) })
                    || tests.contains(where: own.suffix(2).elementsEqual)
            }
        }
    }

    /// Says whether a view or model is for developers, by its name: `DebugMenuView`, `TestUploadView`, `CameraTest`.
    static func isNamed(_ type: String) -> Bool {
        let own = Words.of(type)
        // `QAView` has questions and answers.
        if own.contains(where: { $0 != "qa" && words.contains($0) }) { return true }
        if own.last == "test" || tests.contains(where: own.suffix(2).elementsEqual) { return own.count > 1 }
        // People may take a test, which has questions and a result.
        return own.first == "test" && own.last.map(screens.contains) ?? false && exams.isDisjoint(with: own)
    }

    /// Says whether something is shown to developers only: behind a question for their mode, as in `if settings.developerMode`.
    static func show(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(node), ask(choice.conditions) {
                return true
            }
            // `guard DiagnosticMode.isEnabled else { return }`
            let block = outer.as(CodeBlockItemListSyntax.self)
            let isGuarded = block?.contains { item in
                item.position < node.position
                    && item.item.as(GuardStmtSyntax.self).map { ask($0.conditions) } ?? false
            }
            if isGuarded ?? false { return true }
            current = outer.parent
        }
        return false
    }

    private static func ask(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.allSatisfy { $0.condition.is(ExprSyntax.self) }
            && conditions.descendants(PrefixOperatorExprSyntax.self).isEmpty
            && conditions.tokens(viewMode: .sourceAccurate).contains { token in
                guard case .identifier(let name) = token.tokenKind else { return false }
                let words = Words.of(name)
                return modes.contains(words) || words.starts(with: ["is", "debug"]) || words == ["is", "testflight"]
                    || words == ["is", "test", "flight"]
            }
    }

    private static let modes: Set<[String]> = [
        ["developer", "mode"], ["development", "mode"], ["debug", "mode"], ["is", "developer"],
        ["is", "developer", "mode"], ["diagnostic", "mode"], ["diagnostics", "mode"],
    ]

    /// `PushTestView.swift`, a screen to try something out by hand.
    private static let tests = [["test", "view"], ["test", "screen"]]

    private static let screens: Set<String> = ["view", "screen", "page", "controller", "model"]

    private static let exams: Set<String> = [
        "question", "questions", "answer", "answers", "result", "results", "score", "history", "mode", "session",
        "detail", "details", "list", "summary", "prep",
    ]

    /// `Prototypes/WindowProbe`, `CameraSpike.swift`: something to find out whether it works.
    private static let trials: Set<String> = ["prototype", "prototypes", "spike", "spikes"]

    private static let words: Set<String> = ["debug", "debugging", "developer", "dev", "qa"]
}
