import SwiftSyntax

/// What the code around a `throw` says about its error.
extension ThrowStmtSyntax {
    /// `logger.error("…")` stands before it in the same block.
    var isLogged: Bool {
        guard let list = nearest(CodeBlockItemListSyntax.self) else { return false }
        return list.contains { item in
            guard item.position < position, let call = item.item.as(FunctionCallExprSyntax.self) else { return false }
            let words = Words.of(call.calleeName ?? "") + Words.of(call.receiver?.trimmedText ?? "")
            return !Self.logging.isDisjoint(with: words)
        }
    }

    private static let logging: Set<String> = [
        "log", "logger", "logging", "nslog", "os_log", "print", "record", "report",
    ]

    /// `guard let url = URL(string: path) else { throw … }`: an address that the program puts together is always one, or never.
    var isForAddress: Bool {
        guard let check = nearest(GuardStmtSyntax.self), check.body.statements.count == 1 else { return false }
        return check.conditions.allSatisfy { element in
            let value = element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
            let name = value?.as(FunctionCallExprSyntax.self)?.calleeName ?? value?.lastMember ?? ""
            return Words.of(name).contains("url")
        }
    }

    /// `guard let answer = response as? HTTPURLResponse else { throw … }`: what a web address answers is always one.
    var isForKindOfAnswer: Bool {
        guard let check = nearest(GuardStmtSyntax.self), check.body.contains(self) else { return false }
        return check.conditions.allSatisfy { element in
            let value =
                element.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
                ?? element.condition.as(ExprSyntax.self)
            return value?.as(SequenceExprSyntax.self)?.elements.last?.trimmedText == "HTTPURLResponse"
        }
    }
}
