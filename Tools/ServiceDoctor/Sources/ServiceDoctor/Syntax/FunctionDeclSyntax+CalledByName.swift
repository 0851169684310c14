import SwiftSyntax

extension FunctionDeclSyntax {
    /// Says whether only code that names a function can call it, but for what its type stands for.
    var isCalledByName: Bool { isForCode && !(name.text.first?.isUppercase ?? false) }

    /// The same, whatever letter the name begins with.
    var isForCode: Bool {
        // Of what has one or two letters, or letters beyond ASCII, nobody notes who names it.
        isMemberOrGlobal && name.text.utf8.count > 2
            && name.text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "`") }
            && name.text.first.map { $0.isLetter || $0 == "_" } ?? false
            && attributes.names.allSatisfy(Self.plain.contains)
            && (enclosingType?.attributes.names ?? []).allSatisfy { !Self.objectiveC.contains($0) }
            && !modifiers.contains(where: \.isForOthers)
    }

    var isMemberOrGlobal: Bool {
        if parent?.is(MemberBlockItemSyntax.self) ?? false { return true }
        return parent?.as(CodeBlockItemSyntax.self)?.parent?.parent?.is(SourceFileSyntax.self) ?? false
    }

    private static let plain: Set<String> = ["MainActor", "available", "discardableResult", "concurrent", "Sendable"]

    private static let objectiveC: Set<String> = ["objc", "objcMembers"]
}

extension DeclModifierSyntax {
    /// `override` or `dynamic`: others than code that names the declaration may use it.
    var isForOthers: Bool { [.keyword(.override), .keyword(.dynamic)].contains(name.tokenKind) }
}
