import SwiftSyntax

/// Who starts the work again that may leave an old error.
extension StaleErrorOnRetryRule {
    /// The function that the work is part of, where its name does not say that people start it again themselves.
    static func starter(of statement: DoStmtSyntax) -> TaskContext? {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self),
            !Words.of(function.name.text).contains(where: startedByPeople.contains)
        else { return nil }
        let owner = function.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        return .function(name: function.name.text, owner: owner)
    }

    private static let startedByPeople: Set<String> = [
        "reload", "refresh", "retry", "search", "submit", "save", "send", "share", "upload", "export", "post", "sign",
        "login", "checkout", "place", "pay", "purchase", "buy", "book", "register", "confirm", "verify",
    ]

    /// `Button("Send") { Task { await perform() } }` in the view that has the function: people press it again.
    func isStartedByButton(_ statement: DoStmtSyntax, in unit: SourceUnit) -> Bool {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self) else { return false }
        return unit.index.calls.contains { call in
            guard call.calleeName == function.name.text, ErrorClearing(unit).isOwn(call),
                call.enclosingType?.declaredName == function.enclosingType?.declaredName
            else { return false }
            var current = call.parent
            while let outer = current, outer.declGroup == nil, !outer.is(FunctionDeclSyntax.self) {
                if let button = outer.as(FunctionCallExprSyntax.self), button.plainName == "Button" { return true }
                current = outer.parent
            }
            return false
        }
    }

    /// Named after work that people start again, not the program by itself: `load`, `refresh`, `submit`, but no `sync`.
    static func isRepeated(_ statement: DoStmtSyntax) -> Bool {
        guard let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self) else { return true }
        return Words.of(function.name.text).contains(where: repeated.contains)
    }

    private static let repeated = startedByPeople.union(["load", "fetch", "update", "query", "download"])
}
