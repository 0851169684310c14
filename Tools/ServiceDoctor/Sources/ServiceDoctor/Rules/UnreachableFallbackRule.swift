import SwiftSyntax

struct UnreachableFallbackRule: Rule {
    let description = RuleDescription(
        id: "unreachable_fallback",
        severity: .error,
        summary: "Finds a catch that can never be reached, because its `do` cannot throw.",
        reason: """
            A fallback that cannot be reached protects nothing, but looks as if it did. Often a `try` was removed, \
            or the initialiser no longer throws. An error where somebody relies on the catch: it shows the failure, recovers or \
            gives a stand-in, and the `do` waits, throws errors away or makes what the stand-in is for. A warning where it is only \
            dead code, and where the `do` shows the failure itself. A note where the work is not finished: the call that throws is there \
            in a comment, or one says that what is there is to be replaced; and in an app in what nothing calls or makes, previews aside.
            """,
        exceptions: "A `do` that throws by `try`, `throw` or `for try await`, or that expands a macro.",
        triggering: [
            """
            var liveValue: InventoryService {
                do {
                    let service = LiveInventoryService()
                    return service
                } ↓catch {
                    return MockInventoryService()
                }
            }
            """,
            """
            do {
                let data = try? Data(contentsOf: url)
                show(data)
            } ↓catch {
                showError(error)
            }
            """,
            """
            do {
                show(try? (try load()))
            } ↓catch {
                report(error)
            }
            """,
            """
            do {
                Task { try await sync() }
            } ↓catch {
                logger.error("sync failed")
            }
            """,
            """
            do {
                container = try! ModelContainer(for: Item.self)
            } ↓catch {
                container = .inMemory
            }
            """,
            """
            do {
                queue.async { do { try work() } catch { report(error) } }
            } ↓catch {
                report(error)
            }
            """,
            """
            do {
                do { try work() } catch { report(error) }
            } ↓catch {
                recover()
            }
            """,
            """
            func refresh() async {
                do {
                    await store.refresh()
                } ↓catch let error as StoreError {
                    handle(error)
                } catch {
                    handle(error)
                }
            }
            """,
        ],
        clean: [
            """
            do { try work() } catch { report(error) }
            """,
            """
            do {
                for try await line in url.lines { read(line) }
            } catch { report(error) }
            """,
            """
            do {
                guard ready else { throw StoreError.locked }
                open()
            } catch { report(error) }
            """,
            """
            do {
                do { try work() } catch { throw WorkError(error) }
            } catch { report(error) }
            """,
            """
            do {
                do { try work() } catch is WorkError { retry() }
            } catch { report(error) }
            """,
            """
            do {
                let names = items.map { $0.name }
                return .success(try await upload(names))
            } catch { return .failure(error) }
            """,
            """
            do {
                #expect(ready)
            } catch { report(error) }
            """,
            """
            do {
                async let profile = client.profile()
                self.profile = try await profile
            } catch { report(error) }
            """,
            "do { let scope = Scope(); scope.run() }",
        ], isFixable: true)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.compactMap { statement in
            guard let clause = statement.catchClauses.first, !statement.canThrow else { return nil }
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: clause.catchKeyword), "This catch is never reached: nothing in its 'do' can throw.",
                    severity: Self.severity(of: statement, in: unit),
                    fix: "Remove it, or call what throws with 'try'."))
            candidate.function = Candidate.Function(around: statement.node)
            candidate.types = statement.node.enclosingTypeNames
            // The catch of unfinished work is meant to stay.
            if candidate.finding.severity == .note { return candidate }
            let start = statement.node.body.endPositionBeforeTrailingTrivia.utf8Offset
            let end = statement.node.endPositionBeforeTrailingTrivia.utf8Offset
            if start < end { candidate.finding.edit = unit.edit(removing: start..<end) }
            return candidate
        }
    }

    /// What nothing of an app runs fails for nobody.
    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).map { candidate in
            var finding = candidate.finding
            if project.isRunByNobody(candidate) { finding.severity = .note }
            return finding
        }
    }

    private static func severity(of statement: DoStatement, in unit: SourceUnit) -> Severity? {
        if isUnfinished(statement.node.body) { return .note }
        return isReliedOn(statement, in: unit) ? nil : .warning
    }

    /// `// try await store.insert(item)`: the catch waits for what is still to come.
    private static func isUnfinished(_ body: CodeBlockSyntax) -> Bool {
        body.descendants(TryExprSyntax.self).isEmpty
            && body.tokens(viewMode: .sourceAccurate).contains { token in
                (token.leadingTrivia.pieces + token.trailingTrivia.pieces).contains { piece in
                    CatchClauseSyntax.comment(piece)?.split(separator: "\n").contains {
                        isCode($0) || UnfinishedWork.isPromise($0)
                    }
                        ?? false
                }
            }
    }

    /// `try await store.insert(item)`, not "try again (later)".
    private static func isCode(_ line: Substring) -> Bool {
        let words = line.split(separator: " ")
        return words.indices.contains { index in
            guard words[index] == "try" else { return false }
            let called = words[(index + 1)...].first { $0 != "await" } ?? ""
            let name = called.prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
            return !name.isEmpty && called.dropFirst(name.count).first == "("
        }
    }

    /// The author believes that a failure would be seen here, and one may be lost on the way.
    private static func isReliedOn(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        let attempts = statement.node.body.descendants(TryExprSyntax.self)
        // `Task { try await sync() }`: what it throws arrives nowhere.
        if attempts.contains(where: isLost) { return true }
        return statement.catchClauses.contains { clause in
            clause.body.statements.contains { handles($0, besides: statement, in: unit) }
                && (!attempts.isEmpty || !statement.node.body.descendants(AwaitExprSyntax.self).isEmpty
                    || makesStandIn(clause) || showsFailure(clause) || replacesResult(clause, of: statement))
        }
    }

    /// Under a plain `try` in a closure, without a catch of its own.
    private static func isLost(_ attempt: TryExprSyntax) -> Bool {
        guard attempt.questionOrExclamationMark == nil else { return false }
        var current = attempt.parent
        while let outer = current, !outer.is(CatchClauseSyntax.self) {
            if let inner = outer.as(DoStmtSyntax.self), !inner.catchClauses.isEmpty { return false }
            if outer.opensScope {
                let call = outer.as(ClosureExprSyntax.self).flatMap(TaskContext.call(of:))
                return call.map { TaskContext.isTask($0) && TaskContext.isDropped($0) } ?? false
            }
            current = outer.parent
        }
        return false
    }

    /// Shows the failure or recovers: no log, no flag or empty value that is put back, and nothing that the `do` sets for a
    /// failure itself.
    private static func handles(
        _ item: CodeBlockItemSyntax, besides statement: DoStatement, in unit: SourceUnit
    ) -> Bool {
        if item.item.is(ThrowStmtSyntax.self) || item.item.is(DoStmtSyntax.self) { return true }
        if let leave = item.item.as(ReturnStmtSyntax.self) { return leave.expression != nil }
        let waited = item.item.as(AwaitExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
        if let call = item.item.as(FunctionCallExprSyntax.self) ?? waited { return !logs(call, in: unit) }
        if let choice = item.item.as(ExpressionStmtSyntax.self)?.expression {
            return choice.is(IfExprSyntax.self) || choice.is(SwitchExprSyntax.self)
        }
        guard let sequence = item.item.as(SequenceExprSyntax.self), let assignment = Assignment(sequence) else {
            return false
        }
        if assignment.assignsNil || assignment.assignsEmptyString { return false }
        // `isSaving = false` puts a flag back; `showsAlert = true` shows something.
        if assignment.assignedBool == false { return false }
        return !setsForFailure(assignment.lastName, in: statement)
    }

    /// `case .failure(let error): self.error = error`, `if items.isEmpty { self.error = … }` after the work.
    private static func setsForFailure(_ name: String?, in statement: DoStatement) -> Bool {
        let body = statement.node.body
        let wait = body.descendants(AwaitExprSyntax.self, nested: false).first
        let isShownOnCondition = body.descendants(SequenceExprSyntax.self).contains { sequence in
            guard let own = Assignment(sequence), own.lastName == name, ErrorState.isFailure(own), let wait,
                sequence.position > wait.position
            else { return false }
            return sequence.nearest(CodeBlockSyntax.self)?.id != body.id
        }
        if isShownOnCondition { return true }
        return body.descendants(SwitchCaseSyntax.self, nested: false).contains { branch in
            branch.label.tokens(viewMode: .sourceAccurate).contains { $0.text == "failure" }
                && branch.statements.descendants(SequenceExprSyntax.self).contains {
                    Assignment($0)?.lastName == name
                }
        }
    }

    private static func logs(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        if PrintCall.isPrint(call, in: unit) { return true }
        let words = call.calledExpression.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
        return !logging.isDisjoint(with: words)
    }

    private static let logging: Set<String> = ["log", "logger", "logging", "logs"]

    /// `do { text = store.items() } catch { text = "Offline" }`
    private static func replacesResult(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        func set(in body: CodeBlockSyntax) -> Set<String> {
            Set(
                body.statements.compactMap {
                    $0.item.as(SequenceExprSyntax.self).flatMap { Assignment($0) }?.target.trimmedText
                })
        }
        return !set(in: clause.body).isDisjoint(with: set(in: statement.node.body))
    }

    /// Sets the error that a screen shows. Most likely the last `try` was removed and the catch was left behind.
    private static func showsFailure(_ clause: CatchClauseSyntax) -> Bool {
        clause.body.statements.contains { item in
            item.item.as(SequenceExprSyntax.self).flatMap { Assignment($0) }.map(ErrorState.isFailure) ?? false
        }
    }

    /// Gives a mock, a fallback or another service in the place of the one that the `do` makes.
    private static func makesStandIn(_ clause: CatchClauseSyntax) -> Bool {
        let made = clause.body.descendants(FunctionCallExprSyntax.self).compactMap(\.constructedType)
        let named = clause.body.descendants(MemberAccessExprSyntax.self).map(\.declName.baseName.text)
        return made.contains { Words.nameStandIn($0) || Words.nameService($0) }
            || named.contains { ["mock", "fallback", "unavailable", "noop"].contains($0) }
    }
}
