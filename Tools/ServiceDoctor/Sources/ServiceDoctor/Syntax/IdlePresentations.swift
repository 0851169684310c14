import SwiftSyntax

/// Recognises alerts, sheets and the like that never appear: nothing sets the flag that they are bound to.
enum IdlePresentations {
    /// Says whether something stands in one.
    static func contain(_ node: some SyntaxProtocol, in unit: SourceUnit) -> Bool {
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let call = outer.as(FunctionCallExprSyntax.self), let flag = flag(of: call) {
                return isNeverSet(flag, unit)
            }
            current = outer.parent
        }
        return false
    }

    /// Returns what a file names, but for functions that it only calls in such ones: nothing calls those.
    static func mentions(in unit: SourceUnit) -> [SourceWords.Mention] {
        let unshown = onlyCalled(in: unit)
        return unshown.isEmpty ? unit.words.mentions : unit.words.mentions.filter { !unshown.contains($0.name) }
    }

    private static func onlyCalled(in unit: SourceUnit) -> Set<NameDigest> {
        guard unit.kind == .production, unit.bytes.contains(word: "isPresented") else { return [] }
        let closures = unit.index.calls.filter { flag(of: $0).map { isNeverSet($0, unit) } ?? false }.flatMap(closures)
        guard !closures.isEmpty else { return [] }
        let called = Set(closures.flatMap { $0.descendants(FunctionCallExprSyntax.self) }.compactMap(\.calleeName))
        return Set(
            called.filter { name in
                unit.names.mentions(of: name).allSatisfy { mention in closures.contains { $0.contains(mention) } }
            }.map { NameDigest($0) })
    }

    /// `showsError` of `.alert("Error", isPresented: $showsError) { … }`.
    private static func flag(of call: FunctionCallExprSyntax) -> String? {
        guard let name = call.calleeName, presenting.contains(name),
            let flag = call.argument("isPresented")?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            flag.hasPrefix("$")
        else { return nil }
        return String(flag.dropFirst())
    }

    private static let presenting: Set<String> = [
        "alert", "sheet", "popover", "fullScreenCover", "confirmationDialog",
    ]

    private static func closures(of call: FunctionCallExprSyntax) -> [ClosureExprSyntax] {
        call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
            + [call.trailingClosure].compactMap(\.self) + call.additionalTrailingClosures.map(\.closure)
    }

    /// A private state that is only ever `false`.
    private static func isNeverSet(_ flag: String, _ unit: SourceUnit) -> Bool {
        let declared = unit.index.variables.filter { variable in
            variable.bindings.contains { $0.pattern.trimmedText == flag }
        }
        guard declared.count == 1, let variable = declared.first, variable.isPrivateProperty,
            variable.bindings.first?.initializer?.value.trimmedText == "false"
        else { return false }
        // One binding is the alert's own; another may be given away.
        let tokens = unit.names.tokens(of: flag)
        let bindings = tokens.count { $0.text == "$\(flag)" }
        let isSet = tokens.contains { token in
            guard let reference = token.parent?.as(DeclReferenceExprSyntax.self) else { return false }
            return reference.isAssignedTo
                ? !setsFalse(reference) : token.nextToken(viewMode: .sourceAccurate)?.text == "."
        }
        return bindings <= 1 && !isSet
    }

    private static func setsFalse(_ target: DeclReferenceExprSyntax) -> Bool {
        target.nearest(SequenceExprSyntax.self)?.elements.last?.trimmedText == "false"
    }
}
