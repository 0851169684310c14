import SwiftSyntax

/// A function, or another member of a type, in which services are asked.
struct ServiceMember {
    /// What a call asks, by the last of its names.
    struct Asked {
        let name: String
        let isOfAnother: Bool
    }

    /// Where the last branch begins, so that what stands before it may be what it asks.
    private let lastBranch: AbsolutePosition?
    /// The same, but for closures that make other values of those they get.
    private let lastChoice: AbsolutePosition?
    /// What local variables stand for: `client` of `guard let client = services.client`.
    private let locals: [String: Asked]

    init(_ declaration: Syntax) {
        let reader = Reader(viewMode: .sourceAccurate)
        reader.walk(declaration)
        lastBranch = reader.lastBranch
        lastChoice = reader.lastChoice
        locals = reader.locals
    }

    /// Says whether a branch follows a call: the `catch`, `if` or `switch` that asks what came of it.
    func decides(after call: FunctionCallExprSyntax) -> Bool { lastBranch.map { $0 > call.position } ?? false }

    /// Says whether the code goes one way or another after a call: what it only makes into another value is no choice.
    func chooses(after call: FunctionCallExprSyntax) -> Bool { lastChoice.map { $0 > call.position } ?? false }

    /// What a local variable stands for, or the name itself.
    func original(of asked: Asked) -> Asked { locals[asked.name] ?? asked }

    /// `mailer` of `mailer.send()`, `self.mailer?.send()` and `makeMailer().send()`, and of another object in `services.mailer.send()`.
    static func asked(_ call: FunctionCallExprSyntax) -> Asked? { call.receiver.flatMap(asked) }

    private static func asked(_ expression: ExprSyntax) -> Asked? {
        if let chain = expression.as(OptionalChainingExprSyntax.self) { return asked(chain.expression) }
        if let forced = expression.as(ForceUnwrapExprSyntax.self) { return asked(forced.expression) }
        if let call = expression.as(FunctionCallExprSyntax.self) { return asked(call.calledExpression) }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName {
            guard case .identifier(let text) = name.tokenKind else { return nil }
            return Asked(name: text, isOfAnother: false)
        }
        guard let member = expression.as(MemberAccessExprSyntax.self), let base = member.base else { return nil }
        let isOwn = base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.`self`)
        return Asked(name: member.declName.baseName.text, isOfAnother: !isOwn)
    }

    /// Finds the branches and the local variables in one walk.
    private final class Reader: SyntaxVisitor {
        private(set) var lastBranch: AbsolutePosition?
        private(set) var lastChoice: AbsolutePosition?
        private(set) var locals: [String: Asked] = [:]

        private func note(_ node: (some SyntaxProtocol)?, isChoice: Bool = true) {
            guard let node else { return }
            lastBranch = max(lastBranch ?? node.position, node.position)
            if isChoice { lastChoice = max(lastChoice ?? node.position, node.position) }
        }

        override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { branch(node.body) }
        override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind { branch(node.body) }
        override func visit(_ node: ForStmtSyntax) -> SyntaxVisitorContinueKind { branch(node.body) }
        override func visit(_ node: WhileStmtSyntax) -> SyntaxVisitorContinueKind { branch(node.body) }
        override func visit(_ node: CatchClauseSyntax) -> SyntaxVisitorContinueKind { branch(node) }
        override func visit(_ node: SwitchExprSyntax) -> SyntaxVisitorContinueKind { branch(node.leftBrace) }
        override func visit(_ node: UnresolvedTernaryExprSyntax) -> SyntaxVisitorContinueKind { branch(node) }

        override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind {
            if node.operator.text == "??" { note(node) }
            return .skipChildren
        }

        /// `letters.filter { … }`
        override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
            if let name = node.calleeName, ServiceMember.choosing.contains(name) {
                note(node.trailingClosure, isChoice: !["map", "flatMap", "compactMap", "mapError"].contains(name))
            }
            return .visitChildren
        }

        override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
            if node.typeAnnotation == nil { keep(node.pattern, node.initializer) }
            return .visitChildren
        }

        override func visit(_ node: OptionalBindingConditionSyntax) -> SyntaxVisitorContinueKind {
            keep(node.pattern, node.initializer)
            return .visitChildren
        }

        private func branch(_ start: some SyntaxProtocol) -> SyntaxVisitorContinueKind {
            note(start)
            return .visitChildren
        }

        private func keep(_ pattern: PatternSyntax, _ initializer: InitializerClauseSyntax?) {
            guard let name = pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let value = initializer?.value, let asked = ServiceMember.asked(value)
            else { return }
            locals[name] = asked
        }
    }

    /// What takes a closure that chooses among values, or gets them.
    private static let choosing: Set<String> = [
        "map", "flatMap", "compactMap", "filter", "reduce", "sorted", "first", "contains", "sink", "subscribe", "catch",
        "handleEvents", "tryMap", "mapError", "replaceError", "onNext", "onSuccess", "onError",
    ]
}
