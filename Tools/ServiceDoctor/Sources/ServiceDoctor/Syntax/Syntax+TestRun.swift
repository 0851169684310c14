import SwiftSyntax

extension SyntaxProtocol {
    /// Says whether only a run of tests comes here: `if ProcessInfo.processInfo.arguments.contains("UITesting") { … }`.
    var isForTestRun: Bool {
        var current = parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(self), choice.conditions.count == 1,
                choice.conditions.first?.condition.asksForTestRun ?? false
            {
                return true
            }
            current = outer.parent
        }
        return false
    }
}

private let testRuns: Set<String> = [
    "test", "tests", "testing", "uitest", "uitests", "uitesting", "screenshot", "screenshots",
]

extension ConditionElementSyntax.Condition {
    /// `CommandLine.arguments.contains("-screenshots")`, but no other option, no denial of it, and no alternative to it.
    fileprivate var asksForTestRun: Bool {
        guard case .expression(let expression) = self, let call = expression.as(FunctionCallExprSyntax.self),
            call.calleeName == "contains", call.receiver?.mentions(["arguments"]) ?? false,
            call.mentions(["CommandLine", "ProcessInfo"])
        else { return false }
        let text = call.arguments.first?.expression.trimmedText ?? ""
        let words = text.split { !$0.isLetter && $0 != "_" }.flatMap { Words.of(String($0)) }
        return !testRuns.isDisjoint(with: words) && !words.contains("flight")
    }
}
