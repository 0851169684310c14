import SwiftSyntax

struct MissingCancellationCheckRule: Rule {
    let description = RuleDescription(
        id: "missing_cancellation_check",
        severity: .error,
        summary: "Finds error state that is set after an awaited call, even when the task was cancelled.",
        reason: """
            People leave a screen while it loads. Its task is cancelled, the call throws, and they see an error \
            about something they no longer want. An error in a controller or a view where a task that something cancels calls \
            it while the screen stays, a warning in other types, a note where the source does not show who calls it.
            """,
        exceptions: """
            A `Task { … }` whose handle nobody keeps, or that only ends with its owner, and functions that only such \
            tasks call; calls that no cancellation ends, because they wait for continuations, an actor or another \
            task; the `values` of a publisher, and a stream whose loop asks `Task.isCancelled`; a catch that asks \
            `Task.isCancelled` itself or through a function of the file, or that asks whether its attempt is the \
            latest; an earlier `catch is CancellationError`; typed catches and typed throws; presenters and functions \
            that recognise a cancellation; errors that are thrown on; effects that `send` their result.
            """,
        notes: [
            """
            The task ends with its screen: a `.task` without `id:`, or a handle, or a list of them, that only `deinit`, `onDisappear` or \
            what closes the screen cancels.
            """,
            "Nothing cancels the handle, or only a retry replaces the task.",
            """
            The `id:` of the `.task` says whether or as whom somebody is signed in, or the task belongs to a row that \
            clears its error first.
            """,
            "The app is for the Mac alone, which offers no `.refreshable`.",
            """
            The work asks `Task.isCancelled` afterwards, or the error is shown only under a condition: a property of the error, a presenter that \
            may have no text for it, or a parameter such as `silent` that some call sets to `true`.
            """,
            """
            The error does not stay: the view clears its own `@State` before the work, or the function clears it after \
            the catch in any case.
            """,
            """
            The source shows what a cancellation ends, and nothing that is awaited leads there. Calls of Firebase are \
            known not to end.
            """,
            """
            The functions that are awaited handle all of their errors, also further down and behind protocols, or go on with \
            something else that no cancellation ends: what they have stored.
            """,
            "Only an `AsyncThrowingStream` of the project is read, which ends without an error.",
            "A function returns the task, and its callers may drop the handle.",
            """
            Nobody sees the error: no view in the app shows it, or only views for people who are signed out, views \
            with a model of their own, views whose content the same work removes, or code that has waited for other work.
            """,
            "A refresh that began with content ends, and the error is shown only where there is none.",
            """
            Nothing in the app calls the function or creates the view or model, or the source does not show who calls \
            it.
            """,
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            let failures = statement.failures(in: unit)
            guard !failures.allSatisfy(\.isEmpty), statement.node.throwsClause == nil, statement.awaitsThrowing else {
                return []
            }
            let context = TaskContext(around: statement.node, in: unit)
            guard context != .dropped, !endsItself(statement, in: unit) else { return [] }
            let waits = statement.throwingExpressions.flatMap { $0.descendants(AwaitExprSyntax.self, nested: false) }
            var candidates: [Candidate] = []
            for (clause, failures) in zip(statement.catchClauses, failures) {
                // A cancellation that an earlier clause took cannot arrive in a later one.
                if unit.words.hints.contains(.cancellation),
                    clause.catchItems.contains(where: { $0.mentions(CatchClauseSyntax.cancellationWords) })
                {
                    break
                }
                // Who throws the error on shows nothing yet.
                guard clause.isCatchAll, !isRethrowing(clause, in: unit) else { continue }
                // What is set beside it has the same cause.
                let found = unguarded(failures, in: clause, of: statement, unit, context)
                guard var first = found.first(where: { $0.finding.severity != .note }) ?? found.first else { continue }
                let children = CancellationFacts.children(waitedForIn: statement.node.body, waits, unit)
                let waited = waits.flatMap(TaskFacts.waitedCalls)
                first.names += waited
                let named = waited.isEmpty && !children.isEmpty ? children.map(\.name) : nil
                first.patient = LibraryWaits.others(in: waits, unit) ?? named
                if !Self.looksItself(statement, in: unit) {
                    first.waits =
                        waits.flatMap { CancellationFacts.calls(in: $0, unit) } + children
                }
                first.streams = Self.streams(readBy: statement)
                first.exits = ErrorExitReader(unit).exits(of: statement.node.body)
                candidates.append(first)
            }
            return candidates
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).compactMap { candidate -> Finding? in
            // A continuation is resumed by the code that has it, cancelled or not.
            let helpers = candidate.names.filter { $0.hasPrefix(Self.helper) }.map { String($0.dropFirst()) }
            if helpers.contains(where: project.callers.tellsCancellation) { return nil }
            let waited = candidate.names.dropFirst(helpers.count)
            if !waited.isEmpty, waited.allSatisfy(project.callers.isDeaf) { return nil }
            if !waited.isEmpty, waited.allSatisfy(project.callers.neverThrows) { return asNote(candidate.finding) }
            if project.cancellation.isShown, !candidate.waits.isEmpty,
                !candidate.waits.contains(where: project.cancellation.ends)
            {
                return asNote(candidate.finding)
            }
            if isPatient(candidate, Array(waited), in: project) { return asNote(candidate.finding) }
            if project.isSeenByNobody(candidate) || project.isShownNowhere(candidate, anytime: true)
                || project.tellsOtherOutcomesOnly(candidate)
            {
                return asNote(candidate.finding)
            }
            if !candidate.exits.isEmpty, project.errorPaths.ends(of: candidate.exits).areHandledWithin {
                return asNote(candidate.finding)
            }
            switch candidate.context {
            case .cancellable(.onRefresh)? where project.isForMacOnly: return asNote(candidate.finding)
            case .cancellable(let cancellation)?: return shown(candidate, cancellation, in: project)
            case .function(let name, let owner)?:
                switch project.callers.verdict(on: name, owner: owner, labels: candidate.labels) {
                case .cancellable(let cancellation): return shown(candidate, cancellation, in: project)
                case .neverCancelled: return nil
                case .unknown: return asNote(candidate.finding)
                }
            default: return candidate.finding
            }
        }
    }

    private func isRethrowing(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        unit.mentions(["throw"], in: clause)
            && !clause.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
    }

    private func unguarded(
        _ failures: [Assignment], in clause: CatchClauseSyntax, of statement: DoStatement, _ unit: SourceUnit,
        _ context: TaskContext
    ) -> [Candidate] {
        failures.compactMap { assignment in
            if unit.mentions(["ance"], in: clause), clause.mindsCancellation(before: assignment.node.endPosition) {
                return nil
            }
            guard !asksPresenter(assignment), !asksHelper(before: assignment, in: clause, unit),
                !clause.narrows(assignment.node),
                !clause.asksForLatest(before: assignment.node.position)
            else { return nil }
            let type = assignment.node.enclosingType
            let shows =
                type.map { Controllers.isController($0) || context.isCancellable && Controllers.isView($0) } ?? false
            // Who asks afterwards has decided what a cancelled run shows.
            let isUnsure =
                context == .unknown || DeveloperTools.contain(unit.name)
                || TaskContext.asksForCancellation(after: assignment.node, in: unit)
                || asksForHint(assignment, in: clause) || Self.isAsked(clause, before: assignment)
                || Self.isOnRequest(assignment.node, in: unit)
            let severity: Severity = isUnsure ? .note : shows ? .error : .warning
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: assignment.node), "This shows an error even when the task was cancelled.",
                    severity: severity, fix: "Begin the catch with: guard !Task.isCancelled else { return }"))
            candidate.context = context
            candidate.names = helpers(of: assignment, in: clause)
            candidate.isClearedFirst = isClearedFirst(assignment, before: statement, in: unit)
            candidate.isClearedAfter =
                assignment.shownProperty.map { ErrorClearing(unit).isClearedAfter($0, statement.node, clause) } ?? false
            candidate.unread = Candidate.Property(setBy: assignment, unreadIn: unit)
            candidate.function = Candidate.Function(around: assignment.node)
            candidate.types = assignment.node.enclosingTypeNames
            candidate.labels = TaskFacts.labels(around: assignment.node)
            if context == .cancellable(.anytime) {
                candidate.cancelers = TaskContext.cancelers(around: statement.node, in: unit)
            }
            noteContent(assignment, in: clause, of: statement, unit, &candidate)
            return candidate
        }
    }

    /// `if isCurrentSearch(query) { … }`, where that function of the file asks whether the task was cancelled.
    private func asksHelper(before assignment: Assignment, in clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        guard unit.words.hints.contains(.cancellation) else { return false }
        let end = assignment.node.position
        let asked = clause.body.descendants(ConditionElementListSyntax.self, nested: false)
            .filter { $0.position < end }
            .flatMap { $0.descendants(FunctionCallExprSyntax.self) }.filter { $0.position < end }
            .compactMap { call -> String? in
                let isOwn = call.plainName != nil || call.receiver?.trimmedText == "self"
                return isOwn ? call.calleeName : nil
            }
        return unit.index.functions.contains { function in
            asked.contains(function.name.text)
                && function.body?.mentions(CatchClauseSyntax.cancellationWords) ?? false
        }
    }

    /// What marks the name of a function that gets the error, before those of the calls that are waited for.
    private static let helper = "@"

    /// `details = describe(error)`: `describe` may give nothing for a cancellation.
    private func helpers(of assignment: Assignment, in clause: CatchClauseSyntax) -> [String] {
        let name = clause.errorName
        return assignment.value.flatMap { value -> [String] in
            let value = bound(value, in: clause) ?? value
            return
                ([value.as(FunctionCallExprSyntax.self)].compactMap(\.self)
                + value.descendants(FunctionCallExprSyntax.self))
                .filter { call in
                    call.arguments.contains { $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name }
                }
                .compactMap(\.calleeName).map { Self.helper + $0 }
        }
    }

    /// What a variable of the catch begins as: `describe(error)` in `var details = describe(error)`.
    private func bound(_ value: ExprSyntax, in clause: CatchClauseSyntax) -> ExprSyntax? {
        guard let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
        let variable = clause.body.descendants(PatternBindingSyntax.self).first { $0.pattern.trimmedText == name }
        let optional = clause.body.descendants(OptionalBindingConditionSyntax.self).first {
            $0.pattern.trimmedText == name
        }
        return variable?.initializer?.value ?? optional?.initializer?.value
    }

    /// The view's own state, which is gone before the work waits: nobody finds the error of a cancelled run there.
    private func isClearedFirst(_ assignment: Assignment, before statement: DoStatement, in unit: SourceUnit) -> Bool {
        guard let name = assignment.ownProperty, let wait = statement.firstWait else { return false }
        return isOwnState(assignment, in: unit)
            && ErrorClearing(unit).isCleared(name, before: wait, around: statement.node)
    }

    /// Sets the `@State` of the view around it.
    private func isOwnState(_ assignment: Assignment, in unit: SourceUnit) -> Bool {
        guard let name = assignment.ownProperty, let type = assignment.node.enclosingType?.declaredName else {
            return false
        }
        return unit.index.variables.contains { variable in
            variable.attributes.names.contains("State") && variable.enclosingType?.declaredName == type
                && variable.bindings.contains { $0.pattern.trimmedText == name }
        }
    }

    /// `if let hint = ErrorPresenter.hint(for: error) { errorMessage = hint }`: there may be none for a cancellation.
    private func asksForHint(_ assignment: Assignment, in clause: CatchClauseSyntax) -> Bool {
        assignment.value.contains { value in
            guard let hint = bound(value, in: clause)?.as(FunctionCallExprSyntax.self) else { return false }
            return hint.receiver?.trimmedText.hasSuffix("resenter") ?? false
                && hint.arguments.contains { $0.expression.trimmedText.lowercased().contains("err") }
        }
    }

    /// A presenter gives nothing for a cancellation.
    private func asksPresenter(_ assignment: Assignment) -> Bool {
        assignment.value.contains { value in
            value.tokens(viewMode: .sourceAccurate).contains {
                $0.text.lowercased().hasSuffix("presenter")
            }
        }
    }
}
