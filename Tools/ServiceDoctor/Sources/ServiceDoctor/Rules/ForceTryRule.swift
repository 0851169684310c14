import SwiftSyntax

struct ForceTryRule: Rule {
    let description = RuleDescription(
        id: "force_try",
        severity: .error,
        summary: "Finds `try!`.",
        reason: """
            `try!` turns a failure that could be handled into a crash. The disk may be full, the file gone, the \
            store's model changed, often on somebody else's device. An error where a file, a database, a server or data from \
            outside is read or written, where something is waited for, or where the function around it throws anyway; a note where the \
            source does not show whether the call can fail.
            """,
        exceptions: """
            The words `try!` in strings and comments; lines on which `force_try` of SwiftLint or `NeverUseForceTry` of swift-format \
            is switched off; mocks and stubs.

            A note where a comment explains the `try!` or says that nothing can fail, in what is for tests, previews or screenshots, in \
            command-line programs, and before the program is ended.

            A note as well where a failure shows in the first run, or not at all: files of the bundle and of the sources, the folders of \
            the system, stores in memory, regular expressions, conversions, values of the program that are only encoded, text of the \
            source that is decoded, calls with constants only, calls that are told not to throw, and functions whose bodies throw nothing.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard !unit.index.forcedTries.isEmpty else { return [] }
        let isProgram = CommandLineMain.isMain(unit)
        return unit.index.forcedTries.compactMap { node in
            let place = unit.place(of: node)
            guard !unit.lint.disable(["force_try"], onLine: place.line), !Self.isForMocks(node) else { return nil }
            let certainty =
                isProgram || Self.isAtTheEnd(node) || Self.showsItself(node.expression) || Self.isExplained(node)
                    || Self.isForTests(node)
                ? .none : Self.certainty(of: node, unit)
            var candidate = Candidate(
                finding: finding(
                    place, "'try!' crashes when this fails; handle the error.",
                    severity: certainty == .none ? .note : nil,
                    fix: "Use try in a do with a catch, or make the function throw."))
            if case .unless(let functions) = certainty { candidate.names = functions }
            if certainty == .full {
                candidate.names = node.descendants(FunctionCallExprSyntax.self, nested: false).map {
                    Self.certain + ($0.calleeName ?? "")
                }
            }
            return candidate
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.files.flatMap { file in
            (file.candidates[description.id] ?? []).map { candidate in
                var finding = candidate.finding
                // What the project's own function does, its name has not shown.
                let isHarmless = candidate.names.allSatisfy { name in
                    name.hasPrefix(Self.certain)
                        ? project.callers.neverThrows(String(name.dropFirst())) : project.callers.declares(name)
                }
                if !candidate.names.isEmpty, isHarmless { finding.severity = .note }
                return finding
            }
        }
    }

    /// What marks the name of a function that is known to throw, unless the project's own one of the name throws nothing.
    private static let certain = "@"

    /// How much the source shows of whether a call can fail at run time.
    private enum Certainty: Equatable {
        case none, full
        /// Full unless the project declares these functions, whose names do not show what they do.
        case unless([String])
    }

    private static func certainty(of node: TryExprSyntax, _ unit: SourceUnit) -> Certainty {
        let calls = node.descendants(FunctionCallExprSyntax.self, nested: false)
        if waits(node, calls) || throwsAnyway(node, calls) { return .full }
        var functions: [String] = []
        for call in calls {
            switch OutsideWork.verdict(on: call) {
            case .certain: return .full
            case .function(let name):
                if throwsItself(name, unit) { return .full }
                // What is given constants only answers in every run alike.
                let isFixed = call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
                if call.arguments.isEmpty || !isFixed { functions.append(name) }
            case .unknown: break
            }
        }
        return functions.isEmpty ? .none : .unless(functions)
    }

    /// Waits for something other than a task of its own.
    private static func waits(_ node: TryExprSyntax, _ calls: [FunctionCallExprSyntax]) -> Bool {
        let isWaiting =
            node.parent?.is(AwaitExprSyntax.self) ?? false
            || !node.descendants(AwaitExprSyntax.self, nested: false).isEmpty
        return isWaiting && !calls.contains { ownWaits.contains($0.calleeName ?? "") } && !calls.isEmpty
    }

    private static let ownWaits: Set<String> = [
        "next", "waitForAll", "sleep", "yield", "checkCancellation", "withThrowingTaskGroup",
    ]

    /// Calls a function of some value in a function that throws anyway, where `try` would do.
    private static func throwsAnyway(_ node: TryExprSyntax, _ calls: [FunctionCallExprSyntax]) -> Bool {
        let function = node.enclosingFunction?.as(FunctionDeclSyntax.self)
        guard function?.signature.effectSpecifiers?.throwsClause != nil, node.nearest(ClosureExprSyntax.self) == nil
        else {
            return false
        }
        return calls.contains { call in
            let name = call.calleeName ?? ""
            return call.constructedType == nil && call.receiver != nil && !name.hasSuffix("Match")
                && !call.arguments.isEmpty && !call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
        }
    }

    /// A function of this file has a `throw` of its own.
    private static func throwsItself(_ name: String, _ unit: SourceUnit) -> Bool {
        unit.index.functions.contains { $0.name.text == name && !$0.descendants(ThrowStmtSyntax.self).isEmpty }
    }

    /// In a mock, or the value of a function or property called `stub`.
    private static func isForMocks(_ node: TryExprSyntax) -> Bool {
        names(around: node).contains(where: Words.nameMock)
    }

    /// In what a name marks as for tests or previews, or where the program asks whether it is being tested.
    private static func isForTests(_ node: TryExprSyntax) -> Bool {
        let called = node.descendants(FunctionCallExprSyntax.self, nested: false).compactMap(\.calleeName)
        if (names(around: node) + called).contains(where: { !tests.isDisjoint(with: Words.of($0)) }) { return true }
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(node) {
                let asked = choice.conditions.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
                if !tests.isDisjoint(with: asked) { return true }
            }
            current = outer.parent
        }
        return false
    }

    private static let tests: Set<String> = [
        "test", "tests", "testing", "preview", "previews", "screenshot", "screenshots",
    ]

    private static func names(around node: TryExprSyntax) -> [String] {
        let function = node.nearest(FunctionDeclSyntax.self)?.name.text
        let property = node.nearest(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier
            .text
        return [node.enclosingType?.declaredName, function, property].compactMap(\.self)
    }

    /// Fails in every run or in none, so that the first one shows it.
    private static func showsItself(_ expression: ExprSyntax) -> Bool {
        // What lies in the bundle is there in every copy of the app, or in none.
        if isBundled(expression) || isInSources(expression) || ForcedValue.onlyEncodes(expression, orCompiles: true)
            || onlyConverts(expression)
        {
            return true
        }
        var expression = expression.as(AwaitExprSyntax.self)?.expression ?? expression
        // `try! FileManager.default.url(for: .documentDirectory, …).appendingPathComponent("items")`
        while let call = expression.as(FunctionCallExprSyntax.self) {
            if isFolder(call) || isInMemory(call) || promisesNotToThrow(call) || readsSource(call) || readsInfo(call) {
                return true
            }
            guard let receiver = call.receiver else { return false }
            expression = receiver
        }
        return false
    }

    /// `url(for: .documentDirectory, in: .userDomainMask, …)` of a file manager.
    private static func isFolder(_ call: FunctionCallExprSyntax) -> Bool {
        call.calleeName == "url" && call.argument("for") != nil && call.argument("in") != nil
    }

    /// `readFromInfoPlist(key: "API_URL")`: what is built into the app is there in every copy or in none.
    private static func readsInfo(_ call: FunctionCallExprSyntax) -> Bool {
        Words.of(call.calleeName ?? "").contains("plist")
            && call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
    }

    /// `decode([Item].self, from: Data("[]".utf8))`, also by way of a constant of this function.
    private static func readsSource(_ call: FunctionCallExprSyntax) -> Bool {
        guard let data = (call.argument("from") ?? call.argument("with"))?.expression else { return false }
        func isWritten(_ expression: ExprSyntax) -> Bool {
            // What has just been encoded can be decoded.
            if ForcedValue.onlyEncodes(expression) { return true }
            if let text = expression.as(StringLiteralExprSyntax.self)
                ?? expression.descendants(StringLiteralExprSyntax.self).first
            {
                return !text.segments.contains { $0.is(ExpressionSegmentSyntax.self) }
            }
            let names =
                [expression.as(DeclReferenceExprSyntax.self)].compactMap(\.self)
                + expression.descendants(DeclReferenceExprSyntax.self)
            return names.contains { ForcedValue.localValue(of: ExprSyntax($0)).map(isWritten) ?? false }
        }
        return isWritten(data)
    }

    /// `Store(inMemory: true)`, `Store(options: [.inMemory])`, `Store(configurations: [.init(isStoredInMemoryOnly: options.inMemory)])`
    private static func isInMemory(_ call: FunctionCallExprSyntax) -> Bool {
        let type = call.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        return (Words.of(call.calleeName ?? "") + Words.of(type)).contains("memory")
            || call.arguments.contains { argument in
                argument.expression.mentions(["inMemory"])
                    || ([argument] + argument.expression.descendants(LabeledExprSyntax.self)).contains { part in
                        Words.of(part.label?.text ?? "").contains("memory") && isAgreed(part.expression)
                    }
            }
    }

    /// `true`, or another value that may be.
    private static func isAgreed(_ expression: ExprSyntax) -> Bool {
        expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) } ?? true
    }

    /// `run(command, throwOnFailure: false)`, `load(files, ignoresInvalidData: true)`
    private static func promisesNotToThrow(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { argument in
            let words = Words.of(argument.label?.text ?? "")
            return words.contains { $0.hasPrefix("throw") }
                || words.first.map { $0.hasPrefix("ignor") } ?? false && isAgreed(argument.expression)
        }
    }

    /// `UInt32(count >> 32)`: a conversion, which throws nothing.
    private static func onlyConverts(_ expression: ExprSyntax) -> Bool {
        let calls =
            [expression.as(FunctionCallExprSyntax.self)].compactMap(\.self)
            + expression.descendants(FunctionCallExprSyntax.self, nested: false)
        return !calls.isEmpty
            && calls.allSatisfy { call in
                let name = call.plainName ?? ""
                return (name == "String" || name.hasPrefix("Int") || name.hasPrefix("UInt"))
                    && call.arguments.allSatisfy { $0.label == nil }
            }
    }

    /// A comment before the statement, or at its end, that speaks of the `try!` or says that nothing can go wrong.
    private static func isExplained(_ node: TryExprSyntax) -> Bool {
        var statement = Syntax(node)
        while let outer = statement.parent, !statement.is(CodeBlockItemSyntax.self),
            !statement.is(MemberBlockItemSyntax.self)
        {
            statement = outer
        }
        return (statement.leadingTrivia.pieces + statement.trailingTrivia.pieces).contains { piece in
            switch piece {
            case .lineComment(let text), .blockComment(let text):
                text.contains("try!") || assurances.contains(where: text.lowercased().contains)
            default: false
            }
        }
    }

    private static let assurances = [
        "never fail", "never throw", "not fail", "not throw", "n't fail", "n't throw", "n’t fail", "n’t throw",
        "cannot fail", "cannot throw",
        "always succeed", "always valid",
    ]

    /// Reads the bundle, or a place in it that a constant of this function names.
    private static func isBundled(_ expression: ExprSyntax) -> Bool {
        // `R.file.page()`, which R.swift generates.
        ForcedValue.readsBundle(expression) || expression.trimmedText.contains("R.file.")
            || body(around: expression)?.mentions(["Bundle"]) ?? false
    }

    private static func body(around expression: ExprSyntax) -> CodeBlockSyntax? {
        let function = expression.enclosingFunction
        return function?.as(FunctionDeclSyntax.self)?.body ?? function?.as(InitializerDeclSyntax.self)?.body
    }

    /// Before `exit(0)` in the same block: the program is to end anyway.
    private static func isAtTheEnd(_ node: TryExprSyntax) -> Bool {
        guard let block = node.nearest(CodeBlockItemListSyntax.self) else { return false }
        return block.contains { item in
            item.position > node.position
                && ["exit", "abort"].contains(item.item.as(FunctionCallExprSyntax.self)?.plainName ?? "")
        }
    }

    /// `URL(fileURLWithPath: #filePath)`: a place in the sources, which only those who work on them have.
    private static func isInSources(_ expression: ExprSyntax) -> Bool {
        expression.descendants(MacroExpansionExprSyntax.self).contains {
            ["file", "filePath"].contains($0.macroName.text)
        }
    }
}
