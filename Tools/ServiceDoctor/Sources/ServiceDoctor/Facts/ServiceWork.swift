import SwiftSyntax

/// What a service is made of: what it keeps, which types it names and whom it asks.
struct ServiceWork: Sendable {
    /// The types that it keeps, makes or asks, but for those that it only reads a constant of.
    let named: Set<String>
    /// Keeps nothing but constants of plain values.
    let keepsConstants: Bool
    /// Keeps nothing but what it is given as it is made.
    let keepsGiven: Bool
    /// One of its functions has several statements: it is more than the answer of a sample.
    let isWrittenOut: Bool
    /// Tries or waits for something that is neither its own nor made by it, as a global variable is.
    let asksGlobals: Bool
    /// Reads what lies at an address: `try Data(contentsOf: url)`.
    let readsFiles: Bool
    /// The comment above it says that the real one is still to come.
    let isStub: Bool

    /// Reads a type that is called as services are, or stands for a protocol that is; nil for others.
    init?(_ type: TypeDeclaration, in unit: SourceUnit) {
        guard [.class, .actor, .struct].contains(type.kind),
            type.name.hasSuffix("Service") || type.inherited.contains(where: { Words.nameService(TypeName.last($0)) })
        else { return nil }
        let members = type.node.memberBlock
        named = Self.named(in: members)
        let stored = Self.stored(members)
        keepsConstants = stored.allSatisfy(Self.isConstant)
        keepsGiven = stored.allSatisfy { $0.bindings.allSatisfy { $0.initializer == nil } }
        isWrittenOut = members.members.contains { member in
            member.decl.as(FunctionDeclSyntax.self)?.body.map(Self.isWrittenOut) ?? false
        }
        asksGlobals = Self.asksGlobals(members)
        readsFiles = Self.readsFiles(members)
        isStub = type.node.leadingTrivia.contains { piece in
            CatchClauseSyntax.comment(piece).map { comment in
                comment.lowercased().split { !$0.isLetter }.contains(where: Self.stubs.contains)
            } ?? false
        }
    }

    /// Several statements, were they in a closure: `return try await Task.detached { … }.value`.
    private static func isWrittenOut(_ body: CodeBlockSyntax) -> Bool {
        body.statements.count > 1 || body.descendants(CodeBlockItemSyntax.self).count > 3
    }

    private static let stubs: Set<Substring> = ["stub", "placeholder", "dummy"]

    /// `URLSession` of `URLSession.shared` and `URLSession(…)`, but no `Player` of `Player.sampleRate`.
    private static func named(in members: MemberBlockSyntax) -> Set<String> {
        var names: Set<String> = []
        for token in members.tokens(viewMode: .sourceAccurate) {
            guard case .identifier(let text) = token.tokenKind, let first = text.utf8.first,
                first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z"), !isConstant(of: token),
                !isReplaceable(token)
            else { continue }
            names.insert(text)
        }
        return names
    }

    /// `Network.shared` of `init(network: any NetworkService = Network.shared)`: tests give something else.
    private static func isReplaceable(_ token: TokenSyntax) -> Bool {
        var current = token.parent
        while let outer = current, !outer.is(CodeBlockSyntax.self), !outer.is(MemberBlockSyntax.self) {
            if outer.is(InitializerClauseSyntax.self) {
                return outer.parent?.is(FunctionParameterSyntax.self) ?? false
                    && outer.nearest(InitializerDeclSyntax.self) != nil
            }
            current = outer.parent
        }
        return false
    }

    private static func isConstant(of type: TokenSyntax) -> Bool {
        guard let period = type.nextToken(viewMode: .sourceAccurate), period.tokenKind == .period,
            let member = period.nextToken(viewMode: .sourceAccurate), member.tokenKind != .keyword(.`init`),
            member.text.first?.isLowercase ?? false, !instances.contains(member.text)
        else { return false }
        return member.nextToken(viewMode: .sourceAccurate)?.tokenKind != .leftParen
    }

    private static let instances: Set<String> = [
        "shared", "default", "standard", "current", "main", "general", "instance",
    ]

    private static func stored(_ members: MemberBlockSyntax) -> [VariableDeclSyntax] {
        members.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { variable in
            !variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
                && variable.bindings.contains { $0.accessorBlock == nil }
        }
    }

    /// `let limit = 400`, `let rate: Double`, `let defaults: UserDefaults`
    private static func isConstant(_ variable: VariableDeclSyntax) -> Bool {
        variable.bindingSpecifier.tokenKind == .keyword(.let)
            && variable.bindings.allSatisfy { binding in
                if let type = binding.typeAnnotation?.type {
                    return named(in: type).isSubset(of: PlainTypes.values.union(PlainTypes.defaults))
                }
                guard let value = binding.initializer?.value else { return false }
                return named(in: value).isSubset(of: PlainTypes.values.union(PlainTypes.defaults))
                    && value.descendants(DeclReferenceExprSyntax.self).allSatisfy { reference in
                        reference.baseName.text.first?.isUppercase ?? false
                            || reference.parent?.is(MemberAccessExprSyntax.self) ?? false
                    }
            }
    }

    private static func named(in node: some SyntaxProtocol) -> Set<String> {
        Set(
            node.tokens(viewMode: .sourceAccurate).compactMap { token in
                guard case .identifier(let text) = token.tokenKind, text.first?.isUppercase ?? false else { return nil }
                return text
            })
    }

    private static func asksGlobals(_ members: MemberBlockSyntax) -> Bool {
        var asked: Set<String> = []
        var own: Set<String> = []
        read(Syntax(members), isTried: false, &asked, &own)
        return !asked.isEmpty && !asked.isSubset(of: own)
    }

    /// Notes whom attempts and waits ask, and its properties and functions with the variables and parameters in them, in one walk.
    private static func read(_ node: Syntax, isTried: Bool, _ asked: inout Set<String>, _ own: inout Set<String>) {
        var isTried = isTried
        switch node.kind {
        case .token: return
        case .awaitExpr, .tryExpr: isTried = true
        case .functionCallExpr:
            if isTried, let name = node.as(ExprSyntax.self).flatMap(root) { asked.insert(name) }
        case .identifierPattern:
            if let name = node.as(IdentifierPatternSyntax.self)?.identifier.text { own.insert(name) }
        case .functionDecl:
            if let name = node.as(FunctionDeclSyntax.self)?.name.text { own.insert(name) }
        case .closureShorthandParameter:
            if let name = node.as(ClosureShorthandParameterSyntax.self)?.name.text { own.insert(name) }
        case .functionParameter:
            if let parameter = node.as(FunctionParameterSyntax.self) {
                own.insert((parameter.secondName ?? parameter.firstName).text)
            }
        default: break
        }
        for child in node.children(viewMode: .sourceAccurate) { read(child, isTried: isTried, &asked, &own) }
    }

    /// `store` of `store.rows().first(where: isOpen)`; nil for what begins with a type, `self` or a period.
    private static func root(of expression: ExprSyntax) -> String? {
        var current = expression
        while true {
            if let call = current.as(FunctionCallExprSyntax.self) {
                current = call.calledExpression
            } else if let chain = current.as(OptionalChainingExprSyntax.self) {
                current = chain.expression
            } else if let item = current.as(SubscriptCallExprSyntax.self) {
                current = item.calledExpression
            } else if let member = current.as(MemberAccessExprSyntax.self) {
                guard let base = member.base else { return nil }
                current = base
            } else {
                break
            }
        }
        guard let name = current.as(DeclReferenceExprSyntax.self)?.baseName, case .identifier(let text) = name.tokenKind
        else { return nil }
        return text.first?.isLowercase ?? false ? text : nil
    }

    private static func readsFiles(_ members: MemberBlockSyntax) -> Bool {
        members.descendants(FunctionCallExprSyntax.self).contains { call in
            call.constructedType != nil
                && call.arguments.first?.label.map { $0.text.hasPrefix("contentsOf") } ?? false
        }
    }
}
