import SwiftSyntax

/// Says who can cancel the work at a place in the code.
enum TaskContext: Sendable, Equatable {
    /// A task whose handle nobody keeps, or that only the end of its owner cancels: nothing that anybody could still see.
    case dropped
    /// `.task`, `.refreshable`, a stored task or a task group: something cancels it.
    case cancellable
    /// A function, whose callers decide.
    case function(name: String, owner: String)
    /// A getter, an initializer or a closure that is handed to unknown code.
    case unknown

    init(around node: some SyntaxProtocol) {
        var current = node.parent
        var isChild = false
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                guard let call = Self.call(of: closure) else {
                    self = .unknown
                    return
                }
                if Self.isTask(call) {
                    let isDropped = Self.isDropped(call) || Self.isWaitedFor(call) || Self.endsWithOwner(call, closure)
                    self = isDropped ? .dropped : .cancellable
                    return
                }
                let name = call.calleeName ?? ""
                // A child that throws ends the others of its group.
                let endsOthers = isChild && name.hasPrefix("withThrowing")
                if Self.cancelling.contains(name) || endsOthers {
                    self = .cancellable
                    return
                }
                isChild = isChild || name.hasPrefix("addTask")
                guard Self.transparent.contains(name) || name.hasPrefix("addTask") else {
                    self = .unknown
                    return
                }
            } else if let function = outer.as(FunctionDeclSyntax.self) {
                let owner = function.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
                self = .function(name: function.name.text, owner: owner)
                return
            } else if outer.opensScope {
                self = .unknown
                return
            }
            current = outer.parent
        }
        self = .unknown
    }

    /// Modifiers and functions that cancel the work they are given.
    private static let cancelling: Set<String> = [
        "task", "refreshable", "searchable",
    ]

    /// Functions that run their closure as part of the task around them.
    private static let transparent: Set<String> = [
        "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup",
        "withTaskCancellationHandler", "withAnimation", "withObservationTracking", "run", "assumeIsolated", "forEach",
        "map", "withValue",
    ]

    /// The call that a closure is an argument of.
    static func call(of closure: ClosureExprSyntax) -> FunctionCallExprSyntax? {
        if let call = closure.parent?.as(FunctionCallExprSyntax.self), call.trailingClosure?.id == closure.id {
            return call
        }
        let isArgument =
            closure.parent?.is(LabeledExprSyntax.self) ?? false
            || closure.parent?.is(MultipleTrailingClosureElementSyntax.self) ?? false
        return isArgument ? closure.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) : nil
    }

    /// `Task { … }`, `Task<Void, Never> { … }` and `Task.detached { … }`.
    static func isTask(_ call: FunctionCallExprSyntax) -> Bool {
        if call.plainName == "Task" { return true }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base else {
            return false
        }
        let isMade = ["detached", "init", "immediate"].contains(member.declName.baseName.text)
        return isMade && TypeName(expression: base).map { TypeName.withoutArguments($0.text) } == "Task"
    }

    /// `await Task.detached { … }.value`: nobody has a handle to cancel it with.
    private static func isWaitedFor(_ call: FunctionCallExprSyntax) -> Bool {
        call.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "value"
    }

    /// Nobody keeps the handle of a task: it is a statement of its own, or assigned to `_`.
    static func isDropped(_ call: FunctionCallExprSyntax) -> Bool {
        var node = Syntax(call)
        while let outer = node.parent, outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) { node = outer }
        if let sequence = node.parent?.parent?.as(SequenceExprSyntax.self) {
            return sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        }
        guard let item = node.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self)
        else { return false }
        guard list.count == 1 else { return true }
        return !isReturned(list)
    }

    /// `Task { [weak self] in … }.store(in: &tasks)`, where nothing else is done with the private `tasks`, or `task = Task { [weak self] in … }`,
    /// which only a `deinit` cancels: the task is cancelled when its owner is gone, and then `self` is nil.
    private static func endsWithOwner(_ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax) -> Bool {
        let captures = closure.signature?.capture?.items
        let isWeak = captures?.contains { $0.specifier?.specifier.tokenKind == .keyword(.weak) } ?? false
        guard isWeak, let type = call.enclosingType else { return false }
        if let sequence = call.parent?.parent?.as(SequenceExprSyntax.self), let name = Assignment(sequence)?.ownProperty
        {
            return type.cancelsOnlyAtItsEnd(name)
        }
        guard let store = call.outermostChain, store.calleeName == "store",
            let set = store.argument("in")?.expression.as(InOutExprSyntax.self)?.expression
                .as(DeclReferenceExprSyntax.self)?.baseName.text,
            type.keepsPrivately(set)
        else { return false }
        return type.tokens(viewMode: .sourceAccurate).allSatisfy { token in
            guard token.text == set, token.parent?.is(DeclReferenceExprSyntax.self) ?? false else { return true }
            return token.parent?.parent?.is(InOutExprSyntax.self) ?? false
        }
    }

    /// `let submit: () -> Void = { Task { … } }`
    private static func isOfVoid(_ closure: ClosureExprSyntax) -> Bool {
        let type = closure.parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.trimmedText ?? ""
        return ["-> Void", "-> ()"].contains(where: type.hasSuffix)
    }

    private static let collecting: Set<String> = ["map", "compactMap", "flatMap", "reduce", "withLock", "register"]

    /// The only statement of a function or getter that returns something.
    private static func isReturned(_ list: CodeBlockItemListSyntax) -> Bool {
        var current = list.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) { return function.signature.returnClause != nil }
            if outer.is(PatternBindingSyntax.self) { return true }
            if let closure = outer.as(ClosureExprSyntax.self) {
                // What the closure is for decides: `urls.map { url in Task { … } }` collects the tasks.
                guard let call = call(of: closure) else { return !isOfVoid(closure) }
                return closure.signature?.returnClause != nil || collecting.contains(call.calleeName ?? "")
            }
            if outer.opensScope && !outer.is(AccessorDeclSyntax.self) || outer.is(CodeBlockItemListSyntax.self) {
                return false
            }
            current = outer.parent
        }
        return false
    }
}

extension FunctionCallExprSyntax {
    /// The last call of a chain that begins here: `store(in:)` of `Task { … }.cancellable().store(in: &tasks)`.
    fileprivate var outermostChain: FunctionCallExprSyntax? {
        var current = self
        while let member = current.parent?.as(MemberAccessExprSyntax.self),
            let next = member.parent?.as(FunctionCallExprSyntax.self)
        {
            current = next
        }
        return current.id == id ? nil : current
    }
}

extension DeclGroupSyntax {
    /// Has a private property that is cancelled, and nowhere but in a `deinit`.
    fileprivate func cancelsOnlyAtItsEnd(_ name: String) -> Bool {
        guard keepsPrivately(name) else { return false }
        let cancellations = descendants(FunctionCallExprSyntax.self).filter {
            $0.calleeName == "cancel" && $0.receiver?.mentions([name]) ?? false
        }
        return !cancellations.isEmpty
            && cancellations.allSatisfy { $0.enclosingFunction?.is(DeinitializerDeclSyntax.self) ?? false }
    }

    /// Has a private stored property of this name.
    fileprivate func keepsPrivately(_ name: String) -> Bool {
        memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
            return variable.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
                && variable.bindings.contains { $0.pattern.trimmedText == name }
        }
    }
}
