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

    /// `catch _`: ignoring, said out loud.
    var isWildcard: Bool {
        catchItems.contains { item in
            guard let pattern = item.pattern else { return false }
            return pattern.is(WildcardPatternSyntax.self) || pattern.trimmedDescription == "_"
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

    /// Names one kind of failure, `catch StoreError.notFound`, rather than whatever comes.
    var namesOneFailure: Bool {
        !catchItems.isEmpty && caughtTypes.isEmpty && !isCatchAll
    }

    /// Speaks of cancellation before a place in it: in its pattern, its condition or an earlier statement.
    func mindsCancellation(before end: AbsolutePosition? = nil) -> Bool {
        mentions(Self.cancellationWords, before: end)
    }

    static let cancellationWords: Set<String> = [
        "isCancelled", "CancellationError", "cancelled", "canceled", "isCancellation", "isCancellationError",
        "wasCancelled", "checkCancellation", "isCanceled", "NSURLErrorCancelled", "NSUserCancelledError",
        "userCancelled",
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

extension DoStmtSyntax {
    /// Says whether control can reach a catch: a `try`, `throw` or `for try` of this very body.
    var canThrow: Bool { Self.canThrow(Syntax(body)) }

    /// The calls under a `try` of this body that reach its catch.
    var throwingExpressions: [TryExprSyntax] {
        body.descendants(TryExprSyntax.self, nested: false).filter { $0.questionOrExclamationMark == nil }
    }

    /// Waits for something that may throw, so that a cancellation can arrive in the catch.
    var awaitsThrowing: Bool {
        let awaits = throwingExpressions.contains {
            $0.expression.is(AwaitExprSyntax.self) || !$0.descendants(AwaitExprSyntax.self, nested: false).isEmpty
        }
        return awaits || body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
    }

    /// Nothing but sleeping or checking for cancellation can throw here.
    var onlySleeps: Bool {
        let expressions = throwingExpressions
        guard !expressions.isEmpty else { return false }
        return expressions.allSatisfy { expression in
            let calls = expression.descendants(FunctionCallExprSyntax.self, nested: false).filter {
                !($0.receiver == nil && $0.plainName == nil)
            }
            return calls.contains {
                ["sleep", "checkCancellation"].contains($0.calleeName ?? "")
            }
        }
    }

    private static func canThrow(_ root: Syntax) -> Bool {
        var pending = [root]
        while let node = pending.popLast() {
            if node.opensScope { continue }
            if let attempt = node.as(TryExprSyntax.self) {
                if attempt.questionOrExclamationMark == nil { return true }
                continue
            }
            if node.is(ThrowStmtSyntax.self) { return true }
            if let loop = node.as(ForStmtSyntax.self), loop.tryKeyword != nil { return true }
            // A macro may expand to anything.
            if node.is(MacroExpansionExprSyntax.self) || node.is(MacroExpansionDeclSyntax.self) { return true }
            if let inner = node.as(DoStmtSyntax.self), inner.catchClauses.contains(where: \.isCatchAll) {
                pending.append(contentsOf: inner.catchClauses.map { Syntax($0.body) })
                continue
            }
            pending.append(contentsOf: node.children(viewMode: .sourceAccurate))
        }
        return false
    }
}
