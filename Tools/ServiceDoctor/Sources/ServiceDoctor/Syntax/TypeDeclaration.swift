import SwiftSyntax

/// A type or extension as it is written.
struct TypeDeclaration {
    enum Kind: Sendable {
        case `class`, `struct`, `enum`, actor, `protocol`, `extension`
    }

    let kind: Kind
    let node: any DeclGroupSyntax
    /// In a test, a preview or `#if DEBUG`.
    let isSetAside: Bool
    let name: String
    let inherited: [String]
    let attributes: [String]

    init(kind: Kind, node: some DeclGroupSyntax, isSetAside: Bool) {
        self.kind = kind
        self.node = node
        self.isSetAside = isSetAside
        name = node.declaredName
        inherited = node.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        attributes = node.attributes.names
    }

    var isPublic: Bool {
        node.modifiers.contains { $0.name.tokenKind == .keyword(.public) || $0.name.tokenKind == .keyword(.open) }
    }
}

extension DeclGroupSyntax {
    /// The name of a type, or the name of the type that an extension extends.
    var declaredName: String {
        let node = Syntax(self)
        return switch node.kind {
        case .extensionDecl: node.as(ExtensionDeclSyntax.self).map { TypeName($0.extendedType).text } ?? ""
        case .classDecl: node.as(ClassDeclSyntax.self)?.name.text ?? ""
        case .structDecl: node.as(StructDeclSyntax.self)?.name.text ?? ""
        case .enumDecl: node.as(EnumDeclSyntax.self)?.name.text ?? ""
        case .actorDecl: node.as(ActorDeclSyntax.self)?.name.text ?? ""
        case .protocolDecl: node.as(ProtocolDeclSyntax.self)?.name.text ?? ""
        default: ""
        }
    }

    /// The type's name with those it is nested in: `Outer.Inner`.
    var qualifiedName: String {
        var names = [declaredName]
        var node = parent
        while let current = node {
            if let group = current.declGroup { names.append(group.declaredName) }
            node = current.parent
        }
        return names.reversed().joined(separator: ".")
    }
}

extension AttributeListSyntax {
    /// The attributes' names without `@` and arguments, those within `#if` included.
    var names: [String] {
        flatMap { element -> [String] in
            switch element {
            case .attribute(let attribute):
                [TypeName(attribute.attributeName).text]
            case .ifConfigDecl(let config):
                config.clauses.flatMap { clause -> [String] in
                    guard case .attributes(let list) = clause.elements else { return [] }
                    return list.names
                }
            }
        }
    }

    func attribute(named names: Set<String>) -> AttributeSyntax? {
        for case .attribute(let attribute) in self where names.contains(TypeName(attribute.attributeName).text) {
            return attribute
        }
        return nil
    }
}
