#if Macros
import SwiftSyntax

/// A parameter of a requirement.
struct Parameter {
    let syntax: FunctionParameterSyntax
    /// The argument label of a call; nil for none.
    let label: String?
    /// What the generated code calls it.
    let name: String
    /// The type without attributes and specifiers.
    let type: TypeSyntax
    /// What is written before the type, without the `@`.
    let typeAttributes: [String]
    private let attributes: [String]
    private let specifiers: [String]

    /// - Parameters:
    ///   - position: Names a parameter without a name.
    ///   - isSubscript: Whether a single name is no argument label.
    init(_ syntax: FunctionParameterSyntax, position: Int, isSubscript: Bool) {
        self.syntax = syntax
        let first = syntax.firstName.text
        let second = syntax.secondName?.text
        let label = isSubscript && second == nil ? "_" : first
        self.label = label == "_" ? nil : label
        let name = second ?? first
        self.name = name == "_" ? "argument\(position + 1)" : name
        let parts = TypeParts(syntax.type)
        type = parts.base
        typeAttributes = parts.attributes
        attributes = typeAttributes + syntax.attributes.plain.map(\.name)
        specifiers = parts.specifiers + syntax.modifiers.map(\.name.text)
    }

    var isVariadic: Bool { syntax.ellipsis != nil }
    var isInout: Bool { specifiers.contains("inout") }
    var isIsolated: Bool { specifiers.contains("isolated") }
    /// Whether it may be read, and not kept.
    var isBorrowed: Bool { specifiers.contains("borrowing") }
    /// Whether it is handed over, and gone then.
    var isHandedOver: Bool { !Set(specifiers).isDisjoint(with: ["consuming", "sending"]) }
    /// Whether it can be handed over only once.
    var isOwned: Bool { isBorrowed || isHandedOver }
    /// Whether it is a parameter pack: `repeat each T`.
    var isPack: Bool { type.is(PackExpansionTypeSyntax.self) }
    var isAutoclosure: Bool { attributes.contains("autoclosure") }

    /// The function type of a closure, also of an optional one.
    var closure: FunctionTypeSyntax? { TypeParts(type.unwrapped).base.unparenthesized.as(FunctionTypeSyntax.self) }

    private var isOptional: Bool { type.unwrapped.id != type.id }

    /// Whether it is a closure that ends with the call.
    var isNonescaping: Bool {
        closure != nil && !isOptional && !isAutoclosure && !attributes.contains("escaping")
    }

    /// Whether a closure may be stored where any thread can call it. One that is isolated to a global actor may be.
    var isSendableClosure: Bool {
        let all = attributes + TypeParts(type.unwrapped.unparenthesized).attributes
        return all.contains { $0 == "Sendable" || $0.first?.isUppercase == true }
    }

    /// The name in code that reads it.
    var reference: String { name.escaped }

    /// The parameter as the generated declaration writes it.
    func declaration(isSubscript: Bool) -> String {
        var syntax = syntax.trimmed
        syntax.trailingComma = nil
        syntax.defaultValue = nil
        if (syntax.secondName ?? syntax.firstName).text == "_" {
            syntax.firstName = syntax.firstName.with(\.trailingTrivia, .space)
            syntax.secondName = .identifier(name)
        }
        return syntax.trimmedDescription
    }

    /// The call of an autoclosure.
    var evaluated: String {
        let effects = closure?.effectSpecifiers
        return (effects?.throwsClause == nil ? "" : "try ") + (effects?.asyncSpecifier == nil ? "" : "await ")
            + "\(reference)()"
    }

    /// The argument that forwards it.
    var forwarded: String {
        let value: String
        if isInout {
            value = "&\(reference)"
        } else if isAutoclosure {
            value = evaluated
        } else {
            value = (isPack ? "repeat each " : "") + reference
        }
        return (label.map { "\($0.asLabel): " } ?? "") + value
    }
}

/// A type with what is written before it taken off.
struct TypeParts {
    let base: TypeSyntax
    let attributes: [String]
    let specifiers: [String]

    init(_ type: TypeSyntax) {
        guard let attributed = type.as(AttributedTypeSyntax.self) else {
            base = type.trimmed
            attributes = []
            specifiers = []
            return
        }
        base = attributed.baseType.trimmed
        attributes = attributed.attributes.plain.map { String($0.trimmedDescription.dropFirst()) }
        specifiers = attributed.specifiers.map { $0.trimmedDescription }
    }
}

extension TypeSyntax {
    /// The type in an optional, or the type itself.
    var unwrapped: TypeSyntax {
        if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.unparenthesized }
        if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            return optional.wrappedType.unparenthesized
        }
        return self
    }

    /// The type in parentheses, or the type itself.
    var unparenthesized: TypeSyntax {
        guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1, let only = tuple.elements.first,
            only.firstName == nil
        else { return self }
        return only.type.unparenthesized
    }

    /// The type that a value of it is stored as: what only parameters and results may say is taken off.
    var ofValue: TypeSyntax {
        if var attributed = self.as(AttributedTypeSyntax.self), !attributed.specifiers.isEmpty {
            attributed.specifiers = []
            return TypeSyntax(attributed.trimmed).ofValue
        }
        return ofResult
    }

    /// The type as a closure returns it, which is never unwrapped by itself.
    var ofResult: TypeSyntax {
        guard let forced = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) else { return self }
        return TypeSyntax(OptionalTypeSyntax(wrappedType: forced.wrappedType.trimmed))
    }

    /// Whether one of some names is written in it.
    func mentions(_ names: Set<String>) -> Bool {
        tokens(viewMode: .sourceAccurate).contains { names.contains($0.text) }
    }
}

extension String {
    /// The name in backticks where it needs them.
    var escaped: String {
        hasPrefix("`") || isPlainName && !Keywords.all.contains(self) ? self : "`\(self)`"
    }

    /// The name as an argument label, which may be a keyword.
    var asLabel: String {
        let name = unescaped
        return name.isPlainName && !["_", "inout"].contains(name) ? name : "`\(name)`"
    }

    /// Whether it is letters, digits and underscores, as names without backticks are.
    var isPlainName: Bool {
        guard let first = unicodeScalars.first, !("0"..."9").contains(first) else { return false }
        return unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "0"..."9", "A"..."Z", "a"..."z", "_": true
            default: !scalar.isASCII
            }
        }
    }

    /// The name without backticks.
    var unescaped: String { filter { $0 != "`" } }
}

/// The words that are no names.
enum Keywords {
    static let all: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
        "else",
        "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in",
        "init",
        "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
        "repeat",
        "rethrows", "return", "self", "Self", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true",
        "try", "typealias", "var", "where", "while", "Any",
        // As the name of a member.
        "Type", "Protocol",
    ]
}
#endif
