import SwiftSyntax

extension CatchClauseSyntax {
    /// Catches every error: no pattern, `_`, or a name alone, without a condition.
    var isCatchAll: Bool {
        catchItems.isEmpty
            || catchItems.contains { item in
                guard item.whereClause == nil, let pattern = item.pattern else { return false }
                return Self.matchesEverything(pattern)
            }
    }

    /// Stands behind a catch of every error, as `catch let error as NSError` is one, too: nothing reaches it.
    var isBehindCatchAll: Bool {
        parent?.as(CatchClauseListSyntax.self)?.contains { $0.position < position && $0.takesEveryError } ?? false
    }

    /// What goes to clauses before this one: the type of an earlier `catch let error as StoreError`, and `StoreError.locked` of a
    /// `catch StoreError.locked`: all of its cases are all of the type.
    var typesTakenBefore: Set<String> {
        let earlier = parent?.as(CatchClauseListSyntax.self)?.filter { $0.position < position } ?? []
        let patterns = earlier.flatMap(\.catchItems).filter { $0.whereClause == nil }.compactMap(\.pattern)
        return Set(patterns.compactMap { $0.castType ?? $0.namedCase })
    }

    private var takesEveryError: Bool {
        isCatchAll
            || catchItems.contains { item in
                guard item.whereClause == nil, let type = item.pattern?.lastToken(viewMode: .sourceAccurate) else {
                    return false
                }
                return ["NSError", "Error"].contains(type.text)
                    && type.previousToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.as)
            }
    }

    /// `catch _` or `catch _ as NSError`: ignoring, said out loud.
    var isWildcard: Bool {
        catchItems.contains { item in
            guard let pattern = item.pattern else { return false }
            return pattern.is(WildcardPatternSyntax.self)
                || pattern.firstToken(viewMode: .sourceAccurate)?.tokenKind == .wildcard
        }
    }

    /// The name the error has in the body.
    var errorName: String {
        for item in catchItems {
            if let name = item.pattern?.descendants(IdentifierPatternSyntax.self).first { return name.identifier.text }
            if let name = item.pattern?.as(IdentifierPatternSyntax.self) { return name.identifier.text }
        }
        return "error"
    }

    /// The types named after `as` and `is`.
    var caughtTypes: [String] {
        catchItems.flatMap { item -> [String] in
            guard let pattern = item.pattern else { return [] }
            return pattern.descendants(TypeExprSyntax.self).map { TypeName($0.type).text }
                + pattern.descendants(IsTypePatternSyntax.self).map { TypeName($0.type).text }
                + (pattern.as(IsTypePatternSyntax.self).map { [TypeName($0.type).text] } ?? [])
        }
    }

    /// `catch let error as LoginError.CancelledByUser`
    var catchesCancellation: Bool {
        !caughtTypes.isEmpty
            && caughtTypes.allSatisfy { type in
                Words.of(TypeName.last(type)).contains { $0.hasPrefix("cancel") }
            }
    }

    /// Names one kind of failure, `catch StoreError.notFound` or `where error.code == .busy`, rather than whatever comes.
    var namesOneFailure: Bool {
        guard !catchItems.isEmpty, !isCatchAll else { return false }
        return caughtTypes.isEmpty || catchItems.allSatisfy(Self.comparesOneProperty)
    }

    private static func comparesOneProperty(_ item: CatchItemSyntax) -> Bool {
        let condition = item.whereClause?.condition
        if let call = condition?.as(FunctionCallExprSyntax.self), call.calleeName == "contains",
            call.receiver?.is(ArrayExprSyntax.self) ?? false
        {
            return true
        }
        // `where error.has(code: .notFound)`
        if let call = condition?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let code = call.arguments.first?.expression.as(MemberAccessExprSyntax.self), code.base == nil
        {
            return true
        }
        guard let sequence = condition?.as(SequenceExprSyntax.self) else { return false }
        let elements = Array(sequence.elements)
        // `error.domain == NSURLErrorDomain && error.code == -999`
        if elements.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "&&" }) {
            let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
            return operators.allSatisfy { $0 == "&&" || $0 == "==" } && operators.contains("==")
        }
        return elements.count == 3 && elements[0].is(MemberAccessExprSyntax.self)
            && elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
            && (elements[2].is(MemberAccessExprSyntax.self) || elements[2].is(DeclReferenceExprSyntax.self)
                || ForcedValue.isLiteral(elements[2]))
    }

    /// Says whether a place in it is reached by some errors only: in a case of a switch over the error, behind a match or cast.
    func narrows(_ node: some SyntaxProtocol) -> Bool {
        let name = errorName
        var current = node.parent
        while let outer = current, outer.id != id {
            if let branch = outer.as(SwitchCaseSyntax.self), case .case(let label) = branch.label,
                branch.nearest(SwitchExprSyntax.self)?.subject.mentions([name]) ?? false
            {
                return !label.caseItems.contains { Self.matchesEverything($0.pattern) }
            }
            if let branch = outer.as(IfExprSyntax.self), branch.body.contains(node),
                Self.narrow(branch.conditions, name)
            {
                return true
            }
            let guards = outer.as(CodeBlockItemListSyntax.self)?.lazy.compactMap { $0.item.as(GuardStmtSyntax.self) }
            if guards?.contains(where: { $0.position < node.position && Self.narrow($0.conditions, name) }) ?? false {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// `case StoreError.locked = error`, `let known = error as? StoreError`, `error is StoreError`, `problem.code == 4`.
    private static func narrow(_ conditions: ConditionElementListSyntax, _ name: String) -> Bool {
        conditions.contains { condition in
            if asksForCode(condition) { return true }
            guard condition.mentions([name]), condition.descendants(PrefixOperatorExprSyntax.self).isEmpty else {
                return false
            }
            return condition.condition.is(MatchingPatternConditionSyntax.self)
                || !condition.descendants(UnresolvedAsExprSyntax.self).isEmpty
                || !condition.descendants(UnresolvedIsExprSyntax.self).isEmpty
        }
    }

    /// `problem.code == 4`, also behind `&&`: no cancellation has the code. That of `URLSession` is negative, and that of a
    /// `CancellationError` is 1, as of any error that is a structure.
    private static func asksForCode(_ condition: ConditionElementSyntax) -> Bool {
        guard let elements = condition.condition.as(SequenceExprSyntax.self)?.elements,
            !elements.contains(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "||" })
        else { return false }
        return zip(elements, zip(elements.dropFirst(), elements.dropFirst(2))).contains { code, rest in
            code.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "code"
                && rest.0.as(BinaryOperatorExprSyntax.self)?.operator.text == "=="
                && rest.1.as(IntegerLiteralExprSyntax.self).map { $0.literal.text != "1" } ?? false
        }
    }

    /// Speaks of cancellation before a place in it: in its pattern, its condition or an earlier statement.
    func mindsCancellation(before end: AbsolutePosition? = nil) -> Bool {
        for token in tokens(viewMode: .sourceAccurate) {
            if let end, token.position >= end { return false }
            if case .identifier(let text) = token.tokenKind, Self.speaksOfCancellation(text) { return true }
        }
        return false
    }

    /// `guard number == latest else { return }` before a place: an attempt that is no longer the latest one shows nothing.
    func asksForLatest(before end: AbsolutePosition) -> Bool {
        body.statements.contains { item in
            guard item.position < end, let check = item.item.as(GuardStmtSyntax.self), check.conditions.count == 1,
                let condition = check.conditions.first?.condition
            else { return false }
            // `guard isCurrentLoad(id) else { return }`
            if let call = condition.as(FunctionCallExprSyntax.self), !call.arguments.isEmpty {
                let words = Words.of(call.calleeName ?? "")
                return words.first == "is" && words.dropFirst().first.map(Self.latest.contains) ?? false
            }
            guard let comparison = condition.as(SequenceExprSyntax.self) else { return false }
            let elements = Array(comparison.elements)
            guard elements.count == 3, elements[1].as(BinaryOperatorExprSyntax.self)?.operator.text == "==" else {
                return false
            }
            return [elements[0], elements[2]].allSatisfy {
                [.declReferenceExpr, .memberAccessExpr, .subscriptCallExpr].contains($0.kind)
            }
        }
    }

    private static let latest: Set<String> = ["active", "current", "latest", "newest", "valid"]

    /// Logs or shows the error, and throws it on: `logger.error("\(error)"); loadError = error.text; throw error`.
    var reportsBeforeThrowing: Bool {
        guard body.statements.last?.item.is(ThrowStmtSyntax.self) ?? false else { return false }
        return body.statements.dropLast().contains { item in
            // `status = .failed`
            if let state = item.item.as(SequenceExprSyntax.self).flatMap({ Assignment($0) }),
                ErrorState.isFailure(state)
            {
                return true
            }
            guard item.mentions([errorName]) else { return false }
            if let sequence = item.item.as(SequenceExprSyntax.self) { return Assignment(sequence) != nil }
            // `if message == nil { message = text(error) }`
            if let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
                return choice.conditions.trimmedText.hasSuffix("== nil")
                    && choice.body.descendants(SequenceExprSyntax.self).contains { Assignment($0) != nil }
            }
            return item.item.is(FunctionCallExprSyntax.self) || item.item.is(AwaitExprSyntax.self)
        }
    }

    /// Another catch before it keeps the first error: `catch where first == nil { first = error }`.
    var comesAfterFirst: Bool {
        nearest(DoStmtSyntax.self)?.catchClauses.contains { clause in
            clause.position < position
                && clause.catchItems.contains { $0.whereClause?.condition.trimmedText.hasSuffix("== nil") ?? false }
        } ?? false
    }

    /// In what counts what people do, or only tries something out.
    var isMissedByNobody: Bool {
        // In `deinit` there is nobody left to tell.
        enclosingFunction?.is(DeinitializerDeclSyntax.self) ?? false
            || !Self.counting.isDisjoint(with: surroundingWords)
            || Words.of(nearest(FunctionDeclSyntax.self)?.name.text ?? "").first == "test"
    }

    private static let counting: Set<String> = ["analytics", "telemetry"]

    /// One of the words, or a test of the project's own: `isCancellationLike`, `wasUserCancelled`.
    private static func speaksOfCancellation(_ name: String) -> Bool {
        if cancellationWords.contains(name) { return true }
        return (name.contains("ancell") || name.contains("anceled"))
            && ["is", "was"].contains(Words.of(name).first) && !name.hasSuffix("ancellable")
    }

    static let cancellationWords: Set<String> = [
        "isCancelled", "CancellationError", "cancelled", "canceled", "isCancellation", "isCancellationError",
        "wasCancelled", "checkCancellation", "isCanceled", "NSURLErrorCancelled", "NSUserCancelledError",
        "userCancelled", "cancellation",
    ]

    private static func matchesEverything(_ pattern: PatternSyntax) -> Bool {
        if pattern.is(WildcardPatternSyntax.self) || pattern.is(IdentifierPatternSyntax.self) { return true }
        if let binding = pattern.as(ValueBindingPatternSyntax.self) { return matchesEverything(binding.pattern) }
        guard let expression = pattern.as(ExpressionPatternSyntax.self)?.expression else { return false }
        return expression.is(DiscardAssignmentExprSyntax.self)
            || expression.is(PatternExprSyntax.self)
                && expression.as(PatternExprSyntax.self).map { matchesEverything($0.pattern) } == true
    }
}

extension PatternSyntax {
    /// `StoreError` of `let error as StoreError` and `is StoreError`.
    fileprivate var castType: String? {
        guard let type = lastToken(viewMode: .sourceAccurate),
            let sign = tokens(viewMode: .sourceAccurate).first(where: {
                [.keyword(.as), .keyword(.is)].contains($0.tokenKind)
            }), sign.position < type.position
        else { return nil }
        return type.text
    }

    /// `StoreError.locked` of `StoreError.locked` and `App.StoreError.locked(let reason)`; nil for a case of a type that is not written.
    var namedCase: String? {
        let matched =
            self.as(ExpressionPatternSyntax.self)?.expression
            ?? self.as(ValueBindingPatternSyntax.self)?.pattern
            .as(ExpressionPatternSyntax.self)?.expression
        let call = matched?.as(FunctionCallExprSyntax.self)
        // `APIError.status(404)` is not every `status`.
        let takesAll = call?.arguments.allSatisfy { argument in
            let part = argument.expression
            return part.is(PatternExprSyntax.self) || part.is(DiscardAssignmentExprSyntax.self)
                || self.is(ValueBindingPatternSyntax.self) && part.is(DeclReferenceExprSyntax.self)
        }
        guard takesAll ?? true,
            let member = (call?.calledExpression ?? matched)?.as(MemberAccessExprSyntax.self),
            let type = member.base.flatMap(TypeName.init(expression:))
        else { return nil }
        return "\(TypeName.last(type.text)).\(member.declName.baseName.text)"
    }
}
