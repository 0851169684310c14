import SwiftSyntax

struct StaleErrorOnRetryRule: Rule {
    let description = RuleDescription(
        id: "stale_error_on_retry",
        severity: .warning,
        summary: "Finds error state that is not cleared before the work starts again.",
        reason: """
            People who press "Retry" look at the old error while the new attempt runs, and cannot tell whether it failed again \
            or has not answered yet.
            """,
        exceptions: """
            State that is cleared first: here, by a helper, by the caller, or by a phase that says “loading”; errors \
            that a function called `dismiss…` clears; errors beside a flag that is reset first and that decides \
            whether they are shown; messages of alerts, toasts and sheets, which are gone before anybody can try \
            again. Where the source does not tell whose error an alert shows, it counts for every property of the name.
            """,
        notes: [
            "The type is not a screen or its model.",
            "Nobody starts the work again, to judge by its name and its callers; no button of the view does.",
            "The work saves or deletes something, and shares the property with work that loads.",
            """
            Only the program starts the work: a view that appears, scrolling, typing, an initialiser, a loop or a \
            subscription.
            """,
            "The work clears the error on its way, when it succeeds, or afterwards.",
            "The error goes by itself after a while, or a button of the view or other code removes it.",
            "All callers of a private function have cleared the error.",
            "Only its `didSet` reads the error, for a banner that goes by itself.",
            "Only code reads the error that has waited for other work of the same object, in a branch.",
            """
            Nothing that the project calls can fail, nothing reads the error but a view that nobody makes, or nothing in the app calls the function \
            or creates the view or model.
            """,
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            let clauses = statement.failures(in: unit)
            guard !clauses.allSatisfy(\.isEmpty), statement.awaitsThrowing, let firstWait = statement.firstWait else {
                return []
            }
            var seen: Set<String> = []
            return zip(statement.catchClauses, clauses).flatMap { clause, failures in
                failures.compactMap { assignment -> Candidate? in
                    guard let name = assignment.shownProperty, ErrorState.isErrorName(name),
                        assignment.assignedBool == nil, !Self.namesDialog(name), seen.insert(name).inserted,
                        !ErrorClearing(unit).isCleared(name, before: firstWait, around: statement.node),
                        !opensDialog(clause, in: unit),
                        !raisesFlag(clause, over: statement.node, before: firstWait, in: unit),
                        !isBehindProgress(name, over: statement.node, before: firstWait, in: unit),
                        !isHiddenMeanwhile(name, by: clause, over: statement.node, before: firstWait, in: unit)
                    else { return nil }
                    let isScreen = assignment.node.enclosingType.map(Self.isScreen) ?? false
                    let startsByButton = isScreen && isStartedByButton(statement.node, besides: name, in: unit)
                    let isRepeated =
                        isScreen && (startsByButton || Self.isRepeated(statement.node))
                        && !Attempt(statement: statement.node, unit: unit).startsByItself
                        && !ErrorClearing(unit).isClearedOnTheWay(name, in: statement.node.body)
                        && !isSharedByLoading(name, besides: statement, in: unit)
                        && !isUnread(name, in: unit) && !isClosedByButton(name, in: unit)
                        && !goesByItself(name, in: unit)
                        && !ErrorClearing(unit).isClearedByCallers(name, of: statement.node.enclosingFunction)
                        && !ErrorClearing(unit).isClearedAfter(name, statement.node, clause)
                    var candidate = Candidate(
                        finding: finding(
                            unit.place(of: assignment.node), "The old error stays while the work runs again.",
                            severity: isRepeated ? nil : .note, fix: "Set \(name) to nil before the work starts."),
                        names: [name])
                    candidate.context = startsByButton ? nil : Self.starter(of: statement.node)
                    candidate.shownBy = Candidate.shown(byObserverOf: name, around: assignment.node, in: unit)
                    candidate.unread = Candidate.Property(setBy: assignment, unreadIn: unit)
                    candidate.kept = Candidate.Kept(setBy: assignment)
                    candidate.function = Candidate.Function(around: assignment.node)
                    candidate.types = assignment.node.enclosingTypeNames
                    candidate.exits = ErrorExitReader(unit).exits(of: statement.node.body)
                    return candidate
                }
            }
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).compactMap { candidate in
            // What a view is bound to, it clears when it is dismissed.
            guard
                candidate.names.allSatisfy({ name in
                    !project.boundMembers.contains(name)
                        && !project.isInDialog(name, of: candidate.types.first ?? "")
                })
            else { return nil }
            var finding = candidate.finding
            // What is started in one place only is mostly started once.
            if case .function(let name, let owner)? = candidate.context,
                project.callers.isStartedOnce(name, owner: owner)
            {
                finding.severity = .note
            }
            if let function = candidate.function,
                project.starts.areOnlyOfProgram(function.name, owner: function.type)
            {
                finding.severity = .note
            }
            if !candidate.exits.isEmpty, project.errorPaths.ends(of: candidate.exits).isEmpty {
                finding.severity = .note
            }
            // A banner that goes by itself is gone before anybody tries again.
            if !candidate.shownBy.isEmpty,
                candidate.shownBy.allSatisfy({ project.isInDialog($0, of: candidate.types.first ?? "") })
            {
                finding.severity = .note
            }
            if project.isSeenByNobody(candidate) || isClosedElsewhere(candidate, in: project)
                || project.isShownByIdleOnly(candidate) || project.tellsOtherOutcomesOnly(candidate)
            {
                finding.severity = .note
            }
            return finding
        }
    }

    /// What shows the error takes it away as well.
    private func isClosedElsewhere(_ candidate: Candidate, in project: Project) -> Bool {
        guard let type = candidate.types.first else { return false }
        return candidate.names.contains { project.isClearedByOthers($0, of: type) }
    }

    /// A controller, a view or a model that a view observes.
    private static func isScreen(_ type: any DeclGroupSyntax) -> Bool {
        if Controllers.isController(type) { return true }
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return inherited.contains("View") || TypeName.last(type.declaredName).hasSuffix("View")
            || TypeName.last(type.declaredName).hasSuffix("Model")
    }

    /// A function that changes something shares the property with one that loads, whose error it would clear as well.
    private func isSharedByLoading(_ name: String, besides statement: DoStatement, in unit: SourceUnit) -> Bool {
        let verbs: Set = ["save", "create", "add", "delete", "remove", "post", "update"]
        guard Self.begins(statement.node, with: verbs) else { return false }
        let type = statement.node.enclosingType?.id
        return unit.index.doStatements.contains { other in
            other.node.enclosingType?.id == type && other.awaitsThrowing
                && Self.begins(other.node, with: ["load", "reload", "fetch", "refresh"])
                && other.failures(in: unit).joined().contains { $0.shownProperty == name }
        }
    }

    private static func begins(_ statement: DoStmtSyntax, with verbs: Set<String>) -> Bool {
        let name = statement.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text ?? ""
        return Words.of(name).first.map(verbs.contains) ?? false
    }

    /// An alert is gone before anybody can try again.
    private static func namesDialog(_ name: String) -> Bool {
        !Set(Words.of(name)).isDisjoint(with: dialogs)
    }

    private static let dialogs: Set<String> = ["alert", "toast", "snackbar", "popup", "hud", "sheet", "dialog"]

    /// `hasError = true` beside the message, and `hasError = false` before the work: what shows the one asks for the other.
    private func raisesFlag(
        _ clause: CatchClauseSyntax, over statement: DoStmtSyntax, before firstWait: AbsolutePosition,
        in unit: SourceUnit
    ) -> Bool {
        func flags(_ value: Bool, in node: some SyntaxProtocol) -> Set<String> {
            Set(
                unit.index.assignments.lazy.filter { $0.assignedBool == value && node.contains($0.node) }
                    .filter { !value || $0.node.position > firstWait }.filter { value || $0.node.position < firstWait }
                    .compactMap(\.lastName).filter(ErrorState.isErrorName))
        }
        guard let function = statement.enclosingFunction else { return false }
        return !flags(true, in: clause).isDisjoint(with: flags(false, in: function))
    }

    /// `isSaved = false` beside the message, `isSaved = nil` before the work, and who reads the message asks for `isSaved`.
    private func isHiddenMeanwhile(
        _ name: String, by clause: CatchClauseSyntax, over statement: DoStmtSyntax, before firstWait: AbsolutePosition,
        in unit: SourceUnit
    ) -> Bool {
        guard let function = statement.enclosingFunction else { return false }
        let reads = unit.names.mentions(of: name).filter { !$0.isAssignedTo }
        return unit.index.assignments.contains { raised in
            guard let flag = raised.ownProperty, let value = raised.assignedBool, clause.body.contains(raised.node),
                unit.index.assignments.contains(where: { lowered in
                    lowered.ownProperty == flag && function.contains(lowered.node) && lowered.node.position < firstWait
                        && (lowered.assignsNil || lowered.assignedBool == !value)
                })
            else { return false }
            return !reads.isEmpty
                && reads.allSatisfy { $0.nearest(IfExprSyntax.self)?.conditions.mentions([flag]) ?? false }
        }
    }

    /// `isLoading = true` before the work, and `if isLoading { … } else if let loadError { … }` wherever the error is shown.
    private func isBehindProgress(
        _ name: String, over statement: DoStmtSyntax, before firstWait: AbsolutePosition, in unit: SourceUnit
    ) -> Bool {
        guard let function = statement.enclosingFunction else { return false }
        let flags = Set(
            unit.index.assignments.lazy.filter {
                $0.assignedBool == true && function.contains($0.node) && $0.node.endPosition <= firstWait
            }.compactMap(\.ownProperty)
        ).union(raisedByCallers(of: function, in: unit))
        let reads = unit.names.tokens(of: name).filter { token in
            let isPattern = token.parent?.is(IdentifierPatternSyntax.self) ?? false
            if isPattern { return token.nearestOptionalBinding != nil }
            // `player.errorMessage` is another one.
            let whole = token.parent?.as(DeclReferenceExprSyntax.self)?.withOwner.as(MemberAccessExprSyntax.self)
            if let owner = whole?.base, owner.trimmedText != "self" { return false }
            return !(token.parent?.as(DeclReferenceExprSyntax.self)?.isAssignedTo ?? true)
        }
        return !flags.isEmpty && !reads.isEmpty && reads.allSatisfy { $0.isInElse(of: flags) }
    }

    /// The flags that whoever calls a private function of the file raises first: `isLoading = true` before `await load()`. One that is up
    /// from the start counts for what a view's modifier starts.
    private func raisedByCallers(of function: Syntax, in unit: SourceUnit) -> Set<String> {
        guard let function = function.as(FunctionDeclSyntax.self), function.modifiers.contains(where: \.isPrivate)
        else {
            return []
        }
        let calls = unit.index.calls.filter { call in
            call.calleeName == function.name.text && !function.contains(call)
                && (call.plainName != nil || call.receiver?.trimmedText == "self")
        }
        let flags = calls.map { call -> Set<String> in
            guard let caller = call.nearest(FunctionDeclSyntax.self) else {
                return Set(
                    unit.index.variables.flatMap(\.bindings).filter { $0.initializer?.value.trimmedText == "true" }
                        .map(\.pattern.trimmedText))
            }
            return Set(
                unit.index.assignments.lazy.filter {
                    $0.assignedBool == true && caller.contains($0.node) && $0.node.endPosition <= call.position
                }.compactMap(\.ownProperty))
        }
        return flags.dropFirst().reduce(flags.first ?? []) { $0.intersection($1) }
    }

    /// `showAlert = true` beside the message, or a function that presents it.
    private func opensDialog(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        let body = clause.body
        let isOpened = unit.index.assignments.contains { assignment in
            guard assignment.assignedBool == true, body.contains(assignment.node), let name = assignment.lastName else {
                return false
            }
            let words = Words.of(name)
            return !Set(words).isDisjoint(with: Self.dialogs)
                || words.contains { $0.hasPrefix("show") || $0.hasPrefix("present") || $0 == "displayed" }
        }
        if isOpened { return true }
        return body.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
            let words = Words.of(call.calleeName ?? "")
            return words.first == "present" || words.first == "show" && !Set(words).isDisjoint(with: Self.dialogs)
        }
    }
}

extension TokenSyntax {
    /// The `if let name` that this name is the whole of.
    fileprivate var nearestOptionalBinding: OptionalBindingConditionSyntax? {
        parent?.parent?.as(OptionalBindingConditionSyntax.self)
    }

    /// Stands in the `else` of an `if` that asks for one of some flags.
    fileprivate func isInElse(of flags: Set<String>) -> Bool {
        var current = parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), choice.conditions.count == 1,
                choice.conditions.first?.condition.as(ExprSyntax.self)?.is(SequenceExprSyntax.self) == false,
                choice.conditions.mentions(flags),
                choice.elseBody.map({ Syntax($0).contains(self) }) ?? false
            {
                return true
            }
            current = outer.parent
        }
        return false
    }
}
