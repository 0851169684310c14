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
            A `Task { … }` whose handle nobody keeps, or that is only cancelled when the object that keeps it is gone, and functions \
            that only such tasks call; calls that wait for nothing but continuations, an actor or the value of another task, which no \
            cancellation ends; a stream whose loop asks `Task.isCancelled`; a \
            catch that asks `Task.isCancelled`, also by way of a function of the file, or whether its attempt is the latest, an earlier `catch is CancellationError`, \
            typed catches and typed throws, \
            presenters and functions that tell a cancellation from other errors, errors thrown on, and effects that `send` their result. \
            A note where the task ends with its screen or is as good as never cancelled: a `.task` without `id:`, \
            a handle that only `deinit` or `onDisappear` cancels or that nothing does, alone or in a dictionary, a task that only a retry \
            replaces, a `.refreshable` of an app for the Mac alone, as its projects or its windows say, which offers no refresh. So is a task that \
            only functions cancel which an app calls as the screen goes, or together with what closes it, a handle that nothing in an app \
            cancels, a `.task` whose `id:` says whether or as whom somebody is signed in, and the `.task` of a row in a plain stack that clears its error first. A note \
            as well where the same work asks `Task.isCancelled` afterwards, where a property of the error decides whether it is shown, where the project shows what a cancellation ends and nothing that is waited for leads there, as far as its source goes, where a view clears its own \
            `@State` before the work of a `.refreshable` or a `.task` whose `id:` the view does not change itself, or only for a retry, where only an `AsyncThrowingStream` of the project is read, which a cancellation \
            ends without an error, where the functions that are waited for, or those that they call, also behind protocols, handle all of their errors, where a function hands out a task whose handle its \
            callers may drop, where the function clears the error again in any case after the catch, where all that is waited for are calls of Firebase, which no cancellation ends, where nothing that an app makes shows the error, or only \
            beside content that the same work takes away, where a refresh ends that began with content on the screen and the error is \
            shown or set only where there is none, where only a view for people who are signed out shows it, where each view makes a model of its own and those whose work is cancelled show no error, and where nothing reads the error of that type, or nothing of an app calls the function or makes the view or \
            model, were it only that nothing calls the `make…` function that would.
            """,
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
                guard var first = unguarded(failures, in: clause, of: statement, unit, context).first else { continue }
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

    /// `answer` of `for try await part in model.answer(to: question)`, where nothing else throws.
    private static func streams(readBy statement: DoStatement) -> [String] {
        let loops = statement.node.body.descendants(ForStmtSyntax.self, nested: false).filter { $0.tryKeyword != nil }
        guard statement.throwingExpressions.isEmpty, !loops.isEmpty else { return [] }
        return loops.map { loop in
            let sequence = ForcedValue.localValue(of: loop.sequence) ?? loop.sequence
            return sequence.as(FunctionCallExprSyntax.self)?.calleeName ?? ""
        }
    }

    /// `for try await part in stream { if Task.isCancelled { break } … }` and `for try await page in publisher.values`: when it is
    /// cancelled, the stream ends, and throws nothing.
    private func endsItself(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        guard unit.words.hints.contains(.cancellation) || statement.throwingExpressions.isEmpty else { return false }
        let loops = statement.node.body.descendants(ForStmtSyntax.self, nested: false).filter { $0.tryKeyword != nil }
        if loops.contains(where: { $0.body.mentions(["isCancelled"]) }) { return true }
        return statement.throwingExpressions.isEmpty && !loops.isEmpty
            && loops.allSatisfy { loop in
                let sequence = ForcedValue.localValue(of: loop.sequence) ?? loop.sequence
                return sequence.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "values"
            }
    }

    /// `try Task.checkCancellation()` in the `do` itself, or a stream, whose source decides.
    private static func looksItself(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        unit.words.hints.contains(.cancellation) && statement.node.body.mentions(["checkCancellation"])
            || statement.node.body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
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
            if project.isSeenByNobody(candidate) || project.isShownNowhere(candidate, anytime: true) {
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
                || Self.isAsked(clause, before: assignment)
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

    /// `if error.isWorthShowing { … }`: the error says itself whether it is shown.
    private static func isAsked(_ clause: CatchClauseSyntax, before assignment: Assignment) -> Bool {
        var current = assignment.node.parent
        while let outer = current, outer.id != clause.id {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(assignment.node),
                choice.conditions.contains(where: { asks($0, about: clause.errorName) })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    private static func asks(_ condition: ConditionElementSyntax, about error: String) -> Bool {
        guard let asked = condition.condition.as(ExprSyntax.self) else { return false }
        let positive = asked.as(PrefixOperatorExprSyntax.self)?.expression ?? asked
        return positive.as(MemberAccessExprSyntax.self)?.base?.trimmedText == error
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

    /// A presenter gives nothing for a cancellation.
    private func asksPresenter(_ assignment: Assignment) -> Bool {
        assignment.value.contains { value in
            value.tokens(viewMode: .sourceAccurate).contains { $0.text.lowercased().hasSuffix("presenter") }
        }
    }
}
