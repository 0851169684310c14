import SwiftSyntax

/// The asynchronous calls of a file, with who can cancel each.
struct TaskFacts: Sendable {
    /// A call under `await`.
    struct Call: Sendable {
        let name: String
        /// The type around it where the call is the type's own: `load()` and `self.load()`.
        let owner: String?
        let context: TaskContext
    }

    private(set) var calls: [Call] = []
    /// The names of the functions that are declared, each alone and with its type's.
    private(set) var functions: [String] = []
    /// Those of them that wait for nothing but continuations, which no cancellation reaches.
    private(set) var deafFunctions: [String] = []

    init() {}

    init(_ unit: SourceUnit) {
        functions = unit.index.functions.flatMap(Self.names)
        if unit.words.hints.contains(.continuation) {
            deafFunctions = unit.index.functions.filter(Self.isDeaf).flatMap(Self.names)
        }
        for wait in unit.index.waits {
            // Mostly one call, whose arguments wait for nothing themselves.
            let called =
                wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
                ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
            guard !called.isEmpty else { continue }
            let context = TaskContext(around: wait)
            let type = wait.enclosingType.map { TypeName.last($0.declaredName) }
            for call in called {
                guard let name = call.calleeName else { continue }
                let isOwn =
                    call.plainName != nil || call.receiver?.trimmedText == "self"
                    || call.receiver?.trimmedText == "self?"
                calls.append(Call(name: name, owner: isOwn ? type : nil, context: context))
            }
        }
    }
}

extension TaskFacts {
    private static func names(_ function: FunctionDeclSyntax) -> [String] {
        let name = function.name.text
        return [name] + (function.enclosingType.map { ["\(TypeName.last($0.declaredName)).\(name)"] } ?? [])
    }

    private static func isDeaf(_ function: FunctionDeclSyntax) -> Bool {
        guard let body = function.body, function.signature.effectSpecifiers?.asyncSpecifier != nil else { return false }
        let waits = body.descendants(AwaitExprSyntax.self, nested: false)
        return !waits.isEmpty
            && waits.allSatisfy { wait in
                let calls = Self.waitedCalls(in: wait)
                return !calls.isEmpty && calls.allSatisfy(continuations.contains)
            }
            && !body.mentions(["withTaskCancellationHandler", "checkCancellation"])
    }

    /// The functions that an `await` waits for, as far as their names tell; those of the type itself with its name.
    static func waitedCalls(in wait: AwaitExprSyntax) -> [String] {
        let calls =
            wait.expression.as(FunctionCallExprSyntax.self).map { [$0] }
            ?? wait.descendants(FunctionCallExprSyntax.self, nested: false)
        return calls.compactMap { call in
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

    init(_ facts: [TaskFacts]) {
        for file in facts {
            for call in file.calls { byName[call.name, default: []].append(call) }
            for name in file.functions { declared[name, default: 0] += 1 }
            for name in file.deafFunctions { deaf[name, default: 0] += 1 }
        }
    }

    /// Says whether a cancellation cannot end a call, whichever function of the name it is.
    func isDeaf(_ name: String) -> Bool {
        if TaskFacts.continuations.contains(name) { return true }
        guard let count = deaf[name] else { return false }
        return count == declared[name]
    }

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
