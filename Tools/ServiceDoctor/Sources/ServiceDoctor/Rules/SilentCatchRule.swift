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
            by leaving, where `Miss` holds nothing: what follows it is the handling.
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
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.doStatements.flatMap { statement -> [Candidate] in
            guard statement.catchClauses.contains(where: { $0.body.statements.isEmpty }), !statement.onlySleeps else {
                return []
            }
            return statement.catchClauses.compactMap { clause in
                guard clause.body.statements.isEmpty, !clause.isWildcard, !clause.namesOneFailure,
                    !clause.mindsCancellation(), !statement.node.throwsAfterwards, !Self.explainsKind(clause),
                    clause.enclosingType.map({ Words.nameMock($0.declaredName) }) != true
                else { return nil }
                return Candidate(
                    finding: finding(
                        unit.place(of: clause.catchKeyword), "This catch hides the error.",
                        severity: statement.onlyTidies ? .note : nil,
                        fix: "Log it, record it, show it or rethrow it; write 'catch _' if it really does not matter."),
                    names: [statement.node.failureBeforeWhatFollows].compactMap(\.self))
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
        let comments = clause.body.leftBrace.trailingTrivia.pieces + clause.body.rightBrace.leadingTrivia.pieces
        return comments.contains { piece in
            switch piece {
            case .lineComment, .blockComment: true
            default: false
            }
        }
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
