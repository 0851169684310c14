import SwiftSyntax

/// Follows the paths through the closure of a continuation, to those that never resume it.
///
/// What cannot be followed is left alone: a continuation that is kept or handed on, loops, and several closures of one
/// call that share the work.
struct ContinuationPaths {
    /// Where a path ends without having resumed the continuation.
    enum Leak {
        /// This statement leaves.
        case exit(Syntax)
        /// The end of this closure is reached.
        case end(ClosureExprSyntax)

        fileprivate var isEnd: Bool { if case .end = self { true } else { false } }
    }

    private let name: String
    private(set) var leaks: [Leak] = []
    private var isUndecided = false
    /// Variables beside the continuation, which tell whether it was resumed: `var isDone = false`, `let isDone = Atomic(false)`,
    /// `let isFirst = { … }`.
    private var flags: Set<String> = []
    /// How many closures lie between the code being followed and the one that gets the continuation.
    private var depth = 0

    /// Follows a closure that gets a continuation.
    /// - Parameters:
    ///   - closure: The closure.
    ///   - name: The name that the continuation has in it.
    init(_ closure: ClosureExprSyntax, continuation name: String) {
        self.name = name
        guard !handsOn(closure) else { return }
        flags = Set(
            closure.statements.lazy.compactMap { $0.item.as(VariableDeclSyntax.self) }.flatMap { variable in
                variable.bindings.filter {
                    variable.bindingSpecifier.tokenKind == .keyword(.var) || Self.holdsFalse($0)
                }
            }.compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text })
        let paths = follow(closure.statements, isResumed: false)
        if paths.contains(.open) { leaks.append(.end(closure)) }
        if isUndecided { leaks = [] }
    }

    /// How control leaves some statements: at their end, with or without having resumed, or not at all.
    private struct Paths: OptionSet {
        let rawValue: Int
        static let open = Paths(rawValue: 1)
        static let resumed = Paths(rawValue: 2)
    }

    /// The continuation goes somewhere else than into a call of one of its own functions.
    private func handsOn(_ closure: ClosureExprSyntax) -> Bool {
        closure.statements.descendants(DeclReferenceExprSyntax.self).contains { reference in
            guard reference.baseName.text == name else { return false }
            guard let member = reference.parent?.as(MemberAccessExprSyntax.self),
                member.base?.id == ExprSyntax(reference).id
            else { return true }
            return member.declName.baseName.text != "resume" || member.parent?.is(FunctionCallExprSyntax.self) != true
        }
    }

    /// `$0` is no identifier to the parser.
    private func mentions(_ node: some SyntaxProtocol) -> Bool {
        node.tokens(viewMode: .sourceAccurate).contains { $0.text == name }
    }

    private mutating func follow(_ statements: CodeBlockItemListSyntax, isResumed: Bool) -> Paths {
        var paths: Paths = isResumed ? .resumed : .open
        for statement in statements {
            if paths.isEmpty { return paths }
            let (before, found) = (paths, leaks.count)
            paths = follow(statement.item, paths)
            // A closure that only resumes with an error, say, and another one behind it that has the value.
            if before == .open, leaks.count > found, leaks[found...].allSatisfy(\.isEnd),
                statements.contains(where: { $0.position > statement.position && mentions($0) })
            {
                leaks.removeSubrange(found...)
            }
        }
        return paths
    }

    private mutating func follow(_ item: CodeBlockItemSyntax.Item, _ paths: Paths) -> Paths {
        if let expression = item.as(ExpressionStmtSyntax.self)?.expression {
            if let choice = expression.as(IfExprSyntax.self) { return follow(choice, paths) }
            if let choice = expression.as(SwitchExprSyntax.self) { return follow(choice, paths) }
        }
        if let choice = item.as(IfExprSyntax.self) { return follow(choice, paths) }
        if let choice = item.as(SwitchExprSyntax.self) { return follow(choice, paths) }
        if let check = item.as(GuardStmtSyntax.self) {
            // It has been resumed before, or its owner is there while it calls this.
            if asksFlag(check.conditions) || depth == 0 && Self.binds(check.conditions) { return paths }
            let rest = perform(Syntax(check.conditions), paths)
            _ = each(rest) { $0.follow(check.body.statements, isResumed: $1) }
            return rest
        }
        if let leave = item.as(ReturnStmtSyntax.self) {
            let end = leave.expression.map { perform(Syntax($0), paths) } ?? paths
            if end.contains(.open) { leaks.append(.exit(Syntax(leave))) }
            return []
        }
        if item.is(ThrowStmtSyntax.self) { return [] }
        if let work = item.as(DoStmtSyntax.self) {
            var end = each(paths) { $0.follow(work.body.statements, isResumed: $1) }
            for clause in work.catchClauses {
                end.formUnion(each(paths) { $0.follow(clause.body.statements, isResumed: $1) })
            }
            return end
        }
        if let later = item.as(DeferStmtSyntax.self) {
            return mentions(later) ? .resumed : paths
        }
        let isLoop = [.forStmt, .whileStmt, .repeatStmt].contains(item.kind)
        let isLocal = [.functionDecl, .ifConfigDecl, .classDecl, .structDecl, .labeledStmt].contains(item.kind)
        if isLoop || isLocal {
            if mentions(Syntax(item)) { isUndecided = true }
            return paths
        }
        if let call = item.as(FunctionCallExprSyntax.self), Self.ends(call) { return [] }
        if [.breakStmt, .continueStmt, .fallThroughStmt].contains(item.kind) {
            isUndecided = isUndecided || item.is(FallThroughStmtSyntax.self)
            return paths
        }
        return perform(Syntax(item), paths)
    }

    private static func ends(_ call: FunctionCallExprSyntax) -> Bool {
        switch call.calleeName {
        case "fatalError", "preconditionFailure", "exit", "abort": true
        case "precondition": call.arguments.first?.expression.trimmedText == "false"
        default: false
        }
    }

    private mutating func follow(_ choice: IfExprSyntax, _ paths: Paths) -> Paths {
        if asksFlag(choice.conditions) { return .resumed }
        // A callback runs in no task, and so in none that is cancelled.
        if depth > 0, choice.conditions.trimmedText == "Task.isCancelled", choice.elseBody == nil,
            !Self.isInTask(choice)
        {
            return paths
        }
        let start = perform(Syntax(choice.conditions), paths)
        var end = each(start) { $0.follow(choice.body.statements, isResumed: $1) }
        switch choice.elseBody {
        case .codeBlock(let block): end.formUnion(each(start) { $0.follow(block.statements, isResumed: $1) })
        case .ifExpr(let next): end.formUnion(follow(next, start))
        case nil: end.formUnion(start)
        }
        return end
    }

    private mutating func follow(_ choice: SwitchExprSyntax, _ paths: Paths) -> Paths {
        let start = perform(Syntax(choice.subject), paths)
        var end: Paths = []
        for branch in choice.cases {
            guard case .switchCase(let branch) = branch else {
                isUndecided = true
                continue
            }
            end.formUnion(each(start) { $0.follow(branch.statements, isResumed: $1) })
        }
        return end
    }

    /// Follows a block once for each way of getting there.
    private mutating func each(_ paths: Paths, _ follow: (inout ContinuationPaths, Bool) -> Paths) -> Paths {
        var end: Paths = []
        if paths.contains(.open) { end.formUnion(follow(&self, false)) }
        if paths.contains(.resumed) { end.formUnion(follow(&self, true)) }
        return end
    }

    /// An expression or a declaration: resumes, hands the work to a closure, or does neither.
    private mutating func perform(_ node: Syntax, _ paths: Paths) -> Paths {
        // Resumed on every path, or handed to other code: what comes later has nothing to do with a leak.
        guard paths.contains(.open), mentions(node) else { return paths }
        let closures = closures(in: node)
        let calls =
            node.descendants(FunctionCallExprSyntax.self, nested: false)
            + [node.as(FunctionCallExprSyntax.self)].compactMap(\.self)
        let resumes = calls.contains { call in
            call.calleeName == "resume" && call.receiver?.trimmedText == name
        }
        if resumes {
            return .resumed
        }
        guard closures.count == 1, let closure = closures.first, let call = TaskContext.call(of: closure),
            let callee = call.calleeName, !Self.mayRepeat(callee), !Self.tellsWhetherDone(closure),
            !notesFirst(closure),
            // Speech is recognised in parts, each of them given to the same closure.
            !closure.mentions(["isFinal"])
        else {
            isUndecided = true
            return .resumed
        }
        depth += 1
        let end = follow(closure.statements, isResumed: false)
        depth -= 1
        if end.contains(.open) { leaks.append(.end(closure)) }
        return .resumed
    }

    /// `isDone = true` for a variable beside the continuation, `answer.resumed = true`: who notes the first time expects another.
    private func notesFirst(_ closure: ClosureExprSyntax) -> Bool {
        closure.statements.descendants(SequenceExprSyntax.self).contains { sequence in
            guard let assignment = Assignment(sequence), assignment.assignedBool == true, let name = assignment.lastName
            else { return false }
            guard flags.contains(name) || Words.of(name).contains("resumed") else { return false }
            // Who only notes it may be asked for something else.
            return closure.statements.descendants(DeclReferenceExprSyntax.self).contains {
                $0.baseName.text == name && !$0.isAssignedTo
            }
        }
    }

    private static func isInTask(_ node: some SyntaxProtocol) -> Bool {
        node.nearest(ClosureExprSyntax.self).flatMap(TaskContext.call(of:)).map(TaskContext.isTask) ?? false
    }

    private func asksFlag(_ conditions: ConditionElementListSyntax) -> Bool {
        if !flags.isEmpty && conditions.mentions(flags) { return true }
        // `guard !didResume`, `if await state.setResumed()`, `if once.claim()`
        let asks = conditions.tokens(viewMode: .sourceAccurate).contains { token in
            // `ask { continuation.resume(returning: $0) }` resumes, and asks nothing.
            guard case .identifier(let text) = token.tokenKind, text != "resume" else { return false }
            let words = Words.of(text)
            return !Self.gates.isDisjoint(with: words) || words.starts(with: ["is", "first"])
                || words.starts(with: ["try", "resolve"])
        }
        if asks { return true }
        // A degraded image or a part of a text comes first, the real one in another call.
        let isEarly = conditions.tokens(viewMode: .sourceAccurate).contains { token in
            switch token.tokenKind {
            case .identifier(let text), .stringSegment(let text): !Self.early.isDisjoint(with: Words.of(text))
            default: false
            }
        }
        return isEarly || conditions.mentions(["isFinal"]) || Self.asksWhatIsSet(conditions)
    }

    /// What tells whether another call was first.
    private static let gates: Set<String> = ["resume", "resumed", "claim", "claimed"]

    private static let early: Set<String> = ["degraded", "default", "placeholder", "preliminary", "partial"]

    /// `guard !isAnswered else { return }`, where the same block says `isAnswered = true`.
    private static func asksWhatIsSet(_ conditions: ConditionElementListSyntax) -> Bool {
        guard conditions.count == 1, let asked = conditions.first?.condition.as(ExprSyntax.self),
            let block = conditions.nearest(CodeBlockItemListSyntax.self)
        else { return false }
        let flag = asked.as(PrefixOperatorExprSyntax.self)?.expression.trimmedText ?? asked.trimmedText
        return block.descendants(SequenceExprSyntax.self, nested: false).contains { sequence in
            guard let assignment = Assignment(sequence), assignment.assignedBool == true else { return false }
            return assignment.target.trimmedText == flag
        }
    }

    private static func holdsFalse(_ binding: PatternBindingSyntax) -> Bool {
        if binding.initializer?.value.is(ClosureExprSyntax.self) ?? false { return true }
        return binding.initializer?.value.as(FunctionCallExprSyntax.self)?.arguments.contains {
            $0.expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
        } ?? false
    }

    /// `guard let self`, where the caller is still there.
    static func binds(_ conditions: ConditionElementListSyntax) -> Bool {
        guard conditions.count == 1,
            let binding = conditions.first?.condition.as(OptionalBindingConditionSyntax.self)
        else { return false }
        let name = binding.pattern.trimmedText
        return name == "self" || name == "`self`" || binding.initializer?.value.trimmedText == "self"
    }

    /// The outermost closures that mention the continuation.
    private func closures(in node: Syntax) -> [ClosureExprSyntax] {
        if let closure = node.as(ClosureExprSyntax.self) { return mentions(closure) ? [closure] : [] }
        return node.children(viewMode: .sourceAccurate).flatMap { closures(in: $0) }
    }

    /// Calls its closure several times, or perhaps never, to judge by its name: `addOnEvent`, `observeChanges`.
    private static func mayRepeat(_ callee: String) -> Bool {
        repeating.contains(callee) || Words.of(callee).contains(where: listening.contains)
    }

    /// `{ done, data, error in … }` is called with each part, and once more at the end; `{ progress in … }` on the way there.
    private static func tellsWhetherDone(_ closure: ClosureExprSyntax) -> Bool {
        let names: [String] =
            switch closure.signature?.parameterClause {
            case .simpleInput(let list): list.map(\.name.text)
            case .parameterClause(let clause): clause.parameters.map { ($0.secondName ?? $0.firstName).text }
            case nil: []
            }
        if names.contains(where: { Words.of($0).contains("progress") }) { return true }
        return names.count > 1 && names.contains { !endings.isDisjoint(with: Words.of($0)) }
    }

    private static let endings: Set<String> = ["done", "finished", "completed", "final", "last"]

    private static let listening: Set<String> = [
        "event", "events", "listener", "observe", "observer", "subscribe", "subscription", "monitor",
    ]

    private static let repeating: Set<String> = [
        "sink", "addObserver", "observe", "forEach", "map", "compactMap", "flatMap", "onReceive", "subscribe", "filter",
        "scheduledTimer", "receive", "onChange", "addListener", "on", "withLock", "withValue", "enumerateObjects",
        "first", "contains", "handleEvents", "catch", "sorted", "reduce", "then", "listen", "addSnapshotListener",
        "stateUpdateHandler", "withTaskCancellationHandler", "requestMediaDataWhenReady", "requestImage",
        // HealthKit hands over a series in parts.
        "HKElectrocardiogramQuery", "HKHeartbeatSeriesQuery", "HKQuantitySeriesSampleQuery", "HKWorkoutRouteQuery",
    ]
}
