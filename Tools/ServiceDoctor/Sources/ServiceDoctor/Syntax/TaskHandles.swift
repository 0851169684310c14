import SwiftSyntax

/// Tells what becomes of the handles of a file's tasks, and so who can cancel them.
final class TaskHandles {
    let index: SyntaxIndex
    let names: NameTokens
    private var known: [SyntaxIdentifier: Cancellation?] = [:]

    init(_ index: SyntaxIndex, _ names: NameTokens) {
        self.index = index
        self.names = names
    }

    /// Says when a `Task { … }` is cancelled; nil where nothing can do it while somebody could still see.
    func cancellation(of call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax) -> Cancellation? {
        if let known = known[call.id] { return known }
        let found = find(call, closure)
        known[call.id] = .some(found)
        return found
    }

    private func find(_ call: FunctionCallExprSyntax, _ closure: ClosureExprSyntax) -> Cancellation? {
        if TaskContext.isDropped(call) || Self.isWaitedFor(call) { return nil }
        let captures = closure.signature?.capture?.items
        let isWeak = captures?.contains { $0.specifier?.specifier.tokenKind == .keyword(.weak) } ?? false
        if let sequence = call.parent?.parent?.as(SequenceExprSyntax.self), let assignment = Assignment(sequence) {
            if let name = assignment.ownProperty {
                return cancellation(ofProperty: name, startedBy: call, isWeak: isWeak)
            }
            if let table = assignment.ownTable, isNeverCancelled(inTable: table) { return .late }
        }
        if let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        {
            return cancellation(ofLocal: name, startedBy: call, isWeak: isWeak)
        }
        if let list = Self.list(keeping: ExprSyntax(call)) {
            return isPlain(list) ? cancellation(ofProperty: list, startedBy: call, isWeak: isWeak) : .anytime
        }
        if let property = property(keepingWhatIsReturned: call) {
            return cancellation(ofProperty: property, startedBy: call, isWeak: isWeak)
        }
        guard let store = call.outermostChain, store.calleeName == "store",
            let set = store.argument("in")?.expression.as(InOutExprSyntax.self)?.expression
                .as(DeclReferenceExprSyntax.self)?.baseName.text, isPrivate(set)
        else { return .anytime }
        let others = names.mentions(of: set).filter { !($0.parent?.is(InOutExprSyntax.self) ?? false) }
        if others.isEmpty { return isWeak ? nil : .late }
        return isReplacedLate(others.map { Syntax($0) }, startedBy: call) ? .late : .anytime
    }

    /// `updates` of `updates = listen()`, for `private func listen() -> Task<Void, Never> { Task { … } }` that nothing else names.
    private func property(keepingWhatIsReturned call: FunctionCallExprSyntax) -> String? {
        let isReturned =
            call.parent?.is(ReturnStmtSyntax.self) ?? false
            || call.parent?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
        guard isReturned, let function = call.enclosingFunction?.as(FunctionDeclSyntax.self),
            function.modifiers.contains(where: \.isPrivate),
            function.signature.returnClause?.type.mentions(["Task"]) ?? false
        else { return nil }
        let uses = names.mentions(of: function.name.text)
        guard uses.count == 1, let start = uses[0].withOwner.parent,
            let sequence = start.parent?.parent?.as(SequenceExprSyntax.self), start.is(FunctionCallExprSyntax.self)
        else { return nil }
        return Assignment(sequence)?.ownProperty
    }

    /// `await Task.detached { … }.value`: nobody has a handle to cancel it with.
    private static func isWaitedFor(_ call: FunctionCallExprSyntax) -> Bool {
        call.parent?.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "value"
    }
}

// MARK: - Kept handles

extension TaskHandles {
    private func cancellation(
        ofProperty name: String, startedBy call: FunctionCallExprSyntax, isWeak: Bool
    ) -> Cancellation? {
        guard isPrivate(name) else { return .anytime }
        let cancels = cancels(of: name)
        if cancels.isEmpty { return names.mentions(of: name).allSatisfy(Self.onlyLooks) ? .late : .anytime }
        if isWeak, cancels.allSatisfy({ $0.enclosingFunction?.is(DeinitializerDeclSyntax.self) ?? false }) {
            return nil
        }
        let others = cancels.filter { !isTeardown($0) }
        return others.isEmpty || isReplacedLate(others.map { Syntax($0) }, startedBy: call) ? .late : .anytime
    }

    /// `let task = Task { … }`, which is then only waited for, or kept in a property.
    private func cancellation(
        ofLocal name: String, startedBy call: FunctionCallExprSyntax, isWeak: Bool
    ) -> Cancellation? {
        guard let function = call.enclosingFunction else { return .anytime }
        let uses = names.mentions(of: name).filter {
            function.contains($0) && $0.position > call.position && $0.withOwner.id == ExprSyntax($0).id
        }
        let kept = uses.filter { !Self.onlyLooks($0) }
        if kept.isEmpty { return nil }
        if kept.count == 1, let list = Self.list(keeping: ExprSyntax(kept[0])) {
            return isPlain(list) ? cancellation(ofProperty: list, startedBy: call, isWeak: isWeak) : .anytime
        }
        guard kept.count == 1, let sequence = kept[0].parent?.parent?.as(SequenceExprSyntax.self),
            let assignment = Assignment(sequence), assignment.value.map(\.id) == [ExprSyntax(kept[0]).id]
        else { return .anytime }
        if let table = assignment.ownTable, isNeverCancelled(inTable: table) { return .late }
        guard let property = assignment.ownProperty else { return .anytime }
        return cancellation(ofProperty: property, startedBy: call, isWeak: isWeak)
    }

    /// `tasks` of `tasks.append(task)` and `tasks.insert(task)`.
    private static func list(keeping task: ExprSyntax) -> String? {
        guard let call = task.parent?.parent?.parent?.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            call.arguments.first?.expression.id == task.id, ["append", "insert"].contains(call.calleeName),
            let receiver = call.receiver
        else { return nil }
        let member = receiver.as(MemberAccessExprSyntax.self)
        guard member == nil || member?.base?.trimmedText == "self" else { return nil }
        return (member?.declName ?? receiver.as(DeclReferenceExprSyntax.self))?.baseName.text
    }

    /// A list that nothing is asked of but what cancels no task, or cancels each where it is written: no `tasks.cancelAll()`.
    private func isPlain(_ list: String) -> Bool {
        names.mentions(of: list).allSatisfy { mention in
            let whole = mention.withOwner
            guard let member = whole.parent?.as(MemberAccessExprSyntax.self), member.base?.id == whole.id else {
                return whole.parent?.is(ForStmtSyntax.self) ?? false || mention.isAssignedTo
            }
            return ["append", "insert", "removeAll", "forEach", "isEmpty", "count"].contains(
                member.declName.baseName.text)
        }
    }

    /// A private dictionary of tasks, `tasks[id] = Task { … }`: no function that names it cancels anything or hands a task out.
    private func isNeverCancelled(inTable name: String) -> Bool {
        guard isPrivate(name) else { return false }
        return names.mentions(of: name).allSatisfy { mention in
            guard let function = mention.enclosingFunction,
                mention.nearest(LabeledExprSyntax.self).map({ !function.contains($0) }) ?? true,
                mention.nearest(ReturnStmtSyntax.self) == nil
            else { return false }
            return !function.mentions(["cancel", "cancelAll"])
        }
    }

    /// A private property without a wrapper that may cancel what it held.
    func isPrivate(_ name: String) -> Bool {
        index.variables.contains { variable in
            variable.isPrivateProperty && variable.attributes.names.allSatisfy(Self.plainAttributes.contains)
                && variable.bindings.contains { $0.pattern.trimmedText == name }
        }
    }

    static let plainAttributes: Set<String> = ["State", "Published", "ObservationIgnored", "MainActor"]

    /// The calls that cancel a property, by its own name or by another that their function gives it.
    func cancels(of name: String) -> [FunctionCallExprSyntax] {
        index.calls.filter { call in
            guard call.calleeName == "cancel", let receiver = call.receiver else { return false }
            if receiver.mentions([name]) { return true }
            let base = receiver.as(OptionalChainingExprSyntax.self)?.expression ?? receiver
            guard let local = base.as(DeclReferenceExprSyntax.self)?.baseName.text, local != "self",
                !index.variables.contains(where: {
                    $0.parent?.is(MemberBlockItemSyntax.self) ?? false
                        && $0.bindings.contains { $0.pattern.trimmedText == local }
                })
            else { return false }
            return call.enclosingFunction?.mentions([name]) ?? true
        }
    }

    /// `task = …`, `task == nil`, `await task?.value`.
    static func onlyLooks(_ mention: DeclReferenceExprSyntax) -> Bool {
        var whole = mention.withOwner
        if let chain = whole.parent?.as(OptionalChainingExprSyntax.self) { whole = ExprSyntax(chain) }
        if let member = whole.parent?.as(MemberAccessExprSyntax.self), member.base?.id == whole.id {
            return ["value", "result", "isCancelled"].contains(member.declName.baseName.text)
        }
        // A function of the same name.
        if whole.parent?.is(FunctionCallExprSyntax.self) ?? false { return true }
        if let check = whole.parent?.parent?.as(OptionalBindingConditionSyntax.self) { return onlyLooks(check) }
        guard let sequence = whole.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
        return mention.isAssignedTo
            || sequence.elements.contains { $0.is(NilLiteralExprSyntax.self) } && Assignment(sequence) == nil
    }
}

extension TaskHandles {
    /// `if let running = loading { await running.value }`
    private static func onlyLooks(_ check: OptionalBindingConditionSyntax) -> Bool {
        guard let scope = check.nearest(IfExprSyntax.self)?.body, let name = check.boundName else { return false }
        let uses = scope.descendants(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }
        return uses.allSatisfy(onlyLooks)
    }
}

extension OptionalBindingConditionSyntax {
    fileprivate var boundName: String? { pattern.as(IdentifierPatternSyntax.self)?.identifier.text }
}

// MARK: - Who cancels

extension TaskHandles {
    /// Runs as its object or its screen goes: in `deinit`, `viewDidDisappear`, `.onDisappear { … }`, or a helper that only those call.
    func isTeardown(_ node: some SyntaxProtocol, depth: Int = 0) -> Bool {
        guard depth < 4 else { return false }
        var current = node.parent
        while let outer = current {
            if outer.is(DeinitializerDeclSyntax.self) { return true }
            if Self.receives(outer, node, at: ["onDisappear"]) { return true }
            if let function = outer.as(FunctionDeclSyntax.self) {
                let name = function.name.text
                if ["viewWillDisappear", "viewDidDisappear"].contains(name) { return true }
                let callers = names.mentions(of: name)
                return isOwn(function) && !callers.isEmpty
                    && callers.allSatisfy { isTeardown($0, depth: depth + 1) }
            }
            if outer.is(MemberBlockSyntax.self) { return false }
            current = outer.parent
        }
        return false
    }

    /// Nothing outside of its file calls it: private, or a view's.
    private func isOwn(_ function: FunctionDeclSyntax) -> Bool {
        if function.modifiers.contains(where: \.isPrivate) { return true }
        guard let type = function.enclosingType else { return false }
        return Controllers.isView(type) || type.modifiers.contains(where: \.isPrivate)
    }

    /// All that cancels a task is the function without parameters that starts it, and nothing calls that by itself: what it replaces
    /// has mostly ended.
    func isReplacedLate(_ cancels: [Syntax], startedBy call: FunctionCallExprSyntax) -> Bool {
        guard let starter = call.enclosingFunction?.as(FunctionDeclSyntax.self),
            starter.signature.parameterClause.parameters.isEmpty,
            starter.attributes.names.allSatisfy({ $0 == "MainActor" }),
            cancels.allSatisfy({ starter.contains($0) && $0.position < call.position })
        else { return false }
        return !names.mentions(of: starter.name.text).contains(where: runsByItself)
    }

    /// Stands where no person presses a button: in a closure of `sink` or `onChange`, a `didSet`, or a function that does more.
    private func runsByItself(_ mention: DeclReferenceExprSyntax) -> Bool {
        let whole = mention.withOwner
        guard whole.parent?.is(FunctionCallExprSyntax.self) ?? false else { return false }
        var current = whole.parent
        while let outer = current {
            switch outer.kind {
            case .functionCallExpr: if Self.receives(outer, mention, at: Self.triggers) { return true }
            case .accessorDecl:
                let kind = outer.as(AccessorDeclSyntax.self)?.accessorSpecifier.tokenKind
                return kind == .keyword(.didSet) || kind == .keyword(.willSet)
            case .functionDecl: return outer.as(FunctionDeclSyntax.self)?.body?.statements.count ?? 0 > 1
            case .memberBlock: return false
            default: break
            }
            current = outer.parent
        }
        return false
    }

    /// Says whether a call gets a node as an argument or in a closure; what it is called on does not count.
    private static func receives(_ outer: Syntax, _ node: some SyntaxProtocol, at names: Set<String>) -> Bool {
        guard let call = outer.as(FunctionCallExprSyntax.self), let name = call.calleeName, names.contains(name) else {
            return false
        }
        return !call.calledExpression.contains(node)
    }

    private static let triggers: Set<String> = ["sink", "onReceive", "onChange", "refreshable"]
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
