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
            `catch _`, which says it out loud; a catch of one named failure, also by a `where` with `==`, or of cancellation; a \
            `do` that only sleeps; a `do` that returns, with a `throw` at the end of what follows; a `do throws(Miss)` that ends \
            by leaving, where `Miss` holds nothing: what follows it is the handling; loggers. A note where a comment in the catch gives \
            a reason in at least three or four words, where the `do` returns and what follows is the answer for a failure, where it only finds out \
            whether something works, where only files are removed or folders made, and where only a literal pattern is compiled, values of the \
            program are encoded, the bundle is read or a cache is filled.
            """,
        triggering: [
            """
            do {
                try context.save()
            } ↓catch {
            }
            """,
            """
            func load() async {
                do { items = try await client.items() } ↓catch {}
            }
            """,
            """
            do {
                try someOperation()
            } ↓catch {
                // Ignoring error
            }
            """,
            """
            do {
                try FileManager.default.removeItem(at: url)
            } ↓catch let error as NSError {
                /* nothing to do */
            }
            """,
            """
            Task {
                do {
                    try await Task.sleep(for: .seconds(1))
                    try await sync()
                } ↓catch { }
            }
            """,
            """
            return .run { send in
                do {
                    await send(.loaded(try await client.load()))
                } ↓catch {
                    // TODO: handle
                }
            }
            """,
            """
            do {
                try open()
            } catch StoreError.locked {
                retry()
            } ↓catch {
            }
            """,
            """
            enum CacheError: Error { case missing, unreadable(path: String) }
            func value() -> Int {
                do throws(CacheError) { return try cached() } ↓catch {}
                return compute()
            }
            """,
            """
            struct Miss: Error {}
            func warmUp() {
                do throws(Miss) { try cached() } ↓catch {}
                finish()
            }
            """,
            """
            do {
                try write(data)
            } ↓catch let error as CocoaError where isQuiet {
            }
            """,
            """
            do {
                try write(data)
            } ↓catch {
                // TODO: tell the user what went wrong here
            }
            """,
            """
            func refresh() {
                do { items = try fetch() } ↓catch {
                    // logger.error("not fetched", metadata: error)
                }
                notify()
            }
            """,
        ],
        clean: [
            """
            do {
                try db.checkpoint()
            } catch let error as DatabaseError where [.busy, .locked].contains(error.code) {
                // The next change does it.
            }
            """,
            """
            func address(_ text: String) throws -> Address {
                do {
                    return .v4(try IPv4(text))
                } catch {
                    // It may be of the other kind.
                }
                do { return .v6(try IPv6(text)) } catch {}
                throw AddressError.unknown(text)
            }
            """,
            """
            do {
                try stat(path)
            } catch let error as IOError where error.code == ENOENT {
                // It is made below.
            }
            """,
            """
            do {
                try context.save()
            } catch {
                Logger.service.error("Not saved: \\(error)")
            }
            """,
            """
            do { try cleanUp() } catch _ {}
            """,
            """
            do {
                try await Task.sleep(nanoseconds: 1_000)
            } catch {
                // The view went away.
            }
            """,
            """
            do {
                try await load()
            } catch is CancellationError {
                // Nobody waits for it any more.
            } catch {
                report(error)
            }
            """,
            """
            do {
                try create(folder)
            } catch FolderError.exists {
                // That is what we want.
            } catch {
                throw error
            }
            """,
            """
            enum Cache { struct Miss: Error { init() {} } }
            func value() -> Int {
                do throws(Cache.Miss) {
                    return try cached()
                } catch {}
                return compute()
            }
            """,
            """
            // FILE: Sources/App/Miss.swift
            enum Miss: Error { case notThere }
            // FILE: Sources/App/Cache.swift
            for key in keys {
                do throws(Miss) { use(try cached(key)); continue } catch {}
                use(compute(key))
            }
            """,
            """
            do {
                try checkpoint()
            } catch let error as DatabaseError where error.code == .busy {
                // The part that has the file open does it.
            }
            """,
            """
            do {
                try await clock.sleep(for: .milliseconds(300))
            } catch {}
            """,
            """
            do {
                value = try parse(text)
            } catch { value = nil }
            """,
            """
            final class FileLogger {
                func append(_ line: String) {
                    do { try handle.write(contentsOf: line.utf8Data) } catch {}
                }
            }
            """,
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            guard statement.catchClauses.contains(where: { $0.body.statements.isEmpty }), !statement.onlySleeps else {
                return []
            }
            return statement.catchClauses.compactMap { clause in
                guard clause.body.statements.isEmpty, !clause.isWildcard, !clause.namesOneFailure,
                    !clause.mindsCancellation(), !statement.node.throwsAfterwards, !Self.explainsKind(clause),
                    clause.enclosingType.map({ Self.isForShow($0.declaredName) }) != true,
                    !PrintCall.isInLogger(clause)
                else { return nil }
                return Candidate(
                    finding: finding(
                        unit.place(of: clause.catchKeyword), "This catch hides the error.",
                        severity: Self.isMeant(clause, of: statement) ? .note : nil,
                        fix: "Log it, record it, show it or rethrow it; write 'catch _' if it really does not matter."),
                    names: [statement.node.failureBeforeWhatFollows].compactMap(\.self))
            }
        }
    }

    /// A mock, or a view that only previews show.
    private static func isForShow(_ type: String) -> Bool {
        Words.nameMock(type) || Words.of(type).contains("preview")
    }

    /// What is ignored is explained, answered by what follows, or hardly ever fails.
    private static func isMeant(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        statement.onlyTidies || givesReason(clause) || statement.node.answersAfterwards || statement.node.findsOut
            || !statement.throwingExpressions.isEmpty
                && statement.throwingExpressions.allSatisfy { hardlyFails($0.expression) || fillsCache($0) }
    }

    /// Compiles a literal pattern, encodes values of the program, or reads its bundle.
    private static func hardlyFails(_ expression: ExprSyntax) -> Bool {
        if ForcedValue.isPattern(expression) || ForcedValue.onlyEncodes(expression) { return true }
        return expression.mentions(["Bundle"])
            || expression.descendants(DeclReferenceExprSyntax.self).contains { reference in
                ForcedValue.localValue(of: ExprSyntax(reference))?.mentions(["Bundle"]) ?? false
            }
    }

    /// `saveCache()`, `try data.write(to: cache)`: what is missing is made again.
    private static func fillsCache(_ attempt: TryExprSyntax) -> Bool {
        let function = attempt.nearest(FunctionDeclSyntax.self)?.name.text ?? ""
        return Words.of(function).contains("cache")
            || attempt.descendants(DeclReferenceExprSyntax.self, nested: false).contains {
                Words.of($0.baseName.text).contains("cache")
            }
    }

    /// A comment of four words or more, or of three where none is hollow, that is no task for later and no code.
    private static func givesReason(_ clause: CatchClauseSyntax) -> Bool {
        let lines = comments(of: clause).flatMap { $0.split(separator: "\n") }.map { line in
            line.drop { "/* \t".contains($0) }
        }
        let words = lines.flatMap { $0.split { !$0.isLetter && $0 != "'" && $0 != "’" } }
        let tasks: Set<Substring> = ["TODO", "FIXME", "XXX", "HACK"]
        let isCode = lines.contains { line in
            // `log.error("…")`
            line.prefix { $0.isLetter || $0 == "." || $0 == "_" }.count < line.count
                && line.drop { $0.isLetter || $0 == "." || $0 == "_" }.hasPrefix("(") || line.contains(" = ")
        }
        guard tasks.isDisjoint(with: words), !isCode else { return false }
        if words.contains(where: { $0.lowercased().hasPrefix("cancel") }) { return true }
        return words.count >= (empty.isDisjoint(with: words.map { $0.lowercased() }) ? 3 : 4)
    }

    /// Words of comments that only say that there is nothing: "do nothing", "handle error silently".
    private static let empty: Set<String> = [
        "ignore", "ignoring", "ignored", "nothing", "silent", "silently", "error", "errors", "never", "hope", "handle",
    ]

    private static func comments(of clause: CatchClauseSyntax) -> [String] {
        let pieces = clause.body.leftBrace.trailingTrivia.pieces + clause.body.rightBrace.leadingTrivia.pieces
        return pieces.compactMap { piece in
            switch piece {
            case .lineComment(let text), .blockComment(let text): text
            default: nil
            }
        }
    }

    /// `catch is UploadError { /* the next round sends it again */ }`: one kind of error, and a reason.
    private static func explainsKind(_ clause: CatchClauseSyntax) -> Bool {
        guard !clause.catchItems.isEmpty, !clause.isCatchAll,
            clause.catchItems.allSatisfy({ item in
                let pattern = item.pattern?.as(ExpressionPatternSyntax.self)?.expression
                return item.pattern?.is(IsTypePatternSyntax.self) ?? false || pattern?.is(IsExprSyntax.self) ?? false
                    || pattern?.trimmedText.hasPrefix("is ") ?? false
            })
        else { return false }
        return !comments(of: clause).isEmpty
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            !candidate.names.contains(where: project.isErrorWithoutContent)
        }
    }
}

extension DoStmtSyntax {
    /// The one type that this can throw, where only throwing leads to what follows: `do throws(Miss) { return … }`.
    fileprivate var failureBeforeWhatFollows: String? {
        guard let type = throwsClause?.type, let last = body.statements.last?.item,
            last.is(ReturnStmtSyntax.self) || last.is(ContinueStmtSyntax.self) || last.is(BreakStmtSyntax.self)
        else { return nil }
        return TypeName(type).text
    }

    /// `do { return try load() } catch {}` and then `return nil`: the caller is told that there is nothing.
    var isBeforeNothing: Bool {
        guard let item = parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let index = list.firstIndex(of: item), list.index(after: index) < list.endIndex
        else { return false }
        let next = list[list.index(after: index)].item.as(ReturnStmtSyntax.self)
        return next?.expression?.is(NilLiteralExprSyntax.self) ?? false
    }

    /// Returns or leaves a loop where it succeeds, and something other than the end of the function follows: the answer for a
    /// failure.
    fileprivate var answersAfterwards: Bool {
        let last = body.statements.last?.item
        let leavesLoop = last?.is(BreakStmtSyntax.self) ?? false || last?.is(ContinueStmtSyntax.self) ?? false
        if leavesLoop { return true }
        guard !body.descendants(ReturnStmtSyntax.self, nested: false).isEmpty else { return false }
        var current: Syntax? = Syntax(self)
        while let node = current, let outer = node.parent {
            if let list = outer.as(CodeBlockItemListSyntax.self), list.last?.position != node.position {
                return true
            }
            if outer.opensScope { return false }
            current = outer
        }
        return false
    }

    /// `do { try key.unlock(); isValid = true } catch {}`: what was false stays false.
    fileprivate var findsOut: Bool {
        guard let sequence = body.statements.last?.item.as(SequenceExprSyntax.self) else { return false }
        return Assignment(sequence)?.assignedBool == true && body.statements.count <= 2
    }

    /// Returns where it succeeds, and comes to a `throw` at the end of a block around where it does not.
    fileprivate var throwsAfterwards: Bool {
        guard !body.descendants(ReturnStmtSyntax.self, nested: false).isEmpty else { return false }
        if isBeforeNothing { return true }
        var current = parent
        while let node = current, !node.opensScope {
            if let block = node.as(CodeBlockItemListSyntax.self), block.last?.item.is(ThrowStmtSyntax.self) ?? false {
                return true
            }
            current = node.parent
        }
        return false
    }
}
