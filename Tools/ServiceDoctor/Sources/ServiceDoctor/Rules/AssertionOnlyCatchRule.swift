import SwiftSyntax

struct AssertionOnlyCatchRule: Rule {
    let description = RuleDescription(
        id: "assertion_only_catch",
        severity: .note,
        summary: "Finds a catch that only calls `assertionFailure`.",
        reason: """
            A release build compiles assertions away. What stops the developer at the desk is an empty catch for everybody who \
            uses the app.
            """,
        exceptions: """
            A catch that also logs, throws, records, shows or returns something but nothing; `fatalError` and \
            `preconditionFailure`, which release builds keep; a `do` that only encodes values of the program, reads the bundle or closes \
            a file; a comment that gives a reason; an assertion after a catch for another type that does not look at the error. A note, as \
            the source does not show how much depends on what failed.
            """,
        triggering: [
            """
            do { try context.save() } ↓catch { assertionFailure("Not saved: \\(error)") }
            """,
            """
            func save() {
                do {
                    try store.write(draft)
                } ↓catch {
                    assertionFailure()
                    return
                }
            }
            """,
            """
            do { try player.start() } ↓catch {
                print(error)
                assertionFailure(error.localizedDescription)
            }
            """,
            """
            for url in urls {
                do { try index(url) } ↓catch { assert(false, "\\(error)"); continue }
            }
            """,
            """
            do { try open() } catch StoreError.locked { retry() } ↓catch { assertionFailure("unexpected") }
            """,
            """
            Task {
                do { try await sync() } ↓catch let error as NSError { Swift.assertionFailure("\\(error.code)") }
            }
            """,
        ],
        clean: [
            """
            do { try context.save() } catch {
                logger.error("Not saved: \\(error)")
                assertionFailure()
            }
            """,
            """
            do { return try load() } catch {
                assertionFailure("\\(error)")
                return nil
            }
            """,
            "do { try context.save() } catch { fatalError(\"\\(error)\") }",
            """
            do { try context.save() } catch {
                assertionFailure()
                throw error
            }
            """,
            """
            do { try context.save() } catch {
                assertionFailure()
                errorMessage = "Not saved."
            }
            """,
            "do { try await load() } catch is CancellationError { assertionFailure(\"nobody cancels this\") }",
            "do { try context.save() } catch { assert(known.contains(error.code)) }",
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        guard unit.words.hints.contains(.assertion) else { return [] }
        return unit.index.doStatements.flatMap { statement -> [Finding] in
            statement.catchClauses.compactMap { clause in
                guard !clause.mindsCancellation(), Self.onlyAsserts(clause, unit), !Self.isMeant(clause, statement)
                else { return nil }
                return finding(
                    unit.place(of: clause.catchKeyword), "This catch only asserts, which release builds leave out.",
                    fix: "Log the error, record it, show it or rethrow it, in addition to the assertion.")
            }
        }
    }

    private static func isMeant(_ clause: CatchClauseSyntax, _ statement: DoStatement) -> Bool {
        let attempts = statement.throwingExpressions
        return clause.givesReason || statesImpossible(clause, statement)
            || !attempts.isEmpty && attempts.allSatisfy { hardlyFails($0) }
    }

    /// After a catch for one type of error, an assertion that does not look at the error: it says that there is no other.
    private static func statesImpossible(_ clause: CatchClauseSyntax, _ statement: DoStatement) -> Bool {
        clause.id != statement.catchClauses.first?.id
            && statement.catchClauses.contains { !$0.caughtTypes.isEmpty }
            && !clause.body.mentions([clause.errorName])
    }

    /// Turns values of the program into data, reads the bundle or closes a file: an error there is a mistake in the code, or does no harm.
    private static func hardlyFails(_ attempt: TryExprSyntax) -> Bool {
        ForcedValue.onlyEncodes(ExprSyntax(attempt), orCompiles: true) || ForcedValue.readsBundle(ExprSyntax(attempt))
            || attempt.expression.as(FunctionCallExprSyntax.self)?.calleeName == "close"
    }

    private static func onlyAsserts(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        var asserts = false
        for statement in clause.body.statements {
            if let call = statement.item.as(FunctionCallExprSyntax.self) {
                if isAssertion(call) {
                    asserts = true
                } else if !PrintCall.isPrint(call, in: unit) {
                    return false
                }
            } else if statement.item.as(ReturnStmtSyntax.self)?.expression != nil
                || ![.returnStmt, .continueStmt, .breakStmt].contains(statement.item.kind)
            {
                return false
            }
        }
        return asserts
    }

    private static func isAssertion(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.plainName != nil || call.receiver?.trimmedText == "Swift" else { return false }
        switch call.calleeName {
        case "assertionFailure": return true
        case "assert": return call.arguments.first?.expression.trimmedText == "false"
        default: return false
        }
    }
}
