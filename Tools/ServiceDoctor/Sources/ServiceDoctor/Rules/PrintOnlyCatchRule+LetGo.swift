import SwiftSyntax

// Failures that harm nobody, so that a print is enough for whoever looks for them.
extension PrintOnlyCatchRule {
    /// Says whether the failure that a catch is for harms nobody.
    static func mayBeLetGo(_ clause: CatchClauseSyntax) -> Bool {
        isWaived(clause) || clause.isMissedByNobody
            || clause.nearest(DoStmtSyntax.self).map {
                let statement = DoStatement($0)
                return hardlyMatters(statement) || statement.onlyCloses
                    || statement.asksSystemForPermission || triesNext(clause, of: $0) || $0.readsElement
                    || $0.leavesNothing || onlyPrintsResult($0) || $0.recoversAfterwards || $0.isAskedAfterwards
                    || isForShow($0) || statement.onlyCounts || statement.looksAtOneFrame
            } ?? false
    }

    /// Does nothing that can fail but what nobody misses and what hardly fails.
    private static func hardlyMatters(_ statement: DoStatement) -> Bool {
        // Where `try?` takes every error, what it is about still counts.
        let throwing = statement.throwingExpressions
        let attempts = throwing.isEmpty ? statement.node.body.descendants(TryExprSyntax.self) : throwing
        return !attempts.isEmpty
            && attempts.allSatisfy { attempt in
                removes(attempt) || encodes(attempt) || isExtra(attempt) || DoStatement.sleeps(attempt)
                    || attempt.expression.as(FunctionCallExprSyntax.self).map {
                        FirstRun.readsSource($0) || FirstRun.stylesMap($0)
                    } ?? false
            }
    }

    /// The places of the files that are read, `url` of `try AVAudioPlayer(contentsOf: url)`; empty where anything else can fail.
    static func placesRead(by statement: DoStatement) -> [BundleFacts.Origin] {
        var places: [BundleFacts.Origin] = []
        for attempt in statement.throwingExpressions where !removes(attempt) && !encodes(attempt) {
            let calls = attempt.descendants(FunctionCallExprSyntax.self, nested: false)
            let read = calls.flatMap(\.arguments).filter { BundleFacts.isPlace($0.label?.text ?? "") }
            guard read.count == 1, let place = read.first else { return [] }
            places.append(BundleFacts.origin(of: place.expression))
        }
        return places
    }

    /// In a function that fills screens with data to try them out: `addMockItems()`, `insertSampleData()`, but no `process(sampleBuffer)`;
    /// or that begins with some: `seedIfNeeded()`.
    private static func isForShow(_ statement: DoStmtSyntax) -> Bool {
        let words = Words.of(statement.nearest(FunctionDeclSyntax.self)?.name.text ?? "")
        if words.first == "seed" { return true }
        return !invented.isDisjoint(with: words) || zip(words, words.dropFirst()).contains { $0 == ("sample", "data") }
    }

    private static let invented: Set<String> = ["mock", "mocks", "dummy", "demo", "fake", "example", "examples"]

    /// `let state = try await client.state(); print(state)`: a look at something, which nothing depends on.
    private static func onlyPrintsResult(_ statement: DoStmtSyntax) -> Bool {
        var results: Set<String> = []
        var isPrinted = false
        return onlyPrints(statement.body.statements, &results, &isPrinted) && isPrinted
    }

    private static func onlyPrints(
        _ statements: CodeBlockItemListSyntax, _ results: inout Set<String>, _ isPrinted: inout Bool
    ) -> Bool {
        for item in statements {
            if let variable = item.item.as(VariableDeclSyntax.self),
                variable.bindingSpecifier.tokenKind == .keyword(.let)
            {
                results.formUnion(variable.bindings.map(\.pattern.trimmedText))
            } else if let call = item.item.as(FunctionCallExprSyntax.self),
                PrintCall.names.contains(call.plainName ?? "")
            {
                isPrinted = isPrinted || call.mentions(results)
            } else if let loop = item.item.as(ForStmtSyntax.self) {
                results.insert(loop.pattern.trimmedText)
                guard onlyPrints(loop.body.statements, &results, &isPrinted) else { return false }
            } else if let inner = item.item.as(DoStmtSyntax.self) {
                for block in [inner.body] + inner.catchClauses.map(\.body) {
                    guard onlyPrints(block.statements, &results, &isPrinted) else { return false }
                }
            } else if var choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self) {
                while true {
                    for bound in choice.conditions.compactMap({ $0.condition.as(OptionalBindingConditionSyntax.self) })
                    {
                        results.insert(bound.pattern.trimmedText)
                    }
                    guard onlyPrints(choice.body.statements, &results, &isPrinted) else { return false }
                    guard let next = choice.elseBody?.as(IfExprSyntax.self) else { break }
                    choice = next
                }
                if let rest = choice.elseBody?.as(CodeBlockSyntax.self) {
                    guard onlyPrints(rest.statements, &results, &isPrinted) else { return false }
                }
            } else {
                return false
            }
        }
        return true
    }

    /// Gets what nobody misses: a thumbnail, an advertisement, flags that were got before.
    private static func isExtra(_ attempt: TryExprSyntax) -> Bool {
        let tokens = attempt.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
        let words = tokens + attempt.surroundingWords
        return !extras.isDisjoint(with: words) || tokens.contains { $0.hasPrefix("haptic") }
            || attempt.preparesSound || attempt.preparesTips || attempt.asksForBackgroundTime
            || attempt.startsLiveActivity
            || SilentCatchRule.fillsCache(attempt) || donatesShortcut(attempt)
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

    /// Turns values of the program into data, compiles a pattern or reads what is built into the app: an error there is a mistake
    /// in the code.
    private static func encodes(_ attempt: TryExprSyntax) -> Bool {
        ForcedValue.onlyEncodes(ExprSyntax(attempt), orCompiles: true) || ForcedValue.readsBundle(attempt.expression)
            || ForcedValue.readsBuiltInModel(attempt.expression)
            || attempt.expression.descendants(FunctionCallExprSyntax.self).contains {
                $0.calleeName == "performFetch"
            }
            || ["performFetch", "makeRenderPipelineState", "makeComputePipelineState"].contains(
                attempt.expression.as(FunctionCallExprSyntax.self)?.calleeName ?? "")
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

    private static func readsEncoded(_ value: ExprSyntax) -> Bool {
        let data = ForcedValue.localValue(of: value) ?? value
        return ForcedValue.onlyEncodes(data.as(TryExprSyntax.self)?.expression ?? data)
    }

    /// What is left over takes up space and does no other harm; mostly it was not there. A folder is there already, and a camera
    /// that is busy stays as it is.
    private static func removes(_ attempt: TryExprSyntax) -> Bool {
        let call = attempt.expression.as(FunctionCallExprSyntax.self)
        switch call?.calleeName {
        case "removeItem", "lockForConfiguration", "setTorchModeOn", "resourceValues": return true
        // `try manager.url(for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: false)`
        case "url": return call?.argument("appropriateFor") != nil
        // `let data = try JSONEncoder().encode(self)` and `try JSONSerialization.jsonObject(with: data)`
        case "jsonObject": return call?.argument("with").map { readsEncoded($0.expression) } ?? false
        // `try items.value()` of a subject of RxSwift, which throws when it has ended.
        case "value": return call?.receiver != nil && call?.arguments.isEmpty ?? false
        // Unless the work ends there.
        case "createDirectory":
            let clauses = attempt.nearest(DoStmtSyntax.self)?.catchClauses
            return clauses?.descendants(ReturnStmtSyntax.self).isEmpty ?? false
        // `for file in try manager.contentsOfDirectory(…) { try manager.removeItem(at: file) }`
        case "contentsOfDirectory":
            let body = attempt.nearest(DoStmtSyntax.self)?.body
            return body?.descendants(FunctionCallExprSyntax.self).contains { $0.calleeName == "removeItem" } ?? false
        default: return false
        }
    }
}
