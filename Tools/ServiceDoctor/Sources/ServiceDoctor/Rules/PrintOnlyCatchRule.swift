import SwiftSyntax

struct PrintOnlyCatchRule: Rule {
    let description = RuleDescription(
        id: "print_only_catch",
        severity: .warning,
        summary: "Finds a catch that only prints.",
        reason: """
            Only the developer who runs the app from Xcode sees its standard output. For everybody else, such a \
            catch is as silent as an empty one.
            """,
        exceptions: """
            A catch that also throws, records, shows or returns something, even `nil`, but not what looks like \
            success, such as `[]`; a catch before `return nil`, before another value than the `do` returns, before \
            the call of a closure that the function was given, if only a failure leads there, or before a `guard` that \
            throws if the `do` has not set its variable; a catch of cancellation; a catch behind `catch let error as \
            NSError`, which takes every error; loggers; command-line programs.
            """,
        notes: [
            """
            Hardly anything can fail or be missed: files are removed or closed, folders created, values encoded, \
            patterns or shaders compiled, a map styled, or the bundle or a built-in model is read.
            """,
            """
            Something optional is prepared: a sound session, a haptic pattern, a live activity, a permission, time in \
            the background, tips, a thumbnail, an advertisement, a cache, a shortcut, an analytics event.
            """,
            "A loop tries one candidate after the other, or reads element by element.",
            """
            The variable that the function returns stays `nil`, or what follows tries another way or asks what the \
            `do` has set.
            """,
            "The `do` only prints what it got, or the data is made up to try a screen out.",
            """
            The functions that are called throw nothing, throw only what an earlier catch takes, or log the error \
            first.
            """,
            """
            `NSLog` writes to the system log, the standard output of a server is its log, and an app may lead its output to a file, or have a \
            `print` of its own.
            """,
            "A comment says that nothing needs to be done.",
            "Nothing in the app calls the function or creates the class or view.",
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard PrintCall.mayOccur(in: unit), !CommandLineMain.isMain(unit) else { return [] }
        return unit.index.doStatements.flatMap(\.catchClauses).compactMap { clause in
            let statement = clause.nearest(DoStmtSyntax.self)
            guard !clause.mindsCancellation(), onlyPrints(clause, unit), !PrintCall.isInLogger(clause),
                !clause.isBehindCatchAll,
                // That a catch is never reached is another rule's finding.
                statement.map({ DoStatement($0).canThrow }) ?? true,
                !(statement?.isBeforeNothing ?? false), !(statement?.failsAfterwards ?? false)
            else { return nil }
            let place = unit.place(of: clause.catchKeyword)
            var finding = finding(
                place, "This catch only prints, and nobody reads that once the app is released.",
                severity: Self.mayBeLetGo(clause) || Self.reachesLog(clause, unit) ? .note : nil,
                fix: "Write to the log, record the failure or show it.")
            let end = clause.endPositionBeforeTrailingTrivia.utf8Offset
            finding.extent = place.line...max(place.line, unit.place(ofOffset: end).line)
            var candidate = Candidate(finding: finding)
            if finding.severity == .warning {
                candidate.names = clause.body.descendants(FunctionCallExprSyntax.self).filter {
                    PrintCall.isPrint($0, in: unit)
                }.flatMap(PrintCall.writtenNames)
                candidate.function = Candidate.Function(around: clause)
                candidate.types = clause.enclosingTypeNames
                Self.noteErrors(of: clause, unit, in: &candidate)
            }
            return candidate
        }
    }

    /// Notes where the errors come from that a catch gets.
    static func noteErrors(of clause: CatchClauseSyntax, _ unit: SourceUnit, in candidate: inout Candidate) {
        guard let statement = clause.nearest(DoStmtSyntax.self) else { return }
        candidate.sources = DoStatement(statement).ownFunctions
        candidate.exits = ErrorExitReader(unit).exits(of: statement.body)
        candidate.takenBefore = clause.typesTakenBefore
        candidate.places = placesRead(by: DoStatement(statement))
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidatesThatPrint(of: description.id, isLog: true)
    }

    /// `NSLog` at least writes to the system's log, and the output of a server is its log.
    private static func reachesLog(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        if !CommandLineMain.servers.isDisjoint(with: unit.index.imports) { return true }
        return clause.body.descendants(FunctionCallExprSyntax.self).filter { PrintCall.isPrint($0, in: unit) }
            .allSatisfy {
                $0.calleeName == "NSLog"
            }
    }

    private func onlyPrints(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        Self.prints(in: clause.body.statements, unit) ?? 0 > 0
    }

    /// How often some statements print; nil where they do anything else.
    private static func prints(in statements: CodeBlockItemListSyntax, _ unit: SourceUnit) -> Int? {
        var prints = 0
        for statement in statements {
            if let call = statement.item.as(FunctionCallExprSyntax.self), PrintCall.isPrint(call, in: unit) {
                prints += 1
            } else if let leave = statement.item.as(ReturnStmtSyntax.self), leave.expression.map(isEmpty) ?? true {
                continue
            } else if statement.item.is(ContinueStmtSyntax.self) || statement.item.is(BreakStmtSyntax.self)
                || Self.isView(of: statement.item)
            {
                continue
            } else if let choice = statement.item.as(ExpressionStmtSyntax.self)?.expression.as(SwitchExprSyntax.self) {
                for branch in choice.cases {
                    guard case .switchCase(let branch) = branch, let more = Self.prints(in: branch.statements, unit)
                    else { return nil }
                    prints += more
                }
            } else {
                return nil
            }
        }
        return prints
    }

    /// `[]`, `[:]` and `""` look like success to the caller; `nil` and `false` do not.
    private static func isEmpty(_ value: ExprSyntax) -> Bool {
        value.as(ArrayExprSyntax.self)?.elements.isEmpty ?? value.as(StringLiteralExprSyntax.self)?.plainText?.isEmpty
            ?? (value.as(DictionaryExprSyntax.self)?.content.is(TokenSyntax.self) ?? false)
    }

    /// `let known = error as NSError`: only another way to look at the error.
    private static func isView(of item: CodeBlockItemSyntax.Item) -> Bool {
        item.as(VariableDeclSyntax.self)?.bindings.allSatisfy { binding in
            binding.initializer?.value.as(SequenceExprSyntax.self)?.elements.contains {
                $0.is(UnresolvedAsExprSyntax.self)
            } ?? false
        } ?? false
    }
}
