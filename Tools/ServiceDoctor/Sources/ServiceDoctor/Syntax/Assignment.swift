import SwiftSyntax

/// An assignment with `=`, read from an unfolded sequence of expressions.
struct Assignment {
    /// The whole statement.
    let node: SequenceExprSyntax
    /// What is assigned to.
    let target: ExprSyntax
    /// What is assigned: one expression, or several around operators.
    let value: [ExprSyntax]

    /// The property's name where the target is `name`, `self.name` or `self?.name`; nil for anything else.
    let ownProperty: String?
    /// The same, and the last name where the state is a structure of its own: `state.name`.
    let shownProperty: String?
    /// Where the statement begins, in bytes.
    let offset: Int

    init?(_ node: SequenceExprSyntax) {
        var elements = node.elements.makeIterator()
        guard let target = elements.next(), elements.next()?.kind == .assignmentExpr else { return nil }
        var value: [ExprSyntax] = []
        while let element = elements.next() { value.append(element) }
        guard !value.isEmpty else { return nil }
        self.node = node
        offset = node.position.utf8Offset
        self.target = target
        self.value = value
        ownProperty = Self.ownProperty(target)
        shownProperty = ownProperty ?? Self.propertyOfState(target)
    }

    private static func ownProperty(_ target: ExprSyntax) -> String? {
        if let name = target.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        guard let member = target.as(MemberAccessExprSyntax.self), var base = member.base else { return nil }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        guard base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) else { return nil }
        return member.declName.baseName.text
    }

    private static func propertyOfState(_ target: ExprSyntax) -> String? {
        guard let member = target.as(MemberAccessExprSyntax.self), let base = member.base,
            let owner = ownProperty(base), owner == "state" || owner.hasSuffix("State")
        else { return nil }
        return member.declName.baseName.text
    }

    /// The property's name where the target is an element of it: `tasks` of `tasks[id]` and `self.tasks[id]`.
    var ownTable: String? {
        (target.as(SubscriptCallExprSyntax.self)?.calledExpression).flatMap(Self.ownProperty)
    }

    /// The last name of the target: `text` in `view.label.text`.
    var lastName: String? {
        if let name = target.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        return target.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    var assignsNil: Bool { value.count == 1 && value[0].is(NilLiteralExprSyntax.self) }

    var assignedBool: Bool? {
        guard value.count == 1, let literal = value[0].as(BooleanLiteralExprSyntax.self) else { return nil }
        return literal.literal.tokenKind == .keyword(.true)
    }

    /// `[]` and `[:]`
    var assignsEmptyCollection: Bool {
        guard value.count == 1 else { return false }
        return value[0].as(ArrayExprSyntax.self)?.elements.isEmpty
            ?? value[0].as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) ?? false
    }

    var assignsEmptyString: Bool {
        guard value.count == 1, let literal = value[0].as(StringLiteralExprSyntax.self) else { return false }
        return literal.segments.allSatisfy { $0.as(StringSegmentSyntax.self)?.content.text.isEmpty ?? false }
    }
}
