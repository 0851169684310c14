import SwiftSyntax

/// Which types take a service, and where code decides by what one of them answers.
struct ServiceUses: Sendable {
    /// A name that a service has in a type: `mailer` of `init(mailer: any MailService)`.
    struct Holder: Hashable, Sendable {
        /// The innermost type around it; empty outside of any.
        let type: String
        let name: String
    }

    /// A call that is tried or awaited, and by whose outcome the function around it decides something.
    struct Decision: Hashable, Sendable {
        /// Where it stands, and what is asked: `mailer` of `try await mailer.send()`.
        let asked: Holder
        /// Another object has what is asked: `services.mailer.send()`.
        let isOfAnother: Bool
        /// One way of several is taken, which is more than a value made into another.
        let isChoice: Bool
    }

    /// Who takes a service, by its protocol.
    private(set) var holders: [String: Set<Holder>] = [:]
    private(set) var decisions: Set<Decision> = []

    init() {}

    /// Reads a file of the program.
    init(_ unit: SourceUnit) {
        guard unit.kind == .production else { return }
        if !unit.words.serviceNames.isEmpty { readHolders(unit) }
        var members: [SyntaxIdentifier: ServiceMember] = [:]
        for call in unit.index.calls where Self.isWaitedFor(call) {
            guard let asked = ServiceMember.asked(call), let declaration = Self.member(around: call) else { continue }
            let member = members[declaration.id] ?? ServiceMember(declaration)
            members[declaration.id] = member
            guard member.decides(after: call) else { continue }
            let named = asked.isOfAnother ? asked : member.original(of: asked)
            decisions.insert(
                Decision(
                    asked: Holder(type: Self.type(around: call), name: named.name), isOfAnother: named.isOfAnother,
                    isChoice: member.chooses(after: call)))
        }
    }

    private mutating func readHolders(_ unit: SourceUnit) {
        for variable in unit.index.variables {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                // `let mailer = container.resolve(MailService.self)`
                if let type = binding.typeAnnotation.map({ Syntax($0) }) ?? binding.initializer.map({ Syntax($0) }) {
                    keep(name, of: type, unit)
                }
            }
        }
        let clauses =
            unit.index.functions.map(\.signature.parameterClause)
            + unit.index.initializers.map(\.signature.parameterClause)
        for parameter in clauses.flatMap(\.parameters) {
            keep((parameter.secondName ?? parameter.firstName).text, of: Syntax(parameter.type), unit)
        }
    }

    private mutating func keep(_ name: String, of type: Syntax, _ unit: SourceUnit) {
        for token in type.tokens(viewMode: .sourceAccurate) where unit.words.serviceNames.contains(token.text) {
            holders[token.text, default: []].insert(Holder(type: Self.type(around: type), name: name))
        }
    }

    private static func type(around node: some SyntaxProtocol) -> String {
        node.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
    }

    /// The member of a type, or the statement outside of types, that something stands in.
    private static func member(around node: some SyntaxProtocol) -> Syntax? {
        var current = Syntax(node)
        while let parent = current.parent {
            if parent.is(MemberBlockItemSyntax.self) || parent.parent?.parent?.is(SourceFileSyntax.self) ?? false {
                return current
            }
            current = parent
        }
        return nil
    }

    /// Tried or awaited, or what it gives goes into a closure.
    private static func isWaitedFor(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.receiver != nil else { return false }
        if call.trailingClosure != nil || call.arguments.contains(where: { $0.expression.is(ClosureExprSyntax.self) }) {
            return true
        }
        var current = call.parent
        while let node = current, !node.opensScope, !node.is(CodeBlockItemSyntax.self) {
            switch node.kind {
            case .tryExpr, .awaitExpr, .forStmt: return true
            case .variableDecl:
                return node.as(VariableDeclSyntax.self)?.modifiers.contains { $0.name.text == "async" } ?? false
            case .functionCallExpr:
                // `mailer.letters().sink { … }`
                if node.as(FunctionCallExprSyntax.self)?.trailingClosure != nil { return true }
            default: break
            }
            current = node.parent
        }
        return false
    }
}
