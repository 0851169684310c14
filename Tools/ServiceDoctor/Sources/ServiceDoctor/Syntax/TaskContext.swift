import SwiftSyntax

/// Says who can cancel the work at a place in the code.
enum TaskContext: Sendable, Equatable {
    /// A task whose handle nobody keeps, or that only the end of its owner cancels: nothing that anybody could still see.
    case dropped
    /// `.task`, `.refreshable`, a stored task or a task group: something cancels it.
    case cancellable(Cancellation)
    /// A function, whose callers decide.
    case function(name: String, owner: String)
    /// A getter, an initializer or a closure that is handed to unknown code.
    case unknown

    init(around node: some SyntaxProtocol, in unit: SourceUnit) {
        var current = node.parent
        var isChild = false
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                guard let call = Self.call(of: closure) else {
                    self = .unknown
                    return
                }
                if Self.isTask(call) {
                    // Whether a caller keeps what it may drop, only the callers tell.
                    self =
                        Self.isHandedOutDiscardably(call)
                        ? .unknown : unit.handles.cancellation(of: call, closure).map(Self.cancellable) ?? .dropped
                    return
                }
                let name = call.calleeName ?? ""
                // A child that throws ends the others of its group.
                let endsOthers = isChild && name.hasPrefix("withThrowing")
                if let cancellation = endsOthers ? .anytime : Self.cancellation(by: call) {
                    self = .cancellable(cancellation)
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

    /// When a modifier cancels the work it is given.
    private static func cancellation(by call: FunctionCallExprSyntax) -> Cancellation? {
        switch call.calleeName {
        // `loader.task { … }` is a function of the project's own.
        case "task" where !mayBeOfView(call): nil
        // Who signs in or out gets another screen.
        case "task" where call.argument("id").map { tellsSignedIn($0.expression, to: call) } ?? false: .late
        case "task" where isInRow(call): isInPlainStack(call) ? .byOthers : .anytime
        case "task": call.argument("id").flatMap { whenChanged($0.expression) } ?? .late
        case "refreshable": .onRefresh
        case "searchable": .anytime
        default: nil
        }
    }

    /// `List(items).task { … }`, or of a name: `content.task { … }` in a modifier, `self.task { … }` in an extension of views.
    private static func mayBeOfView(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text else { return true }
        return name == "self" || !views.isDisjoint(with: Words.of(name))
    }

    private static let views: Set<String> = ["content", "view", "body"]

    /// Another `id` starts the work again; nil for one that is made of the view's constants, which only changes with the view.
    private static func whenChanged(_ id: ExprSyntax) -> Cancellation? {
        guard let view = id.enclosingType else { return .anytime }
        let properties = view.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        func names(where isMeant: (VariableDeclSyntax) -> Bool) -> [String] {
            properties.filter(isMeant).flatMap(\.bindings).map(\.pattern.trimmedText)
        }
        let constants = names { $0.bindingSpecifier.tokenKind == .keyword(.let) }
        let mentioned = id.tokens(viewMode: .sourceAccurate).filter { token in
            guard case .identifier = token.tokenKind else { return false }
            let before = token.previousToken(viewMode: .sourceAccurate)
            let isMember = before?.tokenKind == .period
            return !isMember || before?.previousToken(viewMode: .sourceAccurate)?.tokenKind == .keyword(.self)
        }
        if !mentioned.isEmpty, mentioned.allSatisfy({ constants.contains($0.text) }) { return nil }
        // What is worked out of constants and the environment, the view does not change itself.
        let own = Set(names { !$0.attributes.isEmpty && !$0.attributes.names.contains { $0.hasPrefix("Environment") } })
        let computed = names { property in
            property.bindings.allSatisfy { $0.accessorBlock != nil } && !property.mentions(own)
        }
        let given = Set(constants + computed)
        let isGiven = !mentioned.isEmpty && mentioned.allSatisfy { given.contains($0.text) }
        return isGiven || isForRetry(id, in: view) ? .byOthers : .anytime
    }

    /// A row of a list goes while its screen stays.
    private static func isInRow(_ call: FunctionCallExprSyntax) -> Bool {
        var current = call.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let closure = outer.as(ClosureExprSyntax.self), Self.call(of: closure)?.plainName == "ForEach" {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// The rows of a plain stack stay as long as their screen: `VStack { ForEach(items) { … } }`.
    private static func isInPlainStack(_ call: FunctionCallExprSyntax) -> Bool {
        var isRow = false
        var current = call.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let name = outer.as(ClosureExprSyntax.self).flatMap(Self.call(of:))?.plainName {
                if isRow { return ["VStack", "HStack", "ZStack", "Grid", "GridRow"].contains(name) }
                isRow = name == "ForEach"
            }
            current = outer.parent
        }
        return false
    }

    /// Says whether the task, or the function, around a node asks for a cancellation after it.
    static func asksForCancellation(after node: some SyntaxProtocol, in unit: SourceUnit) -> Bool {
        guard unit.words.hints.contains(.cancellation) else { return false }
        var current = node.parent
        while let outer = current {
            let call = outer.as(ClosureExprSyntax.self).flatMap(call(of:))
            let isWork = call.map { isTask($0) || cancellation(by: $0) != nil } ?? false
            if isWork || outer.opensScope && !outer.is(ClosureExprSyntax.self) {
                return outer.tokens(viewMode: .sourceAccurate).contains {
                    $0.position >= node.endPosition && ["isCancelled", "checkCancellation"].contains($0.text)
                }
            }
            current = outer.parent
        }
        return false
    }

    var isCancellable: Bool { if case .cancellable = self { true } else { false } }

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

    /// `@discardableResult func load() -> Task<Void, Never> { Task { … } }`
    private static func isHandedOutDiscardably(_ call: FunctionCallExprSyntax) -> Bool {
        var scope = call.parent
        while let outer = scope, !outer.opensScope { scope = outer.parent }
        guard let function = scope?.as(FunctionDeclSyntax.self),
            function.attributes.names.contains("discardableResult"), !isDropped(call)
        else { return false }
        return call.parent?.is(CodeBlockItemSyntax.self) ?? false || call.parent?.is(ReturnStmtSyntax.self) ?? false
    }

    /// `let submit: () -> Void = { Task { … } }`
    private static func isOfVoid(_ closure: ClosureExprSyntax) -> Bool {
        let type = closure.parent?.parent?.as(PatternBindingSyntax.self)?.typeAnnotation?.type.trimmedText ?? ""
        return ["-> Void", "-> ()"].contains(where: type.hasSuffix)
    }

    /// `player.onEnd = { Task { … } }`, unless the file declares `onEnd` as something that returns tasks.
    private static func isCallback(_ closure: ClosureExprSyntax) -> Bool {
        guard let sequence = closure.parent?.parent?.as(SequenceExprSyntax.self),
            let name = Assignment(sequence)?.lastName
        else { return false }
        return !closure.root.descendants(PatternBindingSyntax.self).contains { binding in
            binding.pattern.trimmedText == name && binding.typeAnnotation?.type.mentions(["Task"]) ?? false
        }
    }

    private static let collecting: Set<String> = ["map", "compactMap", "flatMap", "reduce", "withLock", "register"]

    /// The only statement of a function or getter that returns something.
    private static func isReturned(_ list: CodeBlockItemListSyntax) -> Bool {
        var current = list.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) {
                guard let result = function.signature.returnClause?.type else { return false }
                return !["Void", "()"].contains(result.trimmedText)
            }
            if outer.is(PatternBindingSyntax.self) { return true }
            if let closure = outer.as(ClosureExprSyntax.self) {
                // What the closure is for decides: `urls.map { url in Task { … } }` collects the tasks.
                // `canUndo ? { Task { … } } : nil` is an action.
                let elements = closure.parent?.as(ExprListSyntax.self) ?? []
                if closure.parent?.is(UnresolvedTernaryExprSyntax.self) ?? false
                    || elements.contains(where: {
                        $0.is(UnresolvedTernaryExprSyntax.self) && $0.position < closure.position
                    })
                {
                    return false
                }
                guard let call = call(of: closure) else { return !isOfVoid(closure) && !isCallback(closure) }
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
