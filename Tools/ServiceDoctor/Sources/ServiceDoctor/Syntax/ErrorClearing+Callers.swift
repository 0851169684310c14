import SwiftSyntax

/// Who clears an error for a function that it calls, or after it.
extension ErrorClearing {
    /// Says whether all that calls a private function of the file has cleared the error by then, were it a caller of its caller.
    func isClearedByCallers(_ name: String, of function: Syntax?) -> Bool {
        guard let function = function?.as(FunctionDeclSyntax.self) else { return false }
        var seen: Set<SyntaxIdentifier> = []
        return isClearedByCallers(name, of: function, clearingFunctions(of: name), &seen)
    }

    private func isClearedByCallers(
        _ name: String, of function: FunctionDeclSyntax, _ clearing: Set<String>, _ seen: inout Set<SyntaxIdentifier>
    ) -> Bool {
        // A function of several callers is asked once; one that calls itself says nothing new.
        guard seen.insert(function.id).inserted else { return true }
        let isPrivate = function.modifiers.contains(where: \.isPrivate)
        let uses = unit.names.mentions(of: function.name.text).filter { !function.contains($0) }
        guard isPrivate, !uses.isEmpty, seen.count < 16 else { return false }
        for use in uses {
            guard let call = use.withOwner.parent?.as(FunctionCallExprSyntax.self), isOwn(call),
                call.calledExpression.id == use.withOwner.id,
                let caller = call.enclosingFunction?.as(FunctionDeclSyntax.self)
            else { return false }
            let isCleared =
                clears(name, in: caller, before: call.position, clearing)
                || isClearedByCallers(name, of: caller, clearing, &seen)
            if !isCleared { return false }
        }
        return true
    }

    private func clears(
        _ name: String, in function: FunctionDeclSyntax, before end: AbsolutePosition, _ clearing: Set<String>
    ) -> Bool {
        let isHere = unit.index.assignments.contains { assignment in
            assignment.shownProperty == name && !ErrorState.isFailure(assignment) && function.contains(assignment.node)
                && assignment.node.endPosition <= end && !isInCatch(assignment, of: Syntax(function))
        }
        if isHere { return true }
        return unit.index.calls.contains { call in
            call.position < end && function.contains(call) && isOwn(call) && clearing.contains(call.calleeName ?? "")
                && call.nearest(CatchClauseSyntax.self) == nil
        }
    }

    /// Says whether the function around a `do` clears the error in any case after it, itself or with a function of the file: what the catch
    /// sets is gone soon, as what a cancelled task waits for ends at once.
    func isClearedAfter(_ name: String, _ statement: DoStmtSyntax, _ clause: CatchClauseSyntax) -> Bool {
        guard !Self.mayLeave(clause.body) else { return false }
        var next = statement.next
        while let item = next {
            if clears(name, item) { return true }
            if let call = Self.call(item), isOwn(call), unit.index.functions.contains(where: { clears(name, $0, call) })
            {
                return true
            }
            guard !Self.mayLeave(item) else { return false }
            next = item.next
        }
        return false
    }

    /// The function that a call means sets the error to nothing on every way through it.
    private func clears(_ name: String, _ function: FunctionDeclSyntax, _ call: FunctionCallExprSyntax) -> Bool {
        guard function.name.text == call.calleeName,
            function.enclosingType?.declaredName == call.enclosingType?.declaredName
        else { return false }
        for item in function.body?.statements ?? [] {
            if clears(name, item) { return true }
            guard Self.asksIfBusy(item) || !Self.mayLeave(item) else { return false }
        }
        return false
    }

    /// Returns, or throws out of the block.
    private static func mayLeave(_ node: some SyntaxProtocol) -> Bool {
        let tries = node.descendants(TryExprSyntax.self, nested: false).contains { $0.questionOrExclamationMark == nil }
        return tries || node.is(ReturnStmtSyntax.self)
            || node.tokens(viewMode: .sourceAccurate).contains {
                $0.tokenKind == .keyword(.return) || $0.tokenKind == .keyword(.throw)
            }
    }

    /// `guard !isLoading else { return }`: who is at it already will come to the same end.
    private static func asksIfBusy(_ item: CodeBlockItemSyntax) -> Bool {
        guard let check = item.item.as(GuardStmtSyntax.self), let only = check.conditions.first,
            check.conditions.count == 1
        else { return false }
        return only.condition.as(PrefixOperatorExprSyntax.self)?.expression.is(DeclReferenceExprSyntax.self) ?? false
    }

    private func clears(_ name: String, _ item: CodeBlockItemSyntax) -> Bool {
        guard let assignment = item.item.as(SequenceExprSyntax.self).flatMap(Assignment.init) else { return false }
        return assignment.shownProperty == name && (assignment.assignsNil || assignment.assignsEmptyString)
    }

    /// `await loadThread()`, `reset()`
    private static func call(_ item: CodeBlockItemSyntax) -> FunctionCallExprSyntax? {
        guard var expression = item.item.as(ExprSyntax.self) else { return nil }
        if let attempt = expression.as(TryExprSyntax.self) { expression = attempt.expression }
        if let wait = expression.as(AwaitExprSyntax.self) { expression = wait.expression }
        return expression.as(FunctionCallExprSyntax.self)
    }
}

extension CodeBlockItemSyntax {
    /// The statement behind it in the same block.
    fileprivate var next: CodeBlockItemSyntax? {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), let index = list.firstIndex(of: self),
            list.index(after: index) < list.endIndex
        else { return nil }
        return list[list.index(after: index)]
    }
}
