import SwiftSyntax

/// A type's name in one spelling: without `any`, `some`, parentheses, attributes and the spaces between.
struct TypeName: Sendable, Hashable {
    let text: String
    let isOptional: Bool

    private init(text: String, isOptional: Bool) {
        self.text = text
        self.isOptional = isOptional
    }

    init(_ type: TypeSyntax) {
        var type = type
        var isOptional = false
        while true {
            if let optional = type.as(OptionalTypeSyntax.self) {
                isOptional = true
                type = optional.wrappedType
            } else if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
                type = optional.wrappedType
            } else if let some = type.as(SomeOrAnyTypeSyntax.self) {
                type = some.constraint
            } else if let attributed = type.as(AttributedTypeSyntax.self) {
                type = attributed.baseType
            } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
                let element = tuple.elements.first
            {
                type = element.type
            } else {
                break
            }
        }
        self.isOptional = isOptional
        text = Self.squeezed(type)
    }

    /// Reads a type written as an expression, as `Repo.self` or `(any Repo).self` name it before `.self`.
    init?(expression: ExprSyntax) {
        var expression = expression
        while let tuple = expression.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let element = tuple.elements.first
        {
            expression = element.expression
        }
        if let type = expression.as(TypeExprSyntax.self) {
            self.init(type.type)
        } else if let optional = expression.as(OptionalChainingExprSyntax.self),
            let inner = TypeName(expression: optional.expression)
        {
            self.init(text: inner.text, isOptional: true)
        } else if Self.namesType(expression) || Self.namesCollection(expression) {
            self.init(text: Self.squeezed(expression), isOptional: false)
        } else {
            return nil
        }
    }

    /// Says whether an expression is a name, or names with dots between, of which the last begins like a type's.
    private static func namesType(_ expression: ExprSyntax) -> Bool {
        if let generic = expression.as(GenericSpecializationExprSyntax.self) { return namesType(generic.expression) }
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return beginsLikeType(name.baseName.text)
        }
        guard let member = expression.as(MemberAccessExprSyntax.self),
            beginsLikeType(member.declName.baseName.text)
        else {
            return false
        }
        var base = member.base
        while let outer = base?.as(MemberAccessExprSyntax.self) { base = outer.base }
        return base?.is(DeclReferenceExprSyntax.self) ?? false
            || base?.is(GenericSpecializationExprSyntax.self) ?? false
    }

    /// `[any Plugin]` and `[String: Rate]`.
    private static func namesCollection(_ expression: ExprSyntax) -> Bool {
        if let array = expression.as(ArrayExprSyntax.self) {
            return array.elements.count == 1 && array.elements.allSatisfy { TypeName(expression: $0.expression) != nil }
        }
        guard let elements = expression.as(DictionaryExprSyntax.self)?.content.as(DictionaryElementListSyntax.self)
        else {
            return false
        }
        return elements.count == 1
            && elements.allSatisfy { TypeName(expression: $0.key) != nil && TypeName(expression: $0.value) != nil }
    }

    /// The first byte decides where it is ASCII, as a character's properties are slow to ask.
    private static func beginsLikeType(_ name: String) -> Bool {
        guard let byte = name.utf8.first else { return false }
        return byte < 0x80 ? byte >= 0x41 && byte <= 0x5A : name.first?.isUppercase ?? false
    }

    /// The names of a composition's parts; of another type its own name. Generic arguments are dropped.
    static func parts(of type: TypeSyntax) -> [String] {
        if let composition = type.as(CompositionTypeSyntax.self) {
            return composition.elements.flatMap { parts(of: $0.type) }
        }
        return [withoutArguments(TypeName(type).text)]
    }

    /// `Repo` of `Repo<User>`.
    static func withoutArguments(_ text: String) -> String {
        text.utf8.firstIndex(of: UInt8(ascii: "<")).map { String(text[..<$0]) } ?? text
    }

    /// `Inner` of `Outer.Inner`.
    static func last(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "<") }) else { return text }
        return withoutArguments(text).split(separator: ".").last.map(String.init) ?? text
    }

    /// A type's tokens without what stands between them.
    private static func squeezed(_ node: some SyntaxProtocol) -> String {
        if let plain = node.as(IdentifierTypeSyntax.self), plain.genericArgumentClause == nil { return plain.name.text }
        if let plain = node.as(DeclReferenceExprSyntax.self), plain.argumentNames == nil { return plain.baseName.text }
        return node.tokens(viewMode: .sourceAccurate).lazy.filter {
            $0.tokenKind != .keyword(.any) && $0.tokenKind != .keyword(.some)
        }.map(\.text).joined()
    }
}
