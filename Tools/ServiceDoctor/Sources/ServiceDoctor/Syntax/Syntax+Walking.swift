import SwiftSyntax

extension SyntaxProtocol {
    /// Returns the nodes of a kind below this one, in source order.
    /// - Parameters:
    ///   - type: The kind of node.
    ///   - nested: Whether to look into closures, functions and types within.
    func descendants<Node: SyntaxProtocol>(_ type: Node.Type, nested: Bool = true) -> [Node] {
        var found: [Node] = []
        Syntax(self).collect(&found, nested: nested)
        return found
    }

    /// This node's text without the spaces and comments around it, without a copy of the tree.
    var trimmedText: String {
        let bytes = syntaxTextBytes
        return String(
            decoding: bytes.dropFirst(leadingTriviaLength.utf8Length).dropLast(trailingTriviaLength.utf8Length),
            as: UTF8.self)
    }

    /// A closure, function or type: code that runs another time.
    var opensScope: Bool { Syntax(self).kind.opensScope }

    func nearest<Node: SyntaxProtocol>(_ type: Node.Type) -> Node? {
        var node = parent
        while let current = node {
            if let match = current.as(type) { return match }
            node = current.parent
        }
        return nil
    }

    /// The innermost type or extension that this stands in.
    var enclosingType: (any DeclGroupSyntax)? {
        var node = parent
        while let current = node {
            if let group = current.declGroup { return group }
            node = current.parent
        }
        return nil
    }

    /// The names of the types that this stands in, the innermost first.
    var enclosingTypeNames: [String] {
        var names: [String] = []
        var node = parent
        while let current = node {
            if let group = current.declGroup { names.append(TypeName.last(group.declaredName)) }
            node = current.parent
        }
        return names
    }

    /// This node as a type or extension. The kind is asked first, because a cast to a protocol is slow.
    var declGroup: (any DeclGroupSyntax)? {
        let node = Syntax(self)
        return switch node.kind {
        case .classDecl: node.as(ClassDeclSyntax.self)
        case .structDecl: node.as(StructDeclSyntax.self)
        case .enumDecl: node.as(EnumDeclSyntax.self)
        case .actorDecl: node.as(ActorDeclSyntax.self)
        case .protocolDecl: node.as(ProtocolDeclSyntax.self)
        case .extensionDecl: node.as(ExtensionDeclSyntax.self)
        default: nil
        }
    }

    /// The generic parameters that this declares.
    var genericParameters: GenericParameterListSyntax? {
        let node = Syntax(self)
        let clause: GenericParameterClauseSyntax? =
            switch node.kind {
            case .functionDecl: node.as(FunctionDeclSyntax.self)?.genericParameterClause
            case .initializerDecl: node.as(InitializerDeclSyntax.self)?.genericParameterClause
            case .subscriptDecl: node.as(SubscriptDeclSyntax.self)?.genericParameterClause
            case .classDecl: node.as(ClassDeclSyntax.self)?.genericParameterClause
            case .structDecl: node.as(StructDeclSyntax.self)?.genericParameterClause
            case .enumDecl: node.as(EnumDeclSyntax.self)?.genericParameterClause
            case .actorDecl: node.as(ActorDeclSyntax.self)?.genericParameterClause
            case .typeAliasDecl: node.as(TypeAliasDeclSyntax.self)?.genericParameterClause
            default: nil
            }
        return clause?.parameters
    }

    /// The innermost function, initialiser or accessor, closures not counted.
    var enclosingFunction: Syntax? {
        var node = parent
        while let current = node {
            switch current.kind {
            case .functionDecl, .initializerDecl, .accessorDecl, .deinitializerDecl, .subscriptDecl: return current
            case .memberBlock: return nil
            default: node = current.parent
            }
        }
        return nil
    }

    /// Says whether a name is a generic parameter, or a parameter, of what stands around this, or `Self`.
    func hasParameter(named name: String) -> Bool {
        var current = parent
        while let outer = current {
            if outer.genericParameters?.contains(where: { $0.name.text == name }) ?? false { return true }
            if outer.parameter(named: name) != nil { return true }
            current = outer.parent
        }
        return name == "Self"
    }

    /// The words of the names of the function and the type around this.
    var surroundingWords: [String] {
        Words.of(nearest(FunctionDeclSyntax.self)?.name.text ?? "")
            + Words.of(enclosingType.map { TypeName.last($0.declaredName) } ?? "")
    }

    /// Says whether one of these words is written in this node as a name, before a position if one is given.
    func mentions(_ names: Set<String>, before end: AbsolutePosition? = nil) -> Bool {
        for token in tokens(viewMode: .sourceAccurate) {
            if let end, token.position >= end { return false }
            if case .identifier(let text) = token.tokenKind, names.contains(text) { return true }
        }
        return false
    }

    /// Says whether a node lies within this one.
    func contains(_ node: some SyntaxProtocol) -> Bool {
        position <= node.position && node.endPosition <= endPosition
    }
}

extension Syntax {
    /// Recurses as deep as the source nests, which ``SourceUnit`` limits.
    fileprivate func collect<Node: SyntaxProtocol>(_ found: inout [Node], nested: Bool) {
        for child in children(viewMode: .sourceAccurate) {
            let kind = child.kind
            // Most children are tokens, which have none. To ask for the kind is much of the work.
            if kind == .token, Node.self != TokenSyntax.self { continue }
            if let match = child.as(Node.self) { found.append(match) }
            if nested || !kind.opensScope { child.collect(&found, nested: nested) }
        }
    }
}

extension SyntaxKind {
    fileprivate var opensScope: Bool {
        switch self {
        case .closureExpr, .functionDecl, .initializerDecl, .deinitializerDecl, .accessorDecl, .subscriptDecl,
            .classDecl, .structDecl, .enumDecl, .actorDecl, .protocolDecl, .extensionDecl:
            true
        default:
            false
        }
    }
}

extension FunctionCallExprSyntax {
    /// The last name of what is called: `resolve` in `env.resolve(Repo.self)`.
    var calleeName: String? { Self.name(of: calledExpression) }

    /// What it is called on; nil for a plain function.
    var receiver: ExprSyntax? {
        calledExpression.as(MemberAccessExprSyntax.self)?.base
    }

    /// The name where a plain function or type is called, without anything before it.
    var plainName: String? {
        if let name = calledExpression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        guard let generic = calledExpression.as(GenericSpecializationExprSyntax.self) else { return nil }
        return generic.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    /// The type that this call makes an instance of: `Repo` of `Repo(db)` and `Repo.init(db)`; nil for functions.
    var constructedType: String? {
        var called = calledExpression
        if let member = called.as(MemberAccessExprSyntax.self), member.declName.baseName.tokenKind == .keyword(.`init`),
            let base = member.base
        {
            called = base
        }
        guard let name = TypeName(expression: called) else { return nil }
        return TypeName.withoutArguments(name.text)
    }

    func argument(_ label: String) -> LabeledExprSyntax? {
        arguments.first { $0.label?.text == label }
    }

    private static func name(of expression: ExprSyntax) -> String? {
        if let name = expression.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
        if let member = expression.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
        if let generic = expression.as(GenericSpecializationExprSyntax.self) { return name(of: generic.expression) }
        return nil
    }
}

extension StringLiteralExprSyntax {
    /// The literal's text where nothing is interpolated.
    var plainText: String? {
        var text = ""
        for segment in segments {
            guard let part = segment.as(StringSegmentSyntax.self) else { return nil }
            text += part.content.text
        }
        return text
    }
}

extension Syntax {
    /// The parameter of this function or initialiser that its body knows by a name.
    func parameter(named name: String) -> FunctionParameterSyntax? {
        let clause =
            self.as(FunctionDeclSyntax.self)?.signature.parameterClause
            ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
        return clause?.parameters.first { ($0.secondName ?? $0.firstName).text == name }
    }
}
