import SwiftSyntax

/// What a piece of code asks of the content of a screen before it runs: that there is some, or that there is none.
struct ContentCondition: Sendable, Hashable {
    /// The last name of what is asked for: `items` of `model.items.isEmpty`.
    let content: String
    let isMissing: Bool

    /// Returns the conditions that hold where a node stands, up to some node around it, or to the members of its type.
    static func around(_ node: some SyntaxProtocol, within limit: Syntax? = nil) -> Set<ContentCondition> {
        var found: Set<ContentCondition> = []
        var current = Syntax(node)
        while let outer = current.parent, !outer.is(MemberBlockSyntax.self), outer.id != limit?.id {
            if let choice = outer.as(IfExprSyntax.self) {
                if choice.elseBody.map({ Syntax($0).id }) == current.id {
                    found.formUnion(unmet(choice.conditions))
                } else {
                    found.formUnion(met(choice.conditions))
                }
            } else if let choice = outer.as(TernaryExprSyntax.self), choice.condition.id != ExprSyntax(current)?.id {
                let isThen = choice.thenExpression.id == ExprSyntax(current)?.id
                if isThen || !joins(Syntax(choice.condition)) {
                    found.formUnion(meanings(of: choice.condition).map { isThen ? $0 : $0.opposite })
                }
            }
            current = outer
        }
        return found
    }

    private var opposite: ContentCondition { ContentCondition(content: content, isMissing: !isMissing) }

    private static func met(_ conditions: ConditionElementListSyntax) -> [ContentCondition] {
        conditions.flatMap { meanings(of: $0) }
    }

    /// What is known where some condition does not hold: something only if there is one.
    private static func unmet(_ conditions: ConditionElementListSyntax) -> [ContentCondition] {
        guard conditions.count == 1, let only = conditions.first, !joins(Syntax(only.condition)) else { return [] }
        return meanings(of: only).map(\.opposite)
    }

    /// `isLoading && items.isEmpty`
    private static func joins(_ condition: Syntax) -> Bool {
        condition.tokens(viewMode: .sourceAccurate).contains { $0.text == "&&" }
    }

    private static func meanings(of condition: ConditionElementSyntax) -> [ContentCondition] {
        if let binding = condition.condition.as(OptionalBindingConditionSyntax.self) {
            let bound = binding.initializer.map { lastName($0.value) } ?? binding.pattern.trimmedText
            return bound.map { [ContentCondition(content: $0, isMissing: false)] } ?? []
        }
        return condition.condition.as(ExprSyntax.self).map(meanings) ?? []
    }

    /// `items.isEmpty`, `!items.isEmpty`, `item == nil`, and several of them with `&&`.
    private static func meanings(of asked: ExprSyntax) -> [ContentCondition] {
        if let tuple = asked.as(TupleExprSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first {
            return meanings(of: only.expression)
        }
        guard let sequence = asked.as(SequenceExprSyntax.self) else { return single(asked) }
        let elements = Array(sequence.elements)
        let signs = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        guard Set(signs).isSubset(of: ["&&", "==", "!="]), signs.count * 2 + 1 == elements.count else { return [] }
        return elements.split { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }.flatMap(comparison)
    }

    private static func comparison(_ elements: ArraySlice<ExprSyntax>) -> [ContentCondition] {
        guard let first = elements.first, let last = elements.last else { return [] }
        if elements.count == 1 { return single(first) }
        guard elements.count == 3, last.is(NilLiteralExprSyntax.self), let name = lastName(first),
            let sign = elements.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text
        else { return [] }
        return [ContentCondition(content: name, isMissing: sign == "==")]
    }

    private static func single(_ asked: ExprSyntax) -> [ContentCondition] {
        if let negated = asked.as(PrefixOperatorExprSyntax.self), negated.operator.text == "!" {
            return single(negated.expression).map(\.opposite)
        }
        guard let member = asked.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "isEmpty",
            let name = member.base.flatMap(lastName)
        else { return [] }
        return [ContentCondition(content: name, isMissing: true)]
    }

    private static func lastName(_ expression: ExprSyntax) -> String? {
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return lastName(chain.expression) }
        return expression.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }
}
