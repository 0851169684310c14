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

    init() {}

    init(_ unit: SourceUnit) {
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
            guard let name = call.calleeName, name.first?.isLowercase ?? false, !Self.isChained(call) else { continue }
            add(name, call.plainName != nil || Self.isOwn(call.receiver), at: call)
        }
    }

    private mutating func add(_ name: String, _ isOwn: Bool, at node: some SyntaxProtocol, _ starter: Starter? = nil) {
        let user = node.enclosingType.map { TypeName.last($0.declaredName) }
        calls.insert(
            Call(name: name, owner: isOwn ? user : nil, starter: starter ?? Self.starter(of: node), user: user ?? ""))
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

    private static func starter(of node: some SyntaxProtocol) -> Starter {
        var current = node.parent
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                guard let call = TaskContext.call(of: closure) else { return .people }
                let name = call.calleeName ?? ""
                if startedByProgram.contains(name), name != "task" || call.argument("id") == nil { return .program }
                guard TaskContext.isTask(call) || transparent.contains(name) else { return .people }
            } else if let function = outer.as(FunctionDeclSyntax.self) {
                let name = function.name.text
                if startedBySystem.contains(name) { return .program }
                let isForSelectors = function.attributes.names.contains { ["objc", "IBAction"].contains($0) }
                if isForSelectors { return .people }
                return .function(
                    name: name, owner: function.enclosingType.map { TypeName.last($0.declaredName) } ?? "")
            } else if outer.is(InitializerDeclSyntax.self) || outer.is(WhileStmtSyntax.self) {
                return .program
            } else if outer.opensScope {
                return .people
            }
            current = outer.parent
        }
        return .program
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
