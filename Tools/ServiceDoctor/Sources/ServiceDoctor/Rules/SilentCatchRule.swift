import SwiftSyntax

struct SilentCatchRule: Rule {
    let description = RuleDescription(
        id: "silent_catch",
        severity: .error,
        summary: "Finds a catch that is empty or holds only a comment.",
        reason: """
            The work was not done, and neither the user nor the log shows it. Even an error that may be ignored \
            deserves one line in the log.
            """,
        exceptions: """
            `catch _`, which says it explicitly; a catch that no error reaches; a catch of one named failure, also by \
            `where` with `==`, or of a cancellation; a `do` that only sleeps; attempts that are followed by a `throw`; \
            a `do throws(Miss)` that leaves, where `Miss` holds nothing; a catch behind `catch let error as NSError`, \
            which takes every error; loggers.
            """,
        notes: [
            """
            A comment gives a reason: three or four words at least, any in a loop, or “anyway”, “best effort” or the \
            name of what is ignored. A task for later, such as `TODO`, is no reason.
            """,
            """
            What follows is the answer to a failure, the `do` only finds out whether something works, or it replaces a \
            value that a variable or property already has.
            """,
            """
            The `do` only makes a value, and without it nothing happens: nothing is awaited, saved or sent, no \
            property is set and nobody is called back.
            """,
            "The `try` is in a `guard` that only returns.",
            """
            It is an optional step of a function or closure that throws the errors of its other steps, unless it saves, creates, \
            inserts or commits something, or a call before the function looks a second time.
            """,
            """
            The functions that are called throw nothing, or log or show every error before they throw it on, also \
            further down and behind protocols.
            """,
            """
            Something optional is asked for: a permission, a picture, a command whose failure is ignored as well, an \
            answer that is discarded, a closure of the owner, part of something whose own failure gives `nil`.
            """,
            """
            Hardly anything can fail or be missed: files are removed, inspected or closed, folders created, a literal \
            pattern compiled, a map styled, values encoded, optional parts decoded, the bundle read, a cache filled, tips \
            set up, something prefetched or counted, a subject of RxSwift asked for its value, a newer version looked for in `checkVersion`.
            """,
            """
            Something small is adjusted or noted: a camera, a sound session, a haptic pattern, what was read, when \
            something was last used, one picture of a camera.
            """,
            "A connection ends while it is read, and a comment says that the other side has gone.",
            "An earlier catch takes all errors or keeps the first one.",
            "It is for previews or debugging, or nothing in the app uses the function, view or model.",
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            guard statement.catchClauses.contains(where: { $0.body.statements.isEmpty }), !statement.onlySleeps,
                // That a catch is never reached is another rule's finding.
                statement.canThrow
            else { return [] }
            return statement.catchClauses.compactMap { clause in
                guard clause.body.statements.isEmpty, !clause.isWildcard, !clause.namesOneFailure,
                    !clause.isBehindCatchAll,
                    !clause.mindsCancellation(), !clause.catchesCancellation, !statement.node.throwsAfterwards,
                    !Self.explainsKind(clause),
                    clause.enclosingType.map({ Self.isForShow($0.declaredName) }) != true,
                    !PrintCall.isInLogger(clause)
                else { return nil }
                var candidate = Candidate(
                    finding: finding(
                        unit.place(of: clause.catchKeyword), "This catch hides the error.",
                        severity: Self.isMeant(clause, of: statement) || clause.comesAfterFirst
                            || statement.node.isUncalled(in: unit)
                            ? .note : nil,
                        fix: "Log it, record it, show it or rethrow it; write 'catch _' if it really does not matter."),
                    names: [statement.node.failureBeforeWhatFollows].compactMap(\.self))
                if !clause.leavesTask {
                    candidate.sources = statement.ownFunctions
                    candidate.exits = ErrorExitReader(unit).exits(of: statement.node.body)
                    candidate.takenBefore = clause.typesTakenBefore
                }
                candidate.function = Candidate.Function(around: statement.node)
                candidate.types = statement.node.enclosingTypeNames
                return candidate
            }
        }
    }

    /// A mock, or a view that only previews show.
    private static func isForShow(_ type: String) -> Bool {
        Words.nameMock(type) || Words.of(type).contains("preview")
    }

    /// What is ignored is handled without a statement, or harms nobody.
    private static func isMeant(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        let node = statement.node
        let isHandled = clause.givesReason || node.answersAfterwards || node.findsOut || node.keepsDefault
        return isHandled || statement.onlyTidies || statement.onlyCloses || clause.isMissedByNobody || isExtra(node)
            || isForDevelopers(node) || endsConnection(clause, of: statement) || isHandedOn(statement)
            || onlyValidates(statement)
            || isLenient(statement) || statement.looksAtOneFrame
            || !statement.throwingExpressions.isEmpty
                && statement.throwingExpressions.allSatisfy {
                    hardlyFails($0.expression) || fillsCache($0) || DoStatement.tidies($0) || DoStatement.sleeps($0)
                        || $0.preparesTips
                }
            || !clause.leavesTask && isDispensable(clause, of: statement)
    }

    /// The code around the `do` works without it.
    private static func isDispensable(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        let node = statement.node
        return node.isOptionalStep || node.isBeforeSecondLook || node.isPartOfNothing || node.isExplainedAfterwards
            || node.isExplainedBefore
            || statement.asksForPermission || statement.fetchesPicture || statement.showsPicture || statement.onlyAsks
            || statement.startsChain || statement.runsOwnersClosure
            || statement.preparesSound || statement.marksAsRead || statement.notesLastUse || statement.onlyCounts
            || statement.isPassedOver || statement.asksCommand || !clause.hidesCode && statement.onlyMakesValue
    }

    /// `data = try result.get()`, where what follows the `do` gets the same result.
    private static func isHandedOn(_ statement: DoStatement) -> Bool {
        let results = statement.throwingExpressions.map { attempt -> String? in
            guard let call = attempt.expression.as(FunctionCallExprSyntax.self), call.calleeName == "get",
                call.arguments.isEmpty
            else { return nil }
            return call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
        }
        guard !results.isEmpty, let block = statement.node.nearest(CodeBlockItemListSyntax.self) else { return false }
        return results.allSatisfy { result in
            guard let result else { return false }
            return block.contains { $0.position >= statement.node.endPosition && $0.mentions([result]) }
        }
    }

    /// `try validate(code)`: that what people have typed is not right yet is no failure.
    private static func onlyValidates(_ statement: DoStatement) -> Bool {
        !statement.throwingExpressions.isEmpty
            && statement.throwingExpressions.allSatisfy { attempt in
                let name = attempt.expression.as(FunctionCallExprSyntax.self)?.calleeName
                return Words.of(name ?? "").first == "validate"
            }
    }

    /// `static let preview: Store = …`, `func writeDebugFile()`: what only those who work on the app run.
    private static func isForDevelopers(_ statement: DoStmtSyntax) -> Bool {
        let names = [
            statement.nearest(FunctionDeclSyntax.self)?.name.text,
            statement.nearest(PatternBindingSyntax.self)?.pattern.trimmedText,
        ]
        return names.compactMap(\.self).flatMap(Words.of).contains { ["preview", "previews", "debug"].contains($0) }
    }

    /// `for try await frame in inbound { … }`, which ends with an error when the other side goes, as a comment in the catch says.
    private static func endsConnection(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        guard statement.throwingExpressions.isEmpty, !clause.comments.isEmpty, !clause.leavesTask, !clause.hidesCode,
            statement.node.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
        else { return false }
        let words = clause.comments.flatMap { $0.lowercased().split { !$0.isLetter } }
        return words.contains { $0.hasPrefix("disconnect") || $0.hasPrefix("close") || $0.hasPrefix("hang") }
    }

    /// What nobody misses: a haptic pattern that is not felt, what is fetched ahead of its use, and the offer of a newer version.
    private static func isExtra(_ statement: DoStmtSyntax) -> Bool {
        let function = Words.of(statement.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text ?? "")
        return !ahead.isDisjoint(with: statement.surroundingWords)
            || function.first == "check" && function.last == "version"
            || (statement.enclosingType.map { Syntax($0) } ?? Syntax(statement)).tokens(viewMode: .sourceAccurate)
                .contains { $0.text.hasPrefix("CHHaptic") }
    }

    /// Reads parts of what `init(from:)` decodes, which may as well not be there.
    private static func isLenient(_ statement: DoStatement) -> Bool {
        statement.node.nearest(InitializerDeclSyntax.self)?.signature.parameterClause.parameters.first?.firstName.text
            == "from"
            && statement.throwingExpressions.allSatisfy { attempt in
                decoding.contains(attempt.expression.as(FunctionCallExprSyntax.self)?.calleeName ?? "")
            }
    }

    private static let decoding: Set<String> = [
        "container", "nestedContainer", "unkeyedContainer", "nestedUnkeyedContainer", "decode", "decodeIfPresent",
    ]

    private static let ahead: Set<String> = [
        "prefetch", "preload", "prefetching", "preloading", "prefetcher", "preloader",
    ]

    /// Compiles a literal pattern, encodes values of the program, reads its bundle, or gets hold of a camera.
    private static func hardlyFails(_ expression: ExprSyntax) -> Bool {
        ForcedValue.isPattern(expression) || ForcedValue.onlyEncodes(expression)
            || ForcedValue.readsBundle(expression)
            || readsOwnData(expression)
            // What cannot be written as JSON stops the program instead.
            || expression.as(FunctionCallExprSyntax.self)?.argument("withJSONObject") != nil
            || expression.as(FunctionCallExprSyntax.self)?.calleeName == "lockForConfiguration"
            || asksSubject(expression) || expression.as(FunctionCallExprSyntax.self).map(FirstRun.stylesMap) ?? false
    }

    /// `decode(Item.self, from: data)` where an encoder has made the data of a value of the program, and not of what came from outside:
    /// `JSONSerialization.data(withJSONObject: snapshot)`.
    private static func readsOwnData(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), FirstRun.readsSource(call) else { return false }
        return !(call.nearest(DoStmtSyntax.self)?.mentions(["withJSONObject"]) ?? false)
    }

    /// `try items.value()` of a subject of RxSwift, which throws when it has ended.
    private static func asksSubject(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.receiver != nil else { return false }
        return call.calleeName == "value" && call.arguments.isEmpty
    }

    /// `saveCache()`, `try data.write(to: cache)`: what is missing is made again.
    static func fillsCache(_ attempt: TryExprSyntax) -> Bool {
        attempt.surroundingWords.contains("cache") || writesToCaches(attempt)
            || attempt.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
                let words = Words.of(call.calleeName ?? "")
                guard filling.contains(words.first ?? "") else { return false }
                let others = [call.receiver].compactMap(\.self) + call.arguments.map(\.expression)
                return words.contains("cache") || others.contains { Words.of($0.lastMember ?? "").last == "cache" }
            }
    }

    /// `try data.write(to: place)` in a type whose folder is that of caches.
    private static func writesToCaches(_ attempt: TryExprSyntax) -> Bool {
        guard attempt.expression.as(FunctionCallExprSyntax.self)?.calleeName == "write",
            let type = attempt.enclosingType
        else { return false }
        return type.mentions(["cachesDirectory"]) && !type.mentions(["documentDirectory"])
    }

    private static let filling: Set<String> = ["save", "store", "write", "set", "put", "fill", "update", "persist"]

    /// `catch is UploadError { /* the next round sends it again */ }`: one kind of error, and a reason.
    private static func explainsKind(_ clause: CatchClauseSyntax) -> Bool {
        guard !clause.catchItems.isEmpty, !clause.isCatchAll,
            clause.catchItems.allSatisfy({ item in
                let pattern = item.pattern?.as(ExpressionPatternSyntax.self)?.expression
                return item.pattern?.is(IsTypePatternSyntax.self) ?? false || pattern?.is(IsExprSyntax.self) ?? false
                    || pattern?.trimmedText.hasPrefix("is ") ?? false
            })
        else { return false }
        return !clause.comments.isEmpty
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).compactMap { candidate in
            if candidate.names.contains(where: project.isErrorWithoutContent) { return nil }
            var finding = candidate.finding
            let sources = candidate.sources ?? []
            // Functions that handle all of their errors themselves, were it before they throw them on, leave nothing to hide.
            if !sources.isEmpty,
                sources.allSatisfy({
                    project.callers.tellsOfErrors($0) || project.callers.cannotFail($0)
                        || project.callers.throwsNothing($0)
                })
            {
                finding.severity = .note
            }
            if project.leavesNothing(to: candidate) || project.isRunByNobody(candidate) {
                finding.severity = .note
            }
            return finding
        }
    }
}
