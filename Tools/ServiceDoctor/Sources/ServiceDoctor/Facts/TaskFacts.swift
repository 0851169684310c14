import SwiftSyntax

/// The asynchronous calls of a file, with who can cancel each.
struct TaskFacts: Sendable {
    /// A call under `await`.
    struct Call: Sendable {
        let name: String
        /// The type around it where the call is the type's own: `load()` and `self.load()`.
        let owner: String?
        /// The type that is written where what it is called on is declared: `FeedModel` of `model.load()`.
        let receiver: String?
        var context: TaskContext
        /// A cancellation that it throws goes on: under a `try` without a mark.
        let isThrowing: Bool
        /// The type around it.
        let user: String
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        /// Those of the function around it.
        let outerLabels: [String]
        /// Who cancels the task around it.
        let cancelers: Cancelers?
    }

    private(set) var calls: [Call] = []
    /// Those that wait for libraries which a cancellation does not end, with what else each waits for.
    private(set) var patientFunctions: [String: Set<String>] = [:]
    /// The names of the functions that are declared, each alone and with its type's.
    private(set) var functions: [String] = []
    /// Those of them that no cancellation ends: they wait for continuations, or for nothing that throws.
    private(set) var deafFunctions: [String] = []
    /// Those that are asynchronous.
    private(set) var asyncFunctions: [String] = []
    /// Those that give an `AsyncThrowingStream`, which ends without an error when the task that reads it is cancelled.
    private(set) var streamFunctions: [String] = []
    /// Those that look for a cancellation themselves.
    private(set) var checkingFunctions: [String] = []
    /// Those that tell a cancellation from other errors, and those of the same file that call them.
    private(set) var sortingFunctions: Set<String> = []

    /// The names of the functions that are declared to throw, and of those of them whose bodies cannot.
    private(set) var throwingFunctions: [String] = []
    private(set) var needlesslyThrowing: [String] = []
    /// Those whose bodies throw nothing, and do something, so that they are no stubs.
    private(set) var unthrowingFunctions: [String] = []
    /// Those in which nothing can fail yet, or ever: they do nothing, or sleep.
    private(set) var quietFunctions: [String] = []
    /// Functions that throw nothing but what encoding values of the program throws, or compiling a literal pattern.
    private(set) var encodingFunctions: [String] = []
    /// Those that read or write what is outside of the program.
    private(set) var outsideFunctions: Set<String> = []
    /// Those that log or show every error before they throw it on.
    private(set) var reportingFunctions: [String] = []

    init() {}

    init(_ unit: SourceUnit) {
        functions = unit.index.functions.flatMap(Self.names)
        for function in unit.index.functions where function.signature.effectSpecifiers?.throwsClause != nil {
            // What a protocol asks for says nothing of what is done.
            guard let body = function.body else { continue }
            throwingFunctions += Self.names(function)
            if Self.worksOutside(body) { outsideFunctions.insert(function.name.text) }
            if Self.isQuiet(body) { quietFunctions += Self.names(function) }
            if Self.throwsOnly(body, where: Self.encodes) { encodingFunctions += Self.names(function) }
            // One that handles nothing either may be a stub, which says nothing of what will be in it.
            let handles = unit.index.doStatements.contains { body.contains($0.node) }
            let canThrow = DoStatement.canThrow(Syntax(body))
            if !canThrow, Self.isWrittenOut(body) { unthrowingFunctions += Self.names(function) }
            if handles && !canThrow || Self.onlyWaitsForAnswers(body, in: unit) {
                needlesslyThrowing += Self.names(function)
            } else if handles, !DoStatement.canThrow(Syntax(body), besides: \.reportsBeforeThrowing) {
                reportingFunctions += Self.names(function)
            }
        }
        asyncFunctions = unit.index.functions.filter {
            $0.signature.effectSpecifiers?.asyncSpecifier != nil
        }.flatMap(Self.names)
        streamFunctions = unit.index.functions.filter(Self.givesStream).map(\.name.text)
        let waits = Self.waitsByScope(unit)
        deafFunctions = unit.index.functions.filter { Self.isDeaf($0, waits: waits[$0.id] ?? []) }.flatMap(Self.names)
        for function in unit.index.functions {
            let waits = (waits[function.id] ?? []).filter(Self.isThrowing)
            guard let others = LibraryWaits.others(in: waits, unit) else { continue }
            for name in Self.names(function) { patientFunctions[name, default: []].formUnion(others) }
        }
        if unit.words.hints.contains(.cancellation) {
            let speaking = unit.index.functions.filter { function in
                function.body.map { unit.mentions(["ancel"], in: $0) } ?? false
            }
            checkingFunctions = speaking.filter {
                $0.body?.mentions(["checkCancellation", "isCancelled"]) ?? false
            }.flatMap(Self.names)
            let sorting = speaking.filter { $0.body?.mentions(CatchClauseSyntax.cancellationWords) ?? false }
            sortingFunctions = Set(sorting.map(\.name.text))
            if !sorting.isEmpty {
                for function in unit.index.functions where function.body?.mentions(sortingFunctions) ?? false {
                    sortingFunctions.insert(function.name.text)
                }
            }
        }
        for wait in unit.index.waits {
            // Mostly one call, whose arguments wait for nothing themselves.
            let called =
                wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
                ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
            guard !called.isEmpty else { continue }
            let context = TaskContext(around: wait, in: unit)
            let type = wait.enclosingType.map { TypeName.last($0.declaredName) }
            let isThrowing = Self.isThrowing(wait)
            let labels = Self.labels(around: wait)
            let cancelers = context == .cancellable(.anytime) ? TaskContext.cancelers(around: wait, in: unit) : nil
            for call in called {
                guard let name = call.calleeName else { continue }
                let isOwn =
                    call.plainName != nil || call.receiver?.trimmedText == "self"
                    || call.receiver?.trimmedText == "self?"
                calls.append(
                    Call(
                        name: name, owner: isOwn ? type : nil,
                        receiver: isOwn ? nil : call.receiver.flatMap(unit.properties.type(ofReceiver:)),
                        context: context,
                        isThrowing: isThrowing,
                        user: type ?? "", labels: call.arguments.map { $0.label?.text ?? "_" }, outerLabels: labels,
                        cancelers: cancelers))
            }
        }
    }
}

extension TaskFacts {
    /// Tries something that works with a file, a server or the like, wherever its argument says that it is.
    private static func worksOutside(_ body: CodeBlockSyntax) -> Bool {
        body.descendants(TryExprSyntax.self, nested: false).contains { attempt in
            attempt.questionOrExclamationMark == nil
                && attempt.triedCalls.contains { call in
                    guard case .certain = OutsideWork.verdict(on: call) else { return false }
                    return !FirstRun.settles(call)
                }
                && !FirstRun.shows(attempt.expression)
        }
    }

    private static func names(_ function: FunctionDeclSyntax) -> [String] {
        let name = function.name.text
        return [name] + (function.enclosingType.map { ["\(TypeName.last($0.declaredName)).\(name)"] } ?? [])
    }

    /// The labels of the parameters of the function around a node.
    static func labels(around node: some SyntaxProtocol) -> [String] {
        node.nearest(FunctionDeclSyntax.self)?.signature.parameterClause.parameters.map(\.firstName.text) ?? []
    }

    /// Stands under a `try` that hands on what is thrown.
    static func isThrowing(_ wait: AwaitExprSyntax) -> Bool {
        var current = wait.parent
        while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
            if let attempt = outer.as(TryExprSyntax.self) { return attempt.questionOrExclamationMark == nil }
            current = outer.parent
        }
        return !wait.descendants(TryExprSyntax.self, nested: false).isEmpty
    }

    /// Gives a stream that somebody else fills. One that unfolds runs in the task that reads it, and throws what that throws.
    private static func givesStream(_ function: FunctionDeclSyntax) -> Bool {
        guard function.signature.returnClause?.type.mentions(["AsyncThrowingStream"]) ?? false else { return false }
        return !(function.body?.descendants(FunctionCallExprSyntax.self).contains(where: unfolds) ?? false)
    }

    /// `AsyncThrowingStream { try await next() }`, whose closure takes no continuation.
    private static func unfolds(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.calledExpression.mentions(["AsyncThrowingStream"]) else { return false }
        if call.argument("unfolding") != nil { return true }
        return call.trailingClosure.map { closure in
            closure.signature == nil && !closure.tokens(viewMode: .sourceAccurate).contains { $0.text == "$0" }
        } ?? false
    }

    /// Throws nothing, or only sleeps.
    private static func isQuiet(_ body: CodeBlockSyntax) -> Bool {
        !DoStatement.canThrow(Syntax(body)) || throwsOnly(body, where: DoStatement.sleeps)
            || throwsOnly(body, where: encodes)
    }

    private static func encodes(_ attempt: TryExprSyntax) -> Bool {
        ForcedValue.onlyEncodes(attempt.expression) || ForcedValue.isPattern(attempt.expression)
    }

    /// Says whether everything that some code throws comes from attempts of one kind.
    private static func throwsOnly(_ body: CodeBlockSyntax, where isMeant: (TryExprSyntax) -> Bool) -> Bool {
        let attempts = body.descendants(TryExprSyntax.self, nested: false).filter {
            $0.questionOrExclamationMark == nil
        }
        return !attempts.isEmpty && attempts.allSatisfy(isMeant)
            && body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
            && !body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
    }

    /// Throws nothing but what continuations are resumed with, and those are resumed with values only.
    private static func onlyWaitsForAnswers(_ body: CodeBlockSyntax, in unit: SourceUnit) -> Bool {
        guard unit.words.hints.contains(.continuation), unit.mentions(["hrowingContinuation"], in: body) else {
            return false
        }
        return throwsOnly(body, where: waitsForAnswer)
    }

    /// `try await withCheckedThrowingContinuation { answer in fetch { answer.resume(returning: $0) } }`
    static func waitsForAnswer(_ attempt: TryExprSyntax) -> Bool {
        let waited = attempt.expression.as(AwaitExprSyntax.self)?.expression ?? attempt.expression
        guard let call = waited.as(FunctionCallExprSyntax.self), continuations.contains(call.calleeName ?? ""),
            let closure = call.trailingClosure,
            let name = closure.signature?.parameterClause?.as(ClosureShorthandParameterListSyntax.self)?.first?.name
                .text
        else { return false }
        let uses = closure.statements.descendants(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }
        return !uses.isEmpty
            && uses.allSatisfy { use in
                guard let member = use.parent?.as(MemberAccessExprSyntax.self), member.base?.id == ExprSyntax(use).id,
                    let resume = member.parent?.as(FunctionCallExprSyntax.self)
                else { return false }
                return resume.arguments.isEmpty || resume.arguments.first?.label?.text == "returning"
            }
    }

    /// What the functions wait for themselves, closures within left out.
    private static func waitsByScope(_ unit: SourceUnit) -> [SyntaxIdentifier: [AwaitExprSyntax]] {
        unit.index.waits.reduce(into: [:]) { waits, wait in
            var scope = wait.parent
            while let outer = scope, !outer.opensScope { scope = outer.parent }
            if let scope, scope.kind == .functionDecl { waits[scope.id, default: []].append(wait) }
        }
    }

    /// Throws no cancellation: what it tries and waits for are continuations, or nothing.
    private static func isDeaf(_ function: FunctionDeclSyntax, waits: [AwaitExprSyntax]) -> Bool {
        guard let effects = function.signature.effectSpecifiers, effects.asyncSpecifier != nil, let body = function.body
        else { return false }
        // A name of one word may be another function's that is called.
        if effects.throwsClause == nil { return Words.of(function.name.text).count > 1 }
        let waits = waits.filter(isThrowing)
        guard !waits.isEmpty || Words.of(function.name.text).count > 1 else { return false }
        return waits.allSatisfy { wait in
            let calls = Self.waitedCalls(in: wait)
            return !calls.isEmpty && calls.allSatisfy(continuations.contains)
        }
            && !body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
            && !body.mentions(["withTaskCancellationHandler", "checkCancellation", "CancellationError", "isCancelled"])
    }

    /// Several statements, or a call that is more than a placeholder's: `defaults.set(token, forKey: key)`.
    private static func isWrittenOut(_ body: CodeBlockSyntax) -> Bool {
        guard body.statements.count == 1, let only = body.statements.first?.item else {
            return body.statements.count > 1
        }
        // `if let data = try? encode(items) { try? data.write(to: url) }`
        if !only.descendants(TryExprSyntax.self).isEmpty { return true }
        return only.as(FunctionCallExprSyntax.self).map { $0.receiver != nil } ?? only.is(SequenceExprSyntax.self)
    }

    /// The functions that an `await` waits for, as far as their names tell; those of the type itself with its name.
    static func waitedCalls(in wait: AwaitExprSyntax) -> [String] {
        let calls =
            wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
            ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
        if waitsForTask(wait) { return Array(continuations.prefix(1)) }
        return calls.compactMap { call in
            // A cancellation does not reach the task whose value is waited for.
            if TaskContext.isTask(call) { return continuations.first }
            guard let name = call.calleeName, !continuations.contains(name) else { return call.calleeName }
            let isOwn = call.plainName != nil || ["self", "self?"].contains(call.receiver?.trimmedText)
            guard isOwn, let type = wait.enclosingType else { return name }
            return "\(TypeName.last(type.declaredName)).\(name)"
        }
    }

    /// `await loadTask.value`, `await loadTask.result.get()`
    private static func waitsForTask(_ wait: AwaitExprSyntax) -> Bool {
        let call = wait.expression.as(FunctionCallExprSyntax.self)
        let waited = call?.calleeName == "get" ? call?.receiver : wait.expression
        guard let member = waited?.as(MemberAccessExprSyntax.self), var base = member.base,
            ["value", "result"].contains(member.declName.baseName.text)
        else { return false }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        let name = base.as(MemberAccessExprSyntax.self)?.declName ?? base.as(DeclReferenceExprSyntax.self)
        return name.map { Words.of($0.baseName.text).contains("task") } ?? false
    }

    static let continuations: Set<String> = [
        "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
        "withUnsafeThrowingContinuation",
    ]
}
