import SwiftSyntax

/// A `do`, with what several rules ask of it worked out once.
final class DoStatement {
    let node: DoStmtSyntax
    let catchClauses: [CatchClauseSyntax]

    init(_ node: DoStmtSyntax) {
        self.node = node
        catchClauses = Array(node.catchClauses)
    }

    /// The failures that each catch puts into its type's state.
    func failures(in unit: SourceUnit) -> [[Assignment]] {
        if let known { return known }
        let found = catchClauses.map { ErrorState.failures(in: $0, of: unit) }
        known = found
        return found
    }

    private var known: [[Assignment]]?

    /// Says whether control can reach a catch: a `try`, `throw` or `for try` of this very body.
    private(set) lazy var canThrow =
        !waits.hasInner && !waits.attempts.isEmpty || Self.canThrow(Syntax(node.body))

    /// The calls under a `try` of this body that reach its catch.
    var throwingExpressions: [TryExprSyntax] { waits.attempts }

    /// Waits for something that may throw, so that a cancellation can arrive in the catch.
    var awaitsThrowing: Bool { waits.isThrowing }

    /// Where this first waits.
    var firstWait: AbsolutePosition? { waits.first }

    /// Nothing but sleeping or checking for cancellation can throw here.
    private(set) lazy var onlySleeps = !throwingExpressions.isEmpty && throwingExpressions.allSatisfy(Self.sleeps)

    /// Nothing but removing or looking at files, or making a folder, can throw here.
    private(set) lazy var onlyTidies = !throwingExpressions.isEmpty && throwingExpressions.allSatisfy(Self.tidies)

    static func tidies(_ attempt: TryExprSyntax) -> Bool {
        attempt.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
            let name = call.calleeName ?? ""
            return tidying.contains(name) || name.hasPrefix("removeItemAt")
        }
    }

    /// Closes something and does nothing else.
    var onlyCloses: Bool {
        guard node.body.statements.count == 1, throwingExpressions.count == 1,
            let attempt = throwingExpressions.first?.expression
        else { return false }
        let call = attempt.as(AwaitExprSyntax.self)?.expression ?? attempt
        return call.as(FunctionCallExprSyntax.self)?.calleeName == "close"
    }

    private static let tidying: Set<String> = [
        "removeItem", "createDirectory", "contentsOfDirectory", "attributesOfItem", "resourceValues",
    ]

    private lazy var waits = Waits(node.body)

    static func sleeps(_ attempt: TryExprSyntax) -> Bool {
        attempt.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
            ["sleep", "checkCancellation"].contains(call.calleeName ?? "")
                || call.calleeName == "delay" && call.receiver?.trimmedText == "Task"
        } || waitsForSleep(attempt)
    }

    /// `try await pause.value`, where `pause` is a task that only sleeps.
    private static func waitsForSleep(_ attempt: TryExprSyntax) -> Bool {
        guard let wait = attempt.expression.as(AwaitExprSyntax.self),
            let member = wait.expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "value",
            let name = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let task = attempt.localVariable(named: name)?.initializer?.value.as(FunctionCallExprSyntax.self),
            TaskContext.isTask(task),
            let attempts = task.trailingClosure?.descendants(TryExprSyntax.self, nested: false)
        else { return false }
        return !attempts.isEmpty && attempts.allSatisfy(sleeps)
    }

    /// What a body tries and awaits itself, closures and functions within left out.
    private struct Waits {
        var attempts: [TryExprSyntax] = []
        var isThrowing = false
        var first: AbsolutePosition?
        /// Another `do` within, whose catch may take what is thrown.
        var hasInner = false

        init(_ body: CodeBlockSyntax) { read(Syntax(body), isTried: false, isTaken: false) }

        /// What is thrown within `try?` and `try!` is taken there.
        private mutating func read(_ node: Syntax, isTried: Bool, isTaken: Bool) {
            for child in node.children(viewMode: .sourceAccurate) {
                var isTried = isTried
                var isTaken = isTaken
                switch child.kind {
                case .token, .stringSegment, .integerLiteralExpr, .identifierType: continue
                case .tryExpr:
                    guard let attempt = child.as(TryExprSyntax.self) else { break }
                    isTaken = isTaken || attempt.questionOrExclamationMark != nil
                    if !isTaken {
                        attempts.append(attempt)
                        isTried = true
                    }
                case .awaitExpr:
                    if first == nil { first = child.position }
                    if isTried { isThrowing = true }
                case .doStmt: hasInner = true
                case .forStmt:
                    if child.as(ForStmtSyntax.self)?.tryKeyword != nil {
                        if first == nil { first = child.position }
                        isThrowing = true
                    }
                default:
                    if child.opensScope { continue }
                }
                read(child, isTried: isTried, isTaken: isTaken)
            }
        }
    }

    /// Says whether something in a body can throw out of it, closures and functions within left out.
    /// - Parameters:
    ///   - root: The body.
    ///   - isLeftOut: Which catches do not count, whatever they throw.
    static func canThrow(_ root: Syntax, besides isLeftOut: (CatchClauseSyntax) -> Bool = { _ in false }) -> Bool {
        var pending = [root]
        while let node = pending.popLast() {
            guard node.kind != .token else { continue }
            if node.opensScope { continue }
            if let attempt = node.as(TryExprSyntax.self) {
                if attempt.questionOrExclamationMark == nil { return true }
                continue
            }
            if node.is(ThrowStmtSyntax.self) { return true }
            if let loop = node.as(ForStmtSyntax.self), loop.tryKeyword != nil { return true }
            // A macro may expand to anything.
            if let macro = node.as(MacroExpansionExprSyntax.self) {
                guard literalMacros.contains(macro.macroName.text) else { return true }
            }
            if node.is(MacroExpansionDeclSyntax.self) { return true }
            if let inner = node.as(DoStmtSyntax.self), inner.catchClauses.contains(where: \.isCatchAll) {
                pending.append(contentsOf: inner.catchClauses.filter { !isLeftOut($0) }.map { Syntax($0.body) })
                continue
            }
            pending.append(contentsOf: node.children(viewMode: .sourceAccurate))
        }
        return false
    }

    /// The compiler's own macros, which stand for a value.
    private static let literalMacros: Set<String> = [
        "function", "file", "fileID", "filePath", "line", "column", "dsohandle", "selector", "keyPath",
    ]
}
