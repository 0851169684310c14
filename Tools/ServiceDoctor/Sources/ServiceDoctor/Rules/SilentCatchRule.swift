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
            by leaving, where `Miss` holds nothing: what follows it is the handling; loggers.

            A note where the failure is handled without a statement: a comment gives a reason, in three or four words at least, or in any \
            in a loop, which goes on with the next one; the `do` returns, and what follows is the answer for a failure; it only finds out \
            whether something works; it gives a variable of the function another value than it has.

            A note as well where hardly anything can fail or be missed: files are removed, looked at or closed, or folders made; a \
            literal pattern is compiled; values of the program are encoded; parts are decoded that may be missing; the bundle is read; a \
            cache is filled; something is fetched ahead of its use or counted; a camera is adjusted; a haptic pattern is played.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

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

    /// What is ignored is handled without a statement, or harms nobody.
    private static func isMeant(_ clause: CatchClauseSyntax, of statement: DoStatement) -> Bool {
        let node = statement.node
        let isHandled = clause.givesReason || node.answersAfterwards || node.findsOut || node.keepsDefault
        return isHandled || statement.onlyTidies || statement.onlyCloses || clause.isMissedByNobody || isExtra(node)
            || isLenient(statement)
            || !statement.throwingExpressions.isEmpty
                && statement.throwingExpressions.allSatisfy { hardlyFails($0.expression) || fillsCache($0) }
    }

    /// What nobody misses: a haptic pattern that is not felt, and what is fetched ahead of its use.
    private static func isExtra(_ statement: DoStmtSyntax) -> Bool {
        !ahead.isDisjoint(with: statement.surroundingWords)
            || statement.body.tokens(viewMode: .sourceAccurate).contains { $0.text.hasPrefix("CHHaptic") }
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
            || expression.as(FunctionCallExprSyntax.self)?.calleeName == "lockForConfiguration"
    }

    /// `saveCache()`, `try data.write(to: cache)`: what is missing is made again.
    private static func fillsCache(_ attempt: TryExprSyntax) -> Bool {
        attempt.surroundingWords.contains("cache")
            || attempt.descendants(DeclReferenceExprSyntax.self, nested: false).contains {
                Words.of($0.baseName.text).contains("cache")
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
        return !clause.comments.isEmpty
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

    /// `do { return try load() } catch {}` and then `return nil` or `false`: the caller is told that there is nothing.
    var isBeforeNothing: Bool {
        guard let item = parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let index = list.firstIndex(of: item), list.index(after: index) < list.endIndex
        else { return false }
        let next = list[list.index(after: index)].item.as(ReturnStmtSyntax.self)
        let isNo = next?.expression?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
        return isNo || next?.expression?.is(NilLiteralExprSyntax.self) ?? false
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

    /// `var folders: [Folder] = []` and then `do { folders = try load() } catch {}`: what follows uses the value that it has.
    fileprivate var keepsDefault: Bool {
        guard body.statements.count == 1, let sequence = body.statements.first?.item.as(SequenceExprSyntax.self),
            let assigned = Assignment(sequence)?.target
        else { return false }
        // `try folders = load()` is written as well.
        let target = assigned.as(TryExprSyntax.self)?.expression ?? assigned
        guard let name = target.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        var scope = parent
        while let outer = scope, !outer.is(MemberBlockSyntax.self) {
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.endPosition <= position {
                guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
                for binding in variable.bindings
                where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
                    return binding.initializer != nil
                        || binding.typeAnnotation.map { TypeName($0.type).isOptional } ?? false
                }
            }
            scope = outer.parent
        }
        return false
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
