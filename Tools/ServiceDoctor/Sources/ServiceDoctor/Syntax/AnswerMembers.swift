import SwiftSyntax

/// Recognises a closure that asks its answer for a value and for an error, of which it has one.
enum AnswerMembers {
    /// `{ if let value = answer.value { … } else if let error = answer.error { … } }`, where each branch resumes: the answer is a
    /// result that is not written as one, and there is no third case.
    static func decide(in closure: ClosureExprSyntax, continuation: String) -> Bool {
        guard
            let choice = closure.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(
                SwitchExprSyntax.self)
        else { return decide(at: closure.statements, continuation) }
        return choice.cases.contains { branch in
            guard case .switchCase(let branch) = branch else { return false }
            return decide(at: branch.statements, continuation)
        }
    }

    private static func decide(at statements: CodeBlockItemListSyntax, _ continuation: String) -> Bool {
        var choices = choices(at: statements.last)
        // `if let error = answer.error { …; return }` before it.
        for item in statements.dropLast().reversed() {
            guard case let others = Self.choices(at: item), others.count == 1,
                others[0].body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false
            else { break }
            choices += others
        }
        let members = choices.compactMap { member(asked: $0.conditions) }
        guard members.count == choices.count, members.count > 1, Set(members.map(\.base)).count == 1 else {
            return false
        }
        let areErrors = Set(members.map { !failures.isDisjoint(with: Words.of($0.name)) })
        return areErrors.count == 2
            && choices.allSatisfy { choice in
                choice.body.tokens(viewMode: .sourceAccurate).contains { $0.text == continuation }
            }
    }

    private static let failures: Set<String> = ["error", "errors", "failure", "failures"]

    /// The branches of an `if` that ends without an `else`.
    private static func choices(at item: CodeBlockItemSyntax?) -> [IfExprSyntax] {
        let item = item?.item
        var next = item?.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) ?? item?.as(IfExprSyntax.self)
        var choices: [IfExprSyntax] = []
        while let choice = next {
            choices.append(choice)
            switch choice.elseBody {
            case .ifExpr(let other): next = other
            case .codeBlock: return []
            case nil: next = nil
            }
        }
        return choices
    }

    /// `let value = answer.value` or `answer.error != nil`.
    private static func member(asked conditions: ConditionElementListSyntax) -> (base: String, name: String)? {
        guard conditions.count == 1, let condition = conditions.first?.condition else { return nil }
        var asked = condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
        if let sequence = condition.as(SequenceExprSyntax.self),
            sequence.elements.last?.is(NilLiteralExprSyntax.self) ?? false
        {
            asked = sequence.elements.first
        }
        guard let member = asked?.as(MemberAccessExprSyntax.self),
            let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return nil }
        return (base, member.declName.baseName.text)
    }
}
