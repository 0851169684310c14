import SwiftSyntax

/// Finds what clears the error of an earlier attempt before the next one starts.
struct ErrorClearing {
    let unit: SourceUnit

    init(_ unit: SourceUnit) { self.unit = unit }

    /// Says whether error state is gone when the work of a `do` starts: cleared here, by a helper, by the caller, or hidden by
    /// a phase.
    func isCleared(_ name: String, before wait: AbsolutePosition, around statement: DoStmtSyntax) -> Bool {
        guard let type = statement.enclosingType else { return true }
        let function = statement.enclosingFunction ?? Syntax(type)
        // An object that is being made has no old error.
        if function.is(InitializerDeclSyntax.self) { return true }
        let isHere = unit.index.assignments.contains {
            ($0.shownProperty == name || $0.target.is(TupleExprSyntax.self) && $0.target.mentions([name]))
                && function.contains($0.node) && $0.node.endPosition <= wait
                && !isInCatch($0, of: function) && !ErrorState.isFailure($0)
        }
        if isHere { return true }
        let isKnownEmpty = function.descendants(GuardStmtSyntax.self).contains {
            $0.position < wait && $0.conditions.mentions([name])
        }
        if isKnownEmpty { return true }
        // A phase that enters another case before the work tells the view to hide what was.
        let hasPhase = unit.index.assignments.contains {
            $0.node.endPosition <= wait && function.contains($0.node)
                && $0.ownProperty.map(ErrorState.isPhaseName) == true && !isInCatch($0, of: function)
        }
        if hasPhase { return true }
        if isClearedByChange(name, of: type.declaredName) { return true }
        let clearing = clearingFunctions(of: name)
        // Who sees the error dismisses it before anything else.
        if clearing.contains(where: { $0.hasPrefix("dismiss") }) { return true }
        let helpers = unit.index.calls.contains { call in
            guard call.position < wait, function.contains(call), let callee = call.calleeName, isOwn(call) else {
                return false
            }
            return clearing.contains(callee) || Self.clears(callee)
        }
        if helpers { return true }
        guard let own = function.as(FunctionDeclSyntax.self)?.name.text else { return false }
        return unit.index.functions.contains { other in
            clearing.contains(other.name.text)
                && other.descendants(FunctionCallExprSyntax.self).contains { $0.calleeName == own && isOwn($0) }
        }
    }

    /// Says whether the body of a `do` clears it by the time that the work has succeeded, were it only in some cases.
    func isClearedOnTheWay(_ name: String, in body: CodeBlockSyntax) -> Bool {
        let clears = unit.index.assignments.contains { assignment in
            assignment.shownProperty == name && body.contains(assignment.node) && !ErrorState.isFailure(assignment)
        }
        if clears { return true }
        // `try await api.like(post); await loadPosts()`, where loading clears it.
        let own = body.nearest(FunctionDeclSyntax.self)?.name.text
        let calls = body.descendants(FunctionCallExprSyntax.self, nested: false).filter {
            isOwn($0) && $0.calleeName != own && !Self.isConditional($0, in: body)
        }
        guard !calls.isEmpty else { return false }
        let clearing = clearingFunctions(of: name)
        return calls.contains { clearing.contains($0.calleeName ?? "") }
    }

    private static func isConditional(_ node: some SyntaxProtocol, in body: CodeBlockSyntax) -> Bool {
        var current = node.parent
        while let outer = current, outer.id != body.id {
            if [.ifExpr, .switchExpr, .guardStmt, .doStmt, .forStmt, .whileStmt].contains(outer.kind) { return true }
            current = outer.parent
        }
        return false
    }

    /// `$text.sink { _ in self.textError = nil }`, `didSet { textError = nil }`: what people change takes its error away.
    private func isClearedByChange(_ name: String, of type: String) -> Bool {
        unit.index.assignments.contains { assignment in
            guard assignment.shownProperty == name, assignment.assignsNil || assignment.assignsEmptyString,
                assignment.node.enclosingType?.declaredName == type
            else { return false }
            let accessor = assignment.node.nearest(AccessorDeclSyntax.self)?.accessorSpecifier.text
            let call = assignment.node.nearest(ClosureExprSyntax.self).flatMap(TaskContext.call(of:))
            return accessor == "didSet" || accessor == "willSet"
                || call?.calleeName.map(Self.followingChanges.contains) ?? false
        }
    }

    private static let followingChanges: Set<String> = ["sink", "onChange", "onReceive"]

    func isInCatch(_ assignment: Assignment, of function: Syntax) -> Bool {
        guard let clause = assignment.node.nearest(CatchClauseSyntax.self) else { return false }
        return function.contains(clause)
    }

    func isOwn(_ call: FunctionCallExprSyntax) -> Bool {
        guard var base = call.receiver else { return call.plainName != nil }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        return base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    func clearingFunctions(of name: String) -> Set<String> {
        Set(
            unit.index.assignments.compactMap { assignment in
                guard assignment.shownProperty == name, !ErrorState.isFailure(assignment) else { return nil }
                return assignment.node.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text
            })
    }

    /// Helpers of other files are known by their names only.
    private static func clears(_ function: String) -> Bool {
        Words.of(function).first.map(clearingVerbs.contains) ?? false
    }

    private static let clearingVerbs: Set<String> = [
        "clear", "reset", "begin", "start", "prepare", "dismiss", "will", "hide", "remove", "set",
    ]
}
