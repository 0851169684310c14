import SwiftSyntax

/// Who starts the functions that a file calls: people, or the program by itself.
struct StartFacts: Sendable {
    enum Starter: Sendable, Hashable {
        /// A view that appears, an initializer, a loop or something that was subscribed to.
        case program
        /// A button or a gesture, or code that may be one.
        case people
        /// A function, whose callers decide.
        case function(name: String, owner: String)
    }

    struct Call: Sendable, Hashable {
        let name: String
        /// The type around it where the call is the type's own: `load()` and `self.load()`.
        let owner: String?
        let starter: Starter
        /// The type around it.
        let user: String
    }

    private(set) var calls: Set<Call> = []
    /// The functions that are called on what a call returns: `load` of `container.feed().load()`, and a view's modifiers.
    private(set) var chained: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        var starters: [SyntaxIdentifier: Starter] = [:]
        for call in unit.index.calls {
            for argument in call.arguments where Self.handsOver(argument, to: call) {
                // `Button("Retry", action: model.load)`
                if let member = argument.expression.as(MemberAccessExprSyntax.self) {
                    add(member.declName.baseName.text, Self.isOwn(member.base), at: argument, .people)
                } else if let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text {
                    add(name, true, at: argument, .people)
                }
            }
            // A view's modifiers are called on the view, and types begin with a capital.
            guard let name = call.calleeName, name.first?.isLowercase ?? false else { continue }
            guard !Self.isChained(call) else {
                chained.insert(name)
                continue
            }
            let starter = Self.starter(of: Syntax(call), &starters)
            add(name, call.plainName != nil || Self.isOwn(call.receiver), at: call, starter)
        }
    }

    private mutating func add(_ name: String, _ isOwn: Bool, at node: some SyntaxProtocol, _ starter: Starter) {
        let user = node.enclosingType.map { TypeName.last($0.declaredName) }
        calls.insert(Call(name: name, owner: isOwn ? user : nil, starter: starter, user: user ?? ""))
    }

    /// `Text(title).padding()`
    private static func isChained(_ call: FunctionCallExprSyntax) -> Bool {
        call.receiver?.is(FunctionCallExprSyntax.self) ?? false
    }

    /// `self`, `self?`
    private static func isOwn(_ base: ExprSyntax?) -> Bool {
        let base = base?.as(OptionalChainingExprSyntax.self)?.expression ?? base
        return base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self)
    }

    /// `Button("Retry", action: load)`, `.onSubmit(load)`
    private static func handsOver(_ argument: LabeledExprSyntax, to call: FunctionCallExprSyntax) -> Bool {
        guard let name = argument.label?.text ?? call.calleeName, let first = Words.of(name).first else { return false }
        return ["action", "on", "perform", "retry", "handler"].contains(first)
    }

    /// - Parameter known: Who starts the blocks that have been looked at: many calls stand in one.
    private static func starter(of node: Syntax, _ known: inout [SyntaxIdentifier: Starter]) -> Starter {
        guard let outer = node.parent else { return .program }
        if outer.kind == .codeBlockItemList, let starter = known[outer.id] { return starter }
        let starter = starter(of: outer) ?? starter(of: outer, &known)
        if outer.kind == .codeBlockItemList { known[outer.id] = starter }
        return starter
    }

    /// Who starts what stands in a node, where the node itself tells.
    private static func starter(of node: Syntax) -> Starter? {
        switch node.kind {
        case .closureExpr:
            guard let call = node.as(ClosureExprSyntax.self).flatMap(TaskContext.call) else { return .people }
            let name = call.calleeName ?? ""
            if startedByProgram.contains(name), name != "task" || call.argument("id") == nil { return .program }
            return TaskContext.isTask(call) || transparent.contains(name) ? nil : .people
        case .functionDecl:
            guard let function = node.as(FunctionDeclSyntax.self) else { return nil }
            let name = function.name.text
            if startedBySystem.contains(name) { return .program }
            let isForSelectors = function.attributes.names.contains { ["objc", "IBAction"].contains($0) }
            if isForSelectors { return .people }
            return .function(name: name, owner: function.enclosingType.map { TypeName.last($0.declaredName) } ?? "")
        case .initializerDecl, .whileStmt: return .program
        default: return node.opensScope ? .people : nil
        }
    }

    private static let startedByProgram: Set<String> = [
        "onAppear", "task", "onReceive", "sink", "scheduledTimer", "addStateDidChangeListener",
        "addSnapshotListener", "addObserver",
    ]

    private static let startedBySystem: Set<String> = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "awakeFromNib", "applicationDidFinishLaunching",
        "application",
        "scene", "sceneWillEnterForeground", "sceneDidBecomeActive",
    ]

    /// What runs its closure as part of the code around it.
    private static let transparent: Set<String> = [
        "withTaskGroup", "withThrowingTaskGroup", "withAnimation", "run", "assumeIsolated", "forEach", "map", "async",
        "asyncAfter", "addTask",
    ]
}
