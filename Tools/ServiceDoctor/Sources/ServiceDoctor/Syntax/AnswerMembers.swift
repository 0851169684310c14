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
        /// The same, where both are the closure's own parameters and asked for nothing but whether they are there, so that nothing else
        /// is left over: `else if let data, let response { … }`.
        case contract
    }

    /// Says what a closure asks whose every branch resumes; nil where it asks anything else.
    static func asked(by closure: ClosureExprSyntax, continuation: String) -> Asked? {
        guard
            let choice = closure.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(
                SwitchExprSyntax.self)
        else { return asked(at: closure.statements, continuation, parameters: parameters(of: closure)) }
        return choice.cases.lazy.compactMap { branch in
            guard case .switchCase(let branch) = branch else { return nil }
            return asked(at: branch.statements, continuation, parameters: [])
        }.first
    }

    private static func asked(
        at statements: CodeBlockItemListSyntax, _ continuation: String, parameters: Set<String>
    ) -> Asked? {
        var choices = choices(at: statements.last)
        // `if let error = answer.error { … }` before it, with or without a `return`: one of the two is there.
        for item in statements.dropLast().reversed() {
            guard case let others = Self.choices(at: item), others.count == 1 else { break }
            choices += others
        }
        let areResumed = choices.allSatisfy { choice in
            choice.body.tokens(viewMode: .sourceAccurate).contains { $0.text == continuation }
        }
        guard areResumed else { return nil }
        if keepsContract(choices.map(\.conditions), parameters) { return .contract }
        let members = choices.compactMap { member(asked: $0.conditions) }
        guard let base = members.first?.base, members.count == choices.count, members.allSatisfy({ $0.base == base })
        else { return nil }
        let areErrors = Set(members.map { isFailure($0.name) })
        guard areErrors.count == 2 else { return nil }
        return base.isEmpty ? .parameters : .members
    }

    private static let failures: Set<String> = ["error", "errors", "failure", "failures"]

    private static func isFailure(_ name: String) -> Bool { !failures.isDisjoint(with: Words.of(name)) }

    /// `let error` in one branch, and `let data, let response` in another.
    private static func keepsContract(_ conditions: [ConditionElementListSyntax], _ parameters: Set<String>) -> Bool {
        let asked = conditions.map { $0.map { presentName(in: $0.condition) } }
        let names = Set(asked.joined().compactMap(\.self))
        guard asked.allSatisfy({ !$0.contains(nil) }), names.isSubset(of: parameters) else { return false }
        let areErrors = asked.map { $0.count == 1 && $0.allSatisfy { $0.map(isFailure) ?? false } }
        return Set(areErrors).count == 2
            && zip(asked, areErrors).allSatisfy { $1 || !$0.contains { $0.map(isFailure) ?? false } }
    }

    /// `value` of `let value`, `let item = value` and `value != nil`.
    private static func presentName(in condition: ConditionElementSyntax.Condition) -> String? {
        if let binding = condition.as(OptionalBindingConditionSyntax.self) {
            guard let value = binding.initializer?.value else { return binding.pattern.trimmedText }
            return value.as(DeclReferenceExprSyntax.self)?.baseName.text
        }
        guard let elements = condition.as(ExprSyntax.self)?.as(SequenceExprSyntax.self)?.elements.map(\.self),
            elements.count == 3, elements[1].trimmedText == "!=", elements[2].is(NilLiteralExprSyntax.self)
        else { return nil }
        return elements[0].as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    private static func parameters(of closure: ClosureExprSyntax) -> Set<String> {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): Set(list.map(\.name.text))
        case .parameterClause(let clause): Set(clause.parameters.map { ($0.secondName ?? $0.firstName).text })
        case nil: []
        }
    }

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
