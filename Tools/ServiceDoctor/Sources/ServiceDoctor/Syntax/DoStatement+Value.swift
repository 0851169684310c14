import SwiftSyntax

extension DoStatement {
    /// Only makes a value: there was nothing else to do, and the code that would have used the value shows that it is missing.
    var onlyMakesValue: Bool {
        guard firstWait == nil, !throwingExpressions.isEmpty,
            throwingExpressions.allSatisfy({ Self.tidies($0) || Self.isUsed($0) && !Self.names(Self.stores, in: $0) })
        else { return false }
        return changesOnlyLocals
            && !node.body.descendants(FunctionCallExprSyntax.self).contains { call in
                Self.names(Self.waiting, in: call.calledExpression)
                    || Words.of(call.calleeName ?? "").first.map(Self.changing.contains) ?? false
            }
    }

    /// `guard let window = try find() else { return }`: a failure is passed over just as finding nothing is.
    var isPassedOver: Bool {
        guard throwingExpressions.count == 1, firstWait == nil, let attempt = throwingExpressions.first,
            let check = attempt.nearest(GuardStmtSyntax.self), check.conditions.contains(attempt)
        else { return false }
        let otherwise = check.body.statements
        return otherwise.count == 1
            && otherwise.first?.item.as(ReturnStmtSyntax.self).map { $0.expression == nil } ?? false
    }

    /// Is assigned, asked, looped over or passed on: it is no statement of its own, and not discarded.
    private static func isUsed(_ attempt: TryExprSyntax) -> Bool {
        var node = Syntax(attempt)
        while let outer = node.parent {
            switch outer.kind {
            case .exprList: break
            case .sequenceExpr:
                if let assignment = outer.as(SequenceExprSyntax.self).flatMap(Assignment.init) {
                    return !assignment.target.is(DiscardAssignmentExprSyntax.self)
                }
            case .codeBlockItem, .returnStmt: return false
            case .initializerClause:
                return outer.parent?.as(PatternBindingSyntax.self)?.pattern.is(WildcardPatternSyntax.self) != true
            default: return true
            }
            node = outer
        }
        return false
    }

    /// Assigns to nothing but variables of the function that already have a value.
    private var changesOnlyLocals: Bool {
        let own = Set(node.body.descendants(IdentifierPatternSyntax.self).map(\.identifier.text))
        return node.body.descendants(SequenceExprSyntax.self).allSatisfy { sequence in
            guard let target = Self.changed(by: sequence), !target.is(DiscardAssignmentExprSyntax.self) else {
                return true
            }
            guard let name = Self.root(of: target) else { return false }
            return own.contains(name) || node.localVariable(named: name)?.holdsValue ?? false
        }
    }

    /// What `=`, `+=` and the like change.
    private static func changed(by sequence: SequenceExprSyntax) -> ExprSyntax? {
        if let assignment = Assignment(sequence) { return assignment.target }
        let elements = Array(sequence.elements.prefix(2))
        guard elements.count == 2, let sign = elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text else {
            return nil
        }
        return ["+=", "-=", "*=", "/=", "|=", "&="].contains(sign) ? elements[0] : nil
    }

    /// `row` of `row.cells[0].title`; nil for `self`.
    private static func root(of expression: ExprSyntax) -> String? {
        var current = expression
        while true {
            if let attempt = current.as(TryExprSyntax.self) {
                current = attempt.expression
            } else if let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
                current = base
            } else if let call = current.as(SubscriptCallExprSyntax.self) {
                current = call.calledExpression
            } else if let chain = current.as(OptionalChainingExprSyntax.self) {
                current = chain.expression
            } else if let unwrapping = current.as(ForceUnwrapExprSyntax.self) {
                current = unwrapping.expression
            } else {
                break
            }
        }
        guard let name = current.as(DeclReferenceExprSyntax.self)?.baseName, name.tokenKind != .keyword(.self) else {
            return nil
        }
        return name.text
    }

    private static func names(_ words: Set<String>, in expression: some SyntaxProtocol) -> Bool {
        expression.tokens(viewMode: .sourceAccurate).contains { token in
            guard case .identifier(let text) = token.tokenKind else { return false }
            return !words.isDisjoint(with: Words.of(text))
        }
    }

    /// Reading from one of these fails because something is wrong, not because there is no value.
    private static let stores: Set<String> = [
        "context", "database", "db", "realm", "store", "storage", "keychain", "repository",
    ]

    /// What functions begin with that do more than make a value.
    private static let changing: Set<String> = [
        "send", "save", "write", "insert", "delete", "remove", "submit", "post", "upload",
    ]

    /// Receivers of a result, which wait for it in vain.
    private static let waiting: Set<String> = [
        "delegate", "output", "presenter", "completion", "handler", "callback", "continuation", "promise", "observer",
    ]
}
