import SwiftSyntax

/// Recognises a closure that asks its answer for a value and for an error, of which it has one.
enum AnswerMembers {
    /// What a closure asks.
    enum Asked {
        /// `{ answer in if let value = answer.value { … } else if let error = answer.error { … } }`: a result that is not written
        /// as one, without a third case.
        case members
        /// `{ value, error in if let value { … } else if let error { … } }`: one of two by the callee's contract, not by a type.
        case parameters
    }

    /// Says what a closure asks whose every branch resumes; nil where it asks anything else.
    static func asked(by closure: ClosureExprSyntax, continuation: String) -> Asked? {
        guard
            let choice = closure.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(
                SwitchExprSyntax.self)
        else { return asked(at: closure.statements, continuation) }
        return choice.cases.lazy.compactMap { branch in
            guard case .switchCase(let branch) = branch else { return nil }
            return asked(at: branch.statements, continuation)
        }.first
    }

    private static func asked(at statements: CodeBlockItemListSyntax, _ continuation: String) -> Asked? {
        var choices = choices(at: statements.last)
        // `if let error = answer.error { … }` before it, with or without a `return`: one of the two is there.
        for item in statements.dropLast().reversed() {
            guard case let others = Self.choices(at: item), others.count == 1 else { break }
            choices += others
        }
        let members = choices.compactMap { member(asked: $0.conditions) }
        guard let base = members.first?.base, members.count == choices.count, members.allSatisfy({ $0.base == base })
        else { return nil }
        let areErrors = Set(members.map { !failures.isDisjoint(with: Words.of($0.name)) })
        let areResumed = choices.allSatisfy { choice in
            choice.body.tokens(viewMode: .sourceAccurate).contains { $0.text == continuation }
        }
        guard areErrors.count == 2, areResumed else { return nil }
        return base.isEmpty ? .parameters : .members
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

    /// `let value = answer.value` or `answer.error != nil`; without a base, `let value`, `error != nil` or `object as? Item`.
    private static func member(asked conditions: ConditionElementListSyntax) -> (base: String, name: String)? {
        guard conditions.count == 1, let condition = conditions.first?.condition else { return nil }
        let binding = condition.as(OptionalBindingConditionSyntax.self)
        if let binding, binding.initializer == nil { return ("", binding.pattern.trimmedText) }
        var asked = binding?.initializer?.value ?? condition.as(ExprSyntax.self)
        if let sequence = asked?.as(SequenceExprSyntax.self) {
            let isCast = sequence.elements.contains { $0.is(UnresolvedAsExprSyntax.self) }
            guard isCast || sequence.elements.last?.is(NilLiteralExprSyntax.self) ?? false else { return nil }
            asked = sequence.elements.first
        }
        // `(answer.value)`
        if let tuple = asked?.as(TupleExprSyntax.self), tuple.elements.count == 1 {
            asked = tuple.elements.first?.expression
        }
        if let name = asked?.as(DeclReferenceExprSyntax.self)?.baseName.text { return ("", name) }
        guard let member = asked?.as(MemberAccessExprSyntax.self),
            let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return nil }
        return (base, member.declName.baseName.text)
    }
}
