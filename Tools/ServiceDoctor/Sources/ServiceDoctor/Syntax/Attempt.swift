import SwiftSyntax

/// Tells who starts the work of a `do`.
struct Attempt {
    let statement: DoStmtSyntax

    /// The program starts it: as a view appears, as people scroll, or while they type.
    var startsByItself: Bool {
        var current = statement.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) {
                return Self.scrolling.contains(Array(Words.of(function.name.text).prefix(2)))
            }
            if let closure = outer.as(ClosureExprSyntax.self) {
                guard !sleeps(in: closure) else { return true }
                let call = TaskContext.call(of: closure)
                if Self.triggers.contains(call?.calleeName ?? "") { return true }
            } else if outer.opensScope {
                return false
            }
            current = outer.parent
        }
        return false
    }

    private static let scrolling: Set<[String]> = [["load", "more"], ["fetch", "more"], ["load", "next"]]

    private static let triggers: Set<String> = ["task", "onAppear", "onChange"]

    /// `try? await Task.sleep(for: .seconds(0.1))` before the work: what people type is waited for.
    private func sleeps(in closure: ClosureExprSyntax) -> Bool {
        closure.statements.contains { item in
            item.position < statement.position && item.mentions(["sleep"], before: statement.position)
        }
    }
}
