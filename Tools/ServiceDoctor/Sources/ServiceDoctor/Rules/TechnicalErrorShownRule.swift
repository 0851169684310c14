import SwiftSyntax

struct TechnicalErrorShownRule: Rule {
    let description = RuleDescription(
        id: "technical_error_shown",
        severity: .warning,
        summary: "Finds `localizedDescription` and `\\(error)` in what people read.",
        reason: """
            "The operation couldn’t be completed. (NSURLErrorDomain error -1009.)" helps nobody. The text for people says \
            what did not work and what to do; the technical text belongs in the log.
            """,
        exceptions: """
            Loggers; typed errors, which carry their own messages, also in a `switch` over their cases or a comparison \
            with one; texts called errors; arguments whose label says `debug` or `diagnostic`; a catch that is never reached.

            A text is shown by an assignment to state that views read, by a view, by a function with a name such as \
            `showError` or `showToast` of whatever object, or by a function of the type that only keeps what it is given. \
            Other functions, presenters and closures that get the text are not followed.

            In an app, a text that is only a `localizedDescription` is a warning if some error that can arrive has no \
            sentence for people. The doctor follows errors call by call, through closures, continuations, results, \
            parameters and properties. Errors without a sentence are those of the project that are no \
            `LocalizedError`, an `NSError` without a description, a `URLError` that the project makes, and errors of \
            calls that decode or ask databases, CloudKit, Firestore, locations, sound and the like. `"\\(error)"` and \
            `String(describing:)` are a warning whatever arrives.
            """,
        notes: [
            """
            The text is a `localizedDescription`, and every error that is known to arrive has a sentence: errors of \
            account and purchase libraries, of Foundation for files, and of `URLSession` alone.
            """,
            """
            Some type of the project is a `LocalizedError`, and every error of the project that can arrive has a message. In \
            an app, one of them that has is enough.
            """,
            """
            The text is a `localizedDescription`, and three words or more after it tell what to do; or, in an app, three words or more \
            before it what did not work.
            """,
            "The code asks for one code of `URLError` first, or for the status of the answer that it decodes.",
            """
            People hardly see it: details in a popover or a `DisclosureGroup`, an alert or sheet that nothing opens, a \
            screen or mode for developers, a screen that is dismissed at once.
            """,
            """
            Nothing reads the text, or only a comparison with `nil`, a print, a logger, or a view that nothing in the app makes.
            """,
            "Only code reads it that has waited for other work of the same object, in a branch.",
            """
            The functions that are called handle all of their errors, do nothing yet, or throw only what an earlier \
            catch or branch takes.
            """,
            "`\"\\(error)\"` shows errors of the project that are `CustomStringConvertible`.",
            "Nothing in the app calls the function or creates the view or model.",
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard unit.words.hints.contains(.error) else { return [] }
        var findings: [Candidate] = []
        for assignment in unit.index.assignments {
            // What a closure throws or shows is not what the assignment shows.
            let values = assignment.value.filter {
                !$0.is(ClosureExprSyntax.self) && unit.mentions(TechnicalText.words, in: $0)
            }
            guard !values.isEmpty, isShown(assignment), !Self.isInError(assignment.node) else { continue }
            guard var candidate = shown(values, at: unit.place(of: assignment.node), by: assignment.node, unit) else {
                continue
            }
            candidate.unread = Candidate.Property(
                setBy: assignment, unreadIn: unit, countsQuestions: false)
            candidate.kept = Candidate.Kept(setBy: assignment)
            candidate.payload = Candidate.Payload(setBy: assignment)
            if Self.isOnlyAsked(assignment, in: unit) || Self.isGoneAtOnce(assignment, in: unit) {
                candidate.finding.severity = .note
            }
            findings.append(candidate)
        }
        for call in unit.index.calls {
            guard let name = call.calleeName, isView(call, name), unit.mentions(TechnicalText.words, in: call),
                !isWithinLogger(call), !Self.isPrinter(name, in: unit)
            else { continue }
            // What a closure shows is found where it does.
            let texts = call.arguments.map(\.expression).filter { !$0.is(ClosureExprSyntax.self) }
            guard let text = texts.first(where: { TechnicalText.isTechnical($0) }), !isWithinShown(call, in: unit)
            else {
                continue
            }
            let place = call.receiver == nil ? unit.place(of: call) : unit.place(of: text)
            findings += [shown(texts, at: place, by: call, unit)].compactMap(\.self)
        }
        return findings + handedOn(in: unit)
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).compactMap { candidate in
            if candidate.names.contains(where: project.errors.areTyped) { return nil }
            // Only of messages the sources are told.
            let isPublished = candidate.names.contains {
                project.errors.arePublished($0, where: project.messages.areWordedAsTyped)
            }
            if isPublished, candidate.sources != nil { return nil }
            var finding = candidate.finding
            let hasNoSentence = project.isApp && Self.hasNoSentence(candidate, in: project)
            if let sources = candidate.sources,
                project.messages.areGiven && !sources.contains(where: project.messages.areMissing)
                    && (!hasNoSentence || Self.mayHaveSentence(candidate, in: project))
                    || project.messages.comeFromSystem(sources)
            {
                finding.severity = .note
            }
            if project.isSeenByNobody(candidate) || project.isShownByIdleOnly(candidate)
                || project.tellsOtherOutcomesOnly(candidate) || project.isApp && candidate.isExplained
            {
                finding.severity = .note
            }
            if !candidate.exits.isEmpty {
                let ends = project.errorPaths.ends(of: candidate.exits)
                let isHarmless = ends.isEmpty || ends.areOf(project.taken(before: candidate))
                // `"\(error)"` is what the project has written for it.
                let isWritten = candidate.sources == nil && ends.areOf(project.messages.described)
                if isHarmless || isWritten || candidate.sources != nil && ends.areOfSystem {
                    finding.severity = .note
                }
            }
            if let sources = candidate.sources, !sources.isEmpty,
                sources.allSatisfy({ project.callers.neverThrows($0) || project.callers.cannotFail($0) })
            {
                finding.severity = .note
            }
            if candidate.sources != nil, project.isApp, !hasNoSentence {
                finding.severity = .note
            }
            return finding
        }
    }

    /// A view's own text that is only compared with `nil`.
    private static func isOnlyAsked(_ assignment: Assignment, in unit: SourceUnit) -> Bool {
        guard let name = assignment.ownProperty,
            unit.index.variables.contains(where: { variable in
                variable.bindings.contains { $0.pattern.trimmedText == name }
                    && (variable.isPrivateProperty || variable.attributes.names.contains("State"))
            })
        else { return false }
        let reads = unit.names.tokens(of: name).filter { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            return token.text != name || !reference.isAssignedTo
        }
        return !reads.isEmpty
            && reads.allSatisfy(\.isComparedWithNil)
    }

    func shown(
        _ texts: [ExprSyntax], at place: Place, by node: some SyntaxProtocol, _ unit: SourceUnit
    ) -> Candidate? {
        let kinds = texts.compactMap(TechnicalText.kind)
        let attempt = node.nearest(CatchClauseSyntax.self)?.nearest(DoStmtSyntax.self)
        // That a catch is never reached is another rule's finding.
        guard !kinds.isEmpty, attempt.map({ DoStatement($0).canThrow }) ?? true, !DeveloperTools.show(node) else {
            return nil
        }
        let isMessage = kinds.allSatisfy { $0 == .message }
        let isMild =
            Self.isOnDemand(node) || Self.isForPreview(node) || IdlePresentations.contain(node, in: unit)
            || node.enclosingTypeNames.contains(where: DeveloperTools.isNamed)
            || isMessage
                && (Self.isOfKnownCode(node) || Self.isKnownText(node) || texts.contains(where: TechnicalText.goesOn)
                    || attempt.map(onlyAsksSystem)
                        ?? (Self.isOfPanel(node) || SystemSentences.explain(node)))
        var candidate = Candidate(
            finding: finding(
                place, "This shows people the technical text of an error.", severity: isMild ? .note : nil,
                fix: "Say what did not work and what to do; write the technical text to the log."),
            names: ([ErrorFacts.origin(around: node)] + texts.map(TechnicalText.boundOrigin)).compactMap(\.self))
        candidate.types = node.enclosingTypeNames
        candidate.function = Candidate.Function(around: node)
        candidate.takenBefore = Self.typesTaken(around: node)
        if let attempt {
            candidate.exits = ErrorExitReader(unit).exits(of: attempt.body)
            candidate.takenBefore.formUnion(node.nearest(CatchClauseSyntax.self)?.typesTakenBefore ?? [])
        }
        if isMessage {
            candidate.isExplained = texts.contains(where: TechnicalText.isExplained)
            if attempt == nil { candidate.origins = Self.origins(of: texts, in: unit) }
            let body = attempt?.body
            candidate.sources =
                body.map { body in
                    let attempts = ThrownErrors.attempts(in: body)
                    return ThrownErrors.types(thrownIn: body) + ThrownErrors.functions(attempts)
                        // What has no name is nothing that could be followed.
                        + (ThrownErrors.throwsOtherwise(body, attempts) ? [""] : [])
                } ?? []
        }
        return candidate
    }

    /// In a function that puts a preview together: `private func setupPreview() -> some View`.
    private static func isForPreview(_ node: some SyntaxProtocol) -> Bool {
        guard let function = node.nearest(FunctionDeclSyntax.self), function.enclosingType == nil else { return false }
        return Words.of(function.name.text).contains { $0 == "preview" || $0 == "previews" }
    }

    /// `.fileImporter(…) { result in if case .failure(let error) = result { … } }`: what it fails with is the system's.
    private static func isOfPanel(_ node: some SyntaxProtocol) -> Bool {
        guard let closure = node.nearest(ClosureExprSyntax.self),
            TaskContext.call(of: closure)?.calleeName.map(panels.contains) ?? false,
            let result = closure.signature?.parameterClause?.trimmedText
        else { return false }
        let matched = node.nearest(SwitchExprSyntax.self)?.subject.trimmedText
        let bound = node.nearest(IfExprSyntax.self)?.conditions.first?.condition.as(
            MatchingPatternConditionSyntax.self)?
            .initializer.value.trimmedText
        return matched == result || bound == result
    }

    private static let panels: Set<String> = ["fileImporter", "fileExporter", "fileMover"]

    /// Only calls of the system can throw whose messages are sentences.
    private func onlyAsksSystem(_ statement: DoStmtSyntax) -> Bool {
        let attempts = DoStatement(statement).throwingExpressions
        return !attempts.isEmpty
            && attempts.allSatisfy { attempt in
                let tried = attempt.expression.as(AwaitExprSyntax.self)?.expression ?? attempt.expression
                return tried.as(FunctionCallExprSyntax.self).map {
                    FileCalls.contain($0) || SystemSentences.contain($0)
                } ?? false
            }
            // What the `do` throws itself has a type of its own.
            && statement.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
    }

    /// What an error keeps of another one is not shown yet.
    private static func isInError(_ node: some SyntaxProtocol) -> Bool {
        guard let type = node.enclosingType else { return false }
        let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return TypeName.last(type.declaredName).hasSuffix("Error") || inherited.contains { $0.hasSuffix("Error") }
    }

    func isShown(_ assignment: Assignment) -> Bool {
        guard let name = assignment.lastName else { return false }
        if ErrorState.isPhaseName(name) {
            return ErrorState.assignsFailureCase(assignment) && !isLocal(assignment, name)
        }
        return isShownName(name) && !isLocal(assignment, name)
    }

    /// Called as texts are that people see: `errorMessage`, `toast`, but no `errorLog`.
    func isShownName(_ name: String) -> Bool {
        let words = Words.of(name)
        guard !words.contains("log"), !words.contains("debug"), !words.contains("telemetry") else { return false }
        let isText = ["text", "title", "subtitle", "toast", "banner", "alert", "snackbar"].contains(words.last ?? "")
        return isText || words.last == "message" || ErrorState.isErrorName(name)
    }

    private func isLocal(_ assignment: Assignment, _ name: String) -> Bool {
        if let member = assignment.target.as(MemberAccessExprSyntax.self) {
            // A field of somebody else's value is state only where it is a reducer's or a view's.
            guard let base = member.base else { return false }
            var root = base
            while true {
                if let chain = root.as(OptionalChainingExprSyntax.self) {
                    root = chain.expression
                } else if let outer = root.as(MemberAccessExprSyntax.self), let inner = outer.base {
                    root = inner
                } else {
                    break
                }
            }
            guard let rootName = root.as(DeclReferenceExprSyntax.self)?.baseName.text else { return true }
            let words = Words.of(rootName)
            return !["self", "state", "label", "view", "model", "controller", "field", "alert"].contains(
                words.last ?? "")
        }
        return ErrorState.isLocal(name, at: assignment.node)
    }
}
