import SwiftSyntax

/// Tells who starts the work of a `do`.
struct Attempt {
    let statement: DoStmtSyntax
    let unit: SourceUnit

    /// The program starts it: as a view appears, as people scroll, or while they type.
    var startsByItself: Bool {
        var current = statement.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) {
                return Self.scrolling.contains(Array(Words.of(function.name.text).prefix(2)))
                    || isOnlyTriggered(function)
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

    /// A view's own function that nothing but its appearing or a change calls: `.onAppear { loadItems() }`.
    private func isOnlyTriggered(_ function: FunctionDeclSyntax) -> Bool {
        let name = function.name.text
        guard let type = function.enclosingType,
            unit.index.types.contains(where: { $0.name == type.declaredName && $0.inherited.contains("View") })
        else { return false }
        let uses = unit.names.mentions(of: name)
        return !uses.isEmpty && uses.allSatisfy { isTriggered($0) }
    }

    private func isTriggered(_ use: DeclReferenceExprSyntax) -> Bool {
        var current = use.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let closure = outer.as(ClosureExprSyntax.self), let call = TaskContext.call(of: closure),
                !TaskContext.isTask(call)
            {
                return Self.triggers.contains(call.calleeName ?? "")
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
