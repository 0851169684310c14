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
            A catch that also throws, records, shows or returns something, were it `nil`, but not what looks like success: `[]`; a \
            catch before `return nil`, before another text or value than the `do` returns, or before a `guard` that throws where the `do` \
            has not set its variable; a catch of cancellation; loggers; command-line programs.

            A note where only files are removed, values of the program encoded, patterns or shaders compiled or the bundle read; where something is only \
            closed; where a loop tries one candidate after the other, or reads element by element; where a variable that the function returns stays `nil`; where a session for sound is set up, a haptic pattern played or the system asked for a permission or to run the app in the background; in \
            analytics; where the `do` does nothing but print what it got; where thumbnails, advertisements and the like are got, a cache filled or a shortcut donated; where `NSLog` writes to the system's log at least; and where a comment says that nothing is to be done.
            """,
        triggering: [
            """
            do {
                try context.save()
            } ↓catch {
                print(error)
            }
            """,
            """
            do {
                try context.save()
            } ↓catch {
                print("Failed to save: \\(error.localizedDescription)")
                return
            }
            """,
            """
            do { try audio.start() } ↓catch { debugPrint("audio", error) }
            """,
            """
            do {
                profile = try await api.profile()
            } ↓catch let error as DecodingError {
                print("decoding", error)
            } ↓catch {
                NSLog("profile: %@", "\\(error)")
            }
            """,
            """
            do { try load() } ↓catch {
                let known = error as NSError
                switch error {
                case StoreError.locked: print("locked")
                default: print("other", known.code)
                }
            }
            """,
            """
            do { try load() } ↓catch {
                print("---")
                dump(error)
                print("---")
            }
            """,
            """
            do { return try items() } ↓catch {
                print(error)
                return []
            }
            """,
            """
            for url in urls {
                do { try index(url) } ↓catch { print("skipped \\(url)"); continue }
            }
            """,
        ],
        clean: [
            """
            final class LogFile {
                func write(_ line: String) {
                    do { try file.append(line) } catch { print("The log cannot be written: \\(error)") }
                }
            }
            """,
            """
            do { try save() } catch {
                print(error)
                throw error
            }
            """,
            """
            do { try save() } catch {
                print(error)
                ServiceHealthManager.shared.recordFailure(for: .inventory, error: error)
            }
            """,
            """
            do { try save() } catch {
                logger.error("\\(error)")
            }
            """,
            """
            do { return try load() } catch {
                print(error)
                return .cached
            }
            """,
            """
            func attributes() -> [String: Any]? {
                do { return try read() } catch { print(error) }
                return nil
            }
            """,
            """
            do { try await load() } catch is CancellationError { print("cancelled") }
            """,
            """
            do { return try load() } catch {
                print(error)
                return nil
            }
            """,
            """
            do { try save() } catch {
                console.print(error)
            }
            """,
            """
            // FILE: Sources/tool/main.swift
            do { try run() } catch { print("error: \\(error)") }
            """,
            """
            do { try save() } catch {
                print(error)
                errorMessage = "Not saved. Please try again."
            }
            """,
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard PrintCall.mayOccur(in: unit), !CommandLineMain.isMain(unit) else { return [] }
        return unit.index.doStatements.flatMap(\.catchClauses).compactMap { clause in
            let statement = clause.nearest(DoStmtSyntax.self)
            guard !clause.mindsCancellation(), onlyPrints(clause, unit), !PrintCall.isInLogger(clause),
                !(statement?.isBeforeNothing ?? false), !(statement?.failsAfterwards ?? false)
            else { return nil }
            let place = unit.place(of: clause.catchKeyword)
            var finding = finding(
                place, "This catch only prints, and nobody reads that once the app is released.",
                severity: Self.mayBeLetGo(clause) || Self.reachesSystemLog(clause, unit) ? .note : nil,
                fix: "Write to the log, record the failure or show it.")
            let end = clause.endPositionBeforeTrailingTrivia.utf8Offset
            finding.extent = place.line...max(place.line, unit.place(ofOffset: end).line)
            return Candidate(finding: finding)
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { file, _ in !project.isCommandLineFolder(of: file) }
    }

    /// Says whether the failure that a catch is for harms nobody.
    static func mayBeLetGo(_ clause: CatchClauseSyntax) -> Bool {
        isWaived(clause) || clause.isMissedByNobody
            || clause.nearest(DoStmtSyntax.self).map {
                let statement = DoStatement($0)
                return onlyRemoves($0) || onlyEncodes($0) || isExtra($0) || statement.onlyCloses
                    || statement.asksSystemForPermission || triesNext(clause, of: $0) || $0.readsElement
                    || $0.leavesNothing || onlyPrintsResult($0)
            } ?? false
    }

    /// `let state = try await client.state(); print(state)`: a look at something, which nothing depends on.
    private static func onlyPrintsResult(_ statement: DoStmtSyntax) -> Bool {
        var results: Set<String> = []
        var isPrinted = false
        for item in statement.body.statements {
            if let variable = item.item.as(VariableDeclSyntax.self),
                variable.bindingSpecifier.tokenKind == .keyword(.let)
            {
                results.formUnion(variable.bindings.map(\.pattern.trimmedText))
            } else if let call = item.item.as(FunctionCallExprSyntax.self),
                PrintCall.names.contains(call.plainName ?? "")
            {
                isPrinted = isPrinted || call.mentions(results)
            } else {
                return false
            }
        }
        return isPrinted
    }

    /// Gets what nobody misses: a thumbnail, an advertisement, flags that were got before.
    private static func isExtra(_ statement: DoStmtSyntax) -> Bool {
        let attempts = statement.body.descendants(TryExprSyntax.self)
        return !attempts.isEmpty
            && attempts.allSatisfy { attempt in
                let tokens = attempt.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
                let words = tokens + attempt.surroundingWords
                return !extras.isDisjoint(with: words) || tokens.contains { $0.hasPrefix("haptic") }
                    || attempt.preparesSound || attempt.asksForBackgroundTime || SilentCatchRule.fillsCache(attempt)
                    || donatesShortcut(attempt)
            }
    }

    /// `try await interaction.donate()`
    private static func donatesShortcut(_ attempt: TryExprSyntax) -> Bool {
        attempt.descendants(FunctionCallExprSyntax.self, nested: false).contains {
            $0.calleeName == "donate" && $0.receiver != nil && $0.arguments.isEmpty
        }
    }

    private static let extras: Set<String> = [
        "thumbnail", "thumbnails", "cgimage", "promo", "promos", "favicon", "favicons", "interstitial", "prefetch",
        "prefetching", "preload",
        "preloading", "flags", "haptic", "haptics", "screenshot", "screenshots",
    ]

    /// `for key in keys { do { return try open(key) } catch { print(error); continue } }`
    private static func triesNext(_ clause: CatchClauseSyntax, of statement: DoStmtSyntax) -> Bool {
        guard clause.body.statements.last?.item.is(ContinueStmtSyntax.self) ?? false,
            let last = statement.body.statements.last
        else { return false }
        let leaves = statement.body.descendants(ReturnStmtSyntax.self, nested: false).contains { $0.expression != nil }
        return leaves || !last.descendants(BreakStmtSyntax.self, nested: false).isEmpty
            || last.item.is(BreakStmtSyntax.self)
    }

    /// Turns values of the program into data, or compiles a pattern: an error there is a mistake in the code.
    private static func onlyEncodes(_ statement: DoStmtSyntax) -> Bool {
        let attempts = statement.body.descendants(TryExprSyntax.self)
        return !attempts.isEmpty
            && attempts.allSatisfy {
                ForcedValue.onlyEncodes(ExprSyntax($0), orCompiles: true) || ForcedValue.readsBundle($0.expression)
                    || $0.expression.descendants(FunctionCallExprSyntax.self).contains {
                        $0.calleeName == "performFetch"
                    }
                    || ["performFetch", "makeRenderPipelineState", "makeComputePipelineState"].contains(
                        $0.expression.as(FunctionCallExprSyntax.self)?.calleeName ?? "")
            }
    }

    /// A comment at the beginning says that the failure is to be let go.
    private static func isWaived(_ clause: CatchClauseSyntax) -> Bool {
        let trivia =
            Array(clause.body.leftBrace.trailingTrivia)
            + Array(clause.body.statements.first?.leadingTrivia ?? [])
        return trivia.contains { piece in
            guard case .lineComment(let text) = piece else { return false }
            let words = text.lowercased()
            let parts = words.split { !$0.isLetter }
            return ["silent", "do nothing", "ignore", "best effort", "best-effort"].contains(where: words.contains)
                || parts.contains("expected") || parts.contains("because")
        }
    }

    /// What is left over takes up space and does no other harm; mostly it was not there. A camera that is busy stays as it is.
    private static func onlyRemoves(_ statement: DoStmtSyntax) -> Bool {
        let attempts = statement.body.descendants(TryExprSyntax.self)
        return !attempts.isEmpty
            && attempts.allSatisfy {
                ["removeItem", "lockForConfiguration", "resourceValues"].contains(
                    $0.expression.as(FunctionCallExprSyntax.self)?.calleeName ?? "")
            }
    }

    /// `NSLog` at least writes to the system's log.
    private static func reachesSystemLog(_ clause: CatchClauseSyntax, _ unit: SourceUnit) -> Bool {
        clause.body.descendants(FunctionCallExprSyntax.self).filter { PrintCall.isPrint($0, in: unit) }.allSatisfy {
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
