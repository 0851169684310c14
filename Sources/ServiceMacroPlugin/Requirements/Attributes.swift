#if Macros
import SwiftSyntax

extension AttributeSyntax {
    /// The name without the module.
    var name: String {
        if let member = attributeName.as(MemberTypeSyntax.self) { return member.name.text }
        return attributeName.as(IdentifierTypeSyntax.self)?.name.text ?? attributeName.trimmedDescription
    }

    /// The arguments of a macro's attribute.
    var labeledArguments: LabeledExprListSyntax? {
        if case .argumentList(let list) = arguments { list } else { nil }
    }
}

extension AttributeListSyntax {
    /// The attributes outside of `#if`.
    var plain: [AttributeSyntax] {
        compactMap { element in
            if case .attribute(let attribute) = element { attribute } else { nil }
        }
    }

    /// The first attribute of a name.
    func first(named name: String) -> AttributeSyntax? { plain.first { $0.name == name } }

    func contains(named name: String) -> Bool { first(named: name) != nil }
}

/// The attributes that these macros read. Generated code never repeats them.
enum Marker {
    static let all: Set<String> = [
        "Resilient", "Mock", "Idempotent", "Fallback", "Unguarded", "Recorded", "StubName", "Injectable", "Inject",
    ]
}

extension AttributeListSyntax {
    /// The attributes that a generated member repeats, each followed by a space.
    var repeated: String {
        plain.filter { !Marker.all.contains($0.name) && $0.name != "objc" }
            .map { $0.trimmedDescription + " " }.joined()
    }

    /// The attributes of a protocol that a generated type repeats: its availability and its global actor, which is the only
    /// attribute of a protocol that has no arguments and a name in upper case, except for other packages' macros.
    var repeatedOnType: String {
        let macros: Set<String> = ["Mockable", "Spyable", "AutoMockable", "DebugDescription"]
        return plain.filter { attribute in
            if attribute.name == "available" { return true }
            return attribute.arguments == nil && attribute.name.first?.isUppercase == true
                && !Marker.all.contains(attribute.name) && !macros.contains(attribute.name)
        }.map { $0.trimmedDescription + " " }.joined()
    }
}

extension DeclModifierListSyntax {
    func contains(_ name: String) -> Bool { contains { $0.name.text == name } }

    /// The modifiers that a generated member repeats, each followed by a space.
    var repeated: String {
        let dropped: Set<String> = [
            "mutating", "optional", "public", "internal", "package", "open", "private", "fileprivate",
        ]
        return filter { !dropped.contains($0.name.text) }.map { $0.trimmedDescription + " " }.joined()
    }

    /// The access that is written, if any.
    var writtenAccess: Access? {
        lazy.filter { $0.detail == nil }.compactMap { Access(rawValue: $0.name.text) }.first
    }

    /// The access that is written, or that of the extension around it.
    ///
    /// - Parameter context: What is around it, the innermost first.
    func access(within context: [Syntax]) -> Access {
        writtenAccess ?? context.first?.as(ExtensionDeclSyntax.self)?.modifiers.writtenAccess ?? .internal
    }
}

/// Who may see a declaration.
enum Access: String {
    case `private`, `fileprivate`, `internal`, package, `public`, open

    /// The modifier of a generated type, followed by a space.
    var onType: String {
        switch self {
        case .internal: ""
        case .open: "public "
        case .private, .fileprivate, .package, .public: rawValue + " "
        }
    }

    /// The modifier of the members of such a type, followed by a space.
    var onMember: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package: "package "
        case .public, .open: "public "
        }
    }
}
#endif
