import SwiftSyntax

struct MissingCancellationCheckRule: Rule {
    let description = RuleDescription(
        id: "missing_cancellation_check",
        severity: .error,
        summary: "Finds error state that is set after an awaited call, even when the task was cancelled.",
        reason: """
            People leave a screen while it loads. Its task is cancelled, the call throws, and they see an error \
            about something they no longer want. An error in a controller or a view where a task that something cancels calls \
            it, a warning in other types, a note where the source does not show who calls it.
            """,
        exceptions: """
            A `Task { … }` whose handle nobody keeps, or that is only cancelled when the object that keeps it is gone, and functions \
            that only such tasks call; calls that wait for nothing but continuations, an actor or the value of another task, which no \
            cancellation ends; a stream whose loop asks `Task.isCancelled`; a \
            catch that asks `Task.isCancelled` or whether its attempt is the latest, an earlier `catch is CancellationError`, \
            typed catches and typed throws, \
            presenters and functions that tell a cancellation from other errors, errors thrown on, and effects that `send` their result.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            let failures = statement.failures(in: unit)
            guard !failures.allSatisfy(\.isEmpty), statement.node.throwsClause == nil, statement.awaitsThrowing else {
                return []
            }
            let context = TaskContext(around: statement.node)
            guard context != .dropped, !endsItself(statement, in: unit) else { return [] }
            let waited = statement.throwingExpressions.flatMap { attempt in
                attempt.descendants(AwaitExprSyntax.self, nested: false).flatMap(TaskFacts.waitedCalls)
            }
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
                candidates += unguarded(failures, in: clause, unit, context).map { candidate in
                    var candidate = candidate
                    candidate.names += waited
                    return candidate
                }
            }
            return candidates
        }
    }

    /// `for try await part in stream { if Task.isCancelled { break } … }`: a cancelled stream ends, and throws nothing.
    private func endsItself(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        unit.words.hints.contains(.cancellation)
            && statement.node.body.descendants(ForStmtSyntax.self, nested: false).contains { loop in
                loop.tryKeyword != nil && loop.body.mentions(["isCancelled"])
            }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.files.flatMap { file in
            (file.candidates[description.id] ?? []).compactMap { candidate in
                // A continuation is resumed by the code that has it, cancelled or not.
                let helpers = candidate.names.filter { $0.hasPrefix(Self.helper) }.map { String($0.dropFirst()) }
                if helpers.contains(where: project.callers.tellsCancellation) { return nil }
                let waited = candidate.names.dropFirst(helpers.count)
                if !waited.isEmpty, waited.allSatisfy(project.callers.isDeaf) { return nil }
                guard case .function(let name, let owner)? = candidate.context else { return candidate.finding }
                var finding = candidate.finding
                switch project.callers.verdict(on: name, owner: owner) {
                case .cancellable: return finding
                case .neverCancelled: return nil
                case .unknown:
                    finding.severity = .note
                    return finding
                }
            }
        }
    }

    private func isRethrowing(_ clause: CatchClauseSyntax, in unit: SourceUnit) -> Bool {
        unit.mentions(["throw"], in: clause)
            && !clause.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
    }

    private func unguarded(
        _ failures: [Assignment], in clause: CatchClauseSyntax, _ unit: SourceUnit, _ context: TaskContext
    ) -> [Candidate] {
        failures.compactMap { assignment in
            if unit.mentions(["ance"], in: clause), clause.mindsCancellation(before: assignment.node.endPosition) {
                return nil
            }
            guard !asksPresenter(assignment), !clause.narrows(assignment.node),
                !clause.asksForLatest(before: assignment.node.position)
            else { return nil }
            let type = assignment.node.enclosingType
            let shows =
                type.map { Controllers.isController($0) || context == .cancellable && Controllers.isView($0) } ?? false
            let severity: Severity =
                context == .unknown || DeveloperTools.contain(unit.name) ? .note : shows ? .error : .warning
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: assignment.node), "This shows an error even when the task was cancelled.",
                    severity: severity, fix: "Begin the catch with: guard !Task.isCancelled else { return }"))
            candidate.context = context
            candidate.names = helpers(of: assignment, in: clause)
            return candidate
        }
    }

    /// What marks the name of a function that gets the error, before those of the calls that are waited for.
    private static let helper = "@"

    /// `details = describe(error)`: `describe` may give nothing for a cancellation.
    private func helpers(of assignment: Assignment, in clause: CatchClauseSyntax) -> [String] {
        let name = clause.errorName
        return assignment.value.flatMap { value in
            ([value.as(FunctionCallExprSyntax.self)].compactMap(\.self) + value.descendants(FunctionCallExprSyntax.self))
                .filter { call in
                    call.arguments.contains { $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name }
                }
                .compactMap(\.calleeName).map { Self.helper + $0 }
        }
    }

    /// A presenter gives nothing for a cancellation.
    private func asksPresenter(_ assignment: Assignment) -> Bool {
        assignment.value.contains { value in
            value.tokens(viewMode: .sourceAccurate).contains { $0.text.lowercased().hasSuffix("presenter") }
        }
    }
}
