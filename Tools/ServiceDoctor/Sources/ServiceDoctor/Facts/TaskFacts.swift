import SwiftSyntax

/// The asynchronous calls of a file, with who can cancel each.
struct TaskFacts: Sendable {
    /// A call under `await`.
    struct Call: Sendable {
        let name: String
        /// The type around it where the call is the type's own: `load()` and `self.load()`.
        let owner: String?
        let context: TaskContext
        /// A cancellation that it throws goes on: under a `try` without a mark.
        let isThrowing: Bool
    }

    private(set) var calls: [Call] = []
    /// The names of the functions that are declared, each alone and with its type's.
    private(set) var functions: [String] = []
    /// Those of them that no cancellation ends: they wait for continuations, or for nothing that throws.
    private(set) var deafFunctions: [String] = []
    /// Those that are asynchronous.
    private(set) var asyncFunctions: [String] = []
    /// Those that look for a cancellation themselves.
    private(set) var checkingFunctions: [String] = []
    /// Those that tell a cancellation from other errors, and those of the same file that call them.
    private(set) var sortingFunctions: Set<String> = []

    /// The names of the functions that are declared to throw, and of those of them whose bodies cannot.
    private(set) var throwingFunctions: [String] = []
    private(set) var needlesslyThrowing: [String] = []

    init() {}

    init(_ unit: SourceUnit) {
        functions = unit.index.functions.flatMap(Self.names)
        for function in unit.index.functions where function.signature.effectSpecifiers?.throwsClause != nil {
            throwingFunctions.append(function.name.text)
            // One that handles nothing either may be a stub, which says nothing of what will be in it.
            if let body = function.body, unit.index.doStatements.contains(where: { body.contains($0.node) }),
                !DoStatement.canThrow(Syntax(body))
            {
                needlesslyThrowing.append(function.name.text)
            }
        }
        asyncFunctions = unit.index.functions.filter {
            $0.signature.effectSpecifiers?.asyncSpecifier != nil
        }.flatMap(Self.names)
        deafFunctions = unit.index.functions.filter(Self.isDeaf).flatMap(Self.names)
        if unit.words.hints.contains(.cancellation) {
            checkingFunctions = unit.index.functions.filter {
                $0.body?.mentions(["checkCancellation", "isCancelled"]) ?? false
            }.flatMap(Self.names)
            let sorting = unit.index.functions.filter {
                $0.body?.mentions(CatchClauseSyntax.cancellationWords) ?? false
            }
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
            let context = TaskContext(around: wait)
            let type = wait.enclosingType.map { TypeName.last($0.declaredName) }
            let isThrowing = Self.isThrowing(wait)
            for call in called {
                guard let name = call.calleeName else { continue }
                let isOwn =
                    call.plainName != nil || call.receiver?.trimmedText == "self"
                    || call.receiver?.trimmedText == "self?"
                calls.append(Call(name: name, owner: isOwn ? type : nil, context: context, isThrowing: isThrowing))
            }
        }
    }
}

extension TaskFacts {
    private static func names(_ function: FunctionDeclSyntax) -> [String] {
        let name = function.name.text
        return [name] + (function.enclosingType.map { ["\(TypeName.last($0.declaredName)).\(name)"] } ?? [])
    }

    /// Stands under a `try` that hands on what is thrown.
    private static func isThrowing(_ wait: AwaitExprSyntax) -> Bool {
        var current = wait.parent
        while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
            if let attempt = outer.as(TryExprSyntax.self) { return attempt.questionOrExclamationMark == nil }
            current = outer.parent
        }
        return !wait.descendants(TryExprSyntax.self, nested: false).isEmpty
    }

    /// Throws no cancellation: what it tries and waits for are continuations, or nothing.
    private static func isDeaf(_ function: FunctionDeclSyntax) -> Bool {
        guard let effects = function.signature.effectSpecifiers, effects.asyncSpecifier != nil, let body = function.body
        else { return false }
        // A name of one word may be another function's that is called.
        if effects.throwsClause == nil { return Words.of(function.name.text).count > 1 }
        let waits = body.descendants(AwaitExprSyntax.self, nested: false).filter(isThrowing)
        guard !waits.isEmpty || Words.of(function.name.text).count > 1 else { return false }
        return waits.allSatisfy { wait in
            let calls = Self.waitedCalls(in: wait)
            return !calls.isEmpty && calls.allSatisfy(continuations.contains)
        }
            && !body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
            && !body.mentions(["withTaskCancellationHandler", "checkCancellation", "CancellationError", "isCancelled"])
    }

    /// The functions that an `await` waits for, as far as their names tell; those of the type itself with its name.
    static func waitedCalls(in wait: AwaitExprSyntax) -> [String] {
        let calls =
            wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
            ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
        return calls.compactMap { call in
            // A cancellation does not reach the task whose value is waited for.
            if TaskContext.isTask(call) { return continuations.first }
            guard let name = call.calleeName, !continuations.contains(name) else { return call.calleeName }
            let isOwn = call.plainName != nil || ["self", "self?"].contains(call.receiver?.trimmedText)
            guard isOwn, let type = wait.enclosingType else { return name }
            return "\(TypeName.last(type.declaredName)).\(name)"
        }
    }

    static let continuations: Set<String> = [
        "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
        "withUnsafeThrowingContinuation",
    ]
}

/// Tells which asynchronous functions of a project run in tasks that something can cancel.
struct TaskCallers: Sendable {
    /// What the callers of a function say about it.
    enum Verdict: Sendable {
        /// A task that something cancels calls it.
        case cancellable
        /// Every known caller is a task that nothing can cancel.
        case neverCancelled
        /// Nobody calls it, or it cannot be told who does.
        case unknown
    }

    private var byName: [String: [TaskFacts.Call]] = [:]
    private var declared: [String: Int] = [:]
    private var deaf: [String: Int] = [:]
    /// What the functions of a name wait for, and those that look for a cancellation.
    private var waited: [String: Set<String>] = [:]
    private var checking: Set<String> = []
    private var asynchronous: [String: Int] = [:]
    private var sorting: Set<String> = []
    private var throwing: [String: Int] = [:]
    private var needlesslyThrowing: [String: Int] = [:]

    init(_ facts: [TaskFacts]) {
        for file in facts {
            for call in file.calls {
                byName[call.name, default: []].append(call)
                // What is not tried throws no cancellation.
                guard call.isThrowing, case .function(let name, let owner) = call.context else { continue }
                let isOwn = !TaskFacts.continuations.contains(call.name)
                let callee = isOwn ? call.owner.map { "\($0).\(call.name)" } ?? call.name : call.name
                waited[name, default: []].insert(callee)
                waited["\(owner).\(name)", default: []].insert(callee)
            }
            checking.formUnion(file.checkingFunctions)
            for name in file.asyncFunctions { asynchronous[name, default: 0] += 1 }
            sorting.formUnion(file.sortingFunctions)
            for name in file.throwingFunctions { throwing[name, default: 0] += 1 }
            for name in file.needlesslyThrowing { needlesslyThrowing[name, default: 0] += 1 }
            for name in file.functions { declared[name, default: 0] += 1 }
            for name in file.deafFunctions { deaf[name, default: 0] += 1 }
        }
    }

    /// Says whether a cancellation cannot end a call, whichever function of the name it is: it waits for nothing but continuations,
    /// also by way of other functions.
    func isDeaf(_ name: String) -> Bool {
        var seen: Set<String> = []
        return isDeaf(name, &seen)
    }

    private func isDeaf(_ name: String, _ seen: inout Set<String>) -> Bool {
        if TaskFacts.continuations.contains(name) { return true }
        // Others of the name that take a completion are not what is waited for.
        if let count = deaf[name], count == asynchronous[name] { return true }
        // An actor's function that waits for nothing, to judge by a name that is hardly anybody else's.
        if declared[name] != nil, asynchronous[name] == nil, Words.of(name).count > 1 { return true }
        // Another function of the type that has the same name says nothing new; one of some other object may be anything.
        guard seen.insert(name).inserted else { return name.contains(".") }
        guard !checking.contains(name), seen.count < 64, let calls = waited[name] else { return false }
        // A wrapper that calls the function of the same name: what the function itself waits for decides.
        let others = calls.filter { $0 != name }
        return !others.isEmpty && others.sorted().allSatisfy { isDeaf($0, &seen) }
    }

    /// Says whether a function is waited for somewhere, but not in two places that are certain.
    func isStartedOnce(_ name: String, owner: String) -> Bool {
        guard let callers = byName[name], !callers.isEmpty else { return false }
        let isUnique = declared[name, default: 0] <= 1
        return callers.filter { $0.owner == owner || $0.owner == nil && isUnique }.count <= 1
    }

    /// Says whether a function of this name is declared in the project.
    func declares(_ name: String) -> Bool { declared[name] != nil }

    /// Says whether every function of this name that is declared to throw has a body that throws nothing.
    func neverThrows(_ name: String) -> Bool { throwing[name] != nil && throwing[name] == needlesslyThrowing[name] }

    /// Says whether a function tells a cancellation from other errors.
    func tellsCancellation(_ name: String) -> Bool { sorting.contains(name) }

    /// Says what the callers of a function tell, those that call it through other functions included.
    func verdict(on name: String, owner: String) -> Verdict {
        var seen: Set<String> = []
        return verdict(on: name, owner: owner, seen: &seen) ?? .unknown
    }

    private func verdict(on name: String, owner: String, seen: inout Set<String>) -> Verdict? {
        guard seen.insert("\(owner).\(name)").inserted, seen.count < 64 else { return nil }
        let isUnique = declared[name, default: 0] <= 1
        let callers = (byName[name] ?? []).filter { $0.owner == owner || $0.owner == nil }
        guard !callers.isEmpty else { return .unknown }
        var verdicts: [Verdict] = []
        for caller in callers {
            // Another type may have a function of the same name.
            let isCertain = isUnique || caller.owner == owner
            switch caller.context {
            case .dropped: verdicts.append(.neverCancelled)
            case .cancellable:
                if isCertain { return .cancellable }
                verdicts.append(.unknown)
            case .unknown: verdicts.append(.unknown)
            case .function(let outer, let type):
                // A function that is being looked at already says nothing about itself.
                guard let outer = verdict(on: outer, owner: type, seen: &seen) else { continue }
                if case .cancellable = outer {
                    if isCertain { return .cancellable }
                    verdicts.append(.unknown)
                } else {
                    verdicts.append(outer)
                }
            }
        }
        guard !verdicts.isEmpty else { return nil }
        let isNever = verdicts.allSatisfy { if case .neverCancelled = $0 { true } else { false } }
        return isNever ? .neverCancelled : .unknown
    }
}
