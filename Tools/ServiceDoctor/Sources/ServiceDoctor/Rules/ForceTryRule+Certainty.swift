import SwiftSyntax

// How much the source shows of whether a `try!` can fail.
extension ForceTryRule {
    /// How much the source shows of whether a call can fail at run time.
    enum Certainty: Equatable {
        case none, full
        /// Full unless the project shows that these are harmless: what it declares itself, or opens all over.
        case unless([String])
    }

    static func certainty(of node: TryExprSyntax, _ unit: SourceUnit) -> Certainty {
        let calls = node.descendants(FunctionCallExprSyntax.self, nested: false)
        if waits(node, calls) || throwsAnyway(node, calls, unit) { return .full }
        if mustNotThrow(node) || comesAfterPreviews(node, unit) || encrypts(node) { return .none }
        var functions: [String] = []
        for call in calls where !FirstRun.settles(call) {
            switch OutsideWork.verdict(on: call) {
            case .certain:
                guard let store = defaultStore(call) else { return .full }
                functions.append("\(opened)\(store)")
            case .function(let name):
                if standard.contains(name) { continue }
                if throwsItself(name, unit), call.arguments.isEmpty || usesParameter(call) { return .full }
                // What is given constants only answers in every run alike.
                let isFixed = call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
                if call.arguments.isEmpty || !isFixed { functions.append(name) }
            case .unknown:
                if call.receiver != nil, call.constructedType == nil, let name = call.calleeName {
                    functions.append("\(method)\(name)")
                }
            }
        }
        return functions.isEmpty ? .none : .unless(functions)
    }

    /// The place that a file is read from, where nothing else is done: `try! String(contentsOf: scriptURL)`; or the function that
    /// reads it: `try! JSON(data: menuData())`.
    static func placesRead(by node: TryExprSyntax) -> [BundleFacts.Origin] {
        guard let call = node.expression.as(FunctionCallExprSyntax.self) else { return [] }
        if let data = call.argument("data") ?? call.argument("from"),
            let reader = data.expression.as(FunctionCallExprSyntax.self), reader.constructedType == nil
        {
            return [BundleFacts.origin(of: data.expression)]
        }
        guard call.constructedType != nil, let place = call.arguments.first,
            place.label.map({ BundleFacts.isPlace($0.text) }) ?? false
        else { return [] }
        return [BundleFacts.origin(of: place.expression)]
    }

    /// `cipher.aesEncrypt(text, key: key, iv: iv)`: with a key of the right length, which is a constant as a rule, nothing can fail.
    private static func encrypts(_ node: TryExprSyntax) -> Bool {
        guard let call = node.expression.as(FunctionCallExprSyntax.self), call.constructedType == nil else {
            return false
        }
        let words = Words.of(call.calleeName ?? "")
        return words.first == "encrypt" || words.last == "encrypt"
    }

    /// Functions of the standard library, which throw nothing.
    private static let standard: Set<String> = [
        "abs", "max", "min", "zip", "stride", "sequence", "type", "repeatElement", "unsafeBitCast",
    ]

    /// The type of a store that is made without saying which: `Realm()`, and `Realm(actor: self)`, which says where it is used.
    private static func defaultStore(_ call: FunctionCallExprSyntax) -> String? {
        guard let type = call.constructedType, call.trailingClosure == nil,
            call.arguments.allSatisfy({ $0.label?.text == "actor" })
        else { return nil }
        return TypeName.last(type)
    }

    private static func opensDefaultStore(_ call: FunctionCallExprSyntax) -> Bool {
        guard defaultStore(call) != nil, case .certain = OutsideWork.verdict(on: call) else { return false }
        return true
    }

    /// Waits for something other than a task of its own.
    private static func waits(_ node: TryExprSyntax, _ calls: [FunctionCallExprSyntax]) -> Bool {
        let isWaiting =
            node.parent?.is(AwaitExprSyntax.self) ?? false
            || !node.descendants(AwaitExprSyntax.self, nested: false).isEmpty
        return isWaiting && !calls.isEmpty
            && !calls.contains { ownWaits.contains($0.calleeName ?? "") || opensDefaultStore($0) }
    }

    private static let ownWaits: Set<String> = [
        "next", "waitForAll", "sleep", "yield", "checkCancellation", "withThrowingTaskGroup",
    ]

    /// Calls a function of some value, or one of the file that throws, in a function that throws anyway, where `try` would do.
    private static func throwsAnyway(
        _ node: TryExprSyntax, _ calls: [FunctionCallExprSyntax], _ unit: SourceUnit
    ) -> Bool {
        let function = node.enclosingFunction?.as(FunctionDeclSyntax.self)
        guard function?.signature.effectSpecifiers?.throwsClause != nil, node.nearest(ClosureExprSyntax.self) == nil
        else {
            return false
        }
        return calls.contains { call in
            let name = call.calleeName ?? ""
            return call.constructedType == nil && (call.receiver != nil || throwsItself(name, unit))
                && !name.hasSuffix("Match") && !call.arguments.isEmpty
                && !call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
        }
    }

    /// A function of this file has a `throw` of its own.
    private static func throwsItself(_ name: String, _ unit: SourceUnit) -> Bool {
        unit.index.functions.contains { $0.name.text == name && !$0.descendants(ThrowStmtSyntax.self).isEmpty }
    }

    /// Is given something that the function around it was given, or that was made of that: what it makes up itself, it knows.
    private static func usesParameter(_ call: FunctionCallExprSyntax) -> Bool {
        func isGiven(_ expression: ExprSyntax) -> Bool {
            let names =
                [expression.as(DeclReferenceExprSyntax.self)].compactMap(\.self)
                + expression.descendants(DeclReferenceExprSyntax.self)
            return names.contains { name in
                call.hasParameter(named: name.baseName.text)
                    || ForcedValue.localValue(of: ExprSyntax(name)).map(isGiven) ?? false
            }
        }
        return call.arguments.contains { isGiven($0.expression) }
    }

    /// A function that must return a value and cannot be declared to throw, as it overrides another one or a protocol may ask for it;
    /// or a deprecated one.
    private static func mustNotThrow(_ node: TryExprSyntax) -> Bool {
        guard let function = node.enclosingFunction?.as(FunctionDeclSyntax.self) else { return false }
        if function.attributes.isDeprecated { return true }
        guard let result = function.signature.returnClause?.type else { return false }
        if function.modifiers.contains(where: { $0.name.tokenKind == .keyword(.override) }) {
            return !TypeName(result).isOptional
        }
        guard let conformance = node.enclosingType?.as(ExtensionDeclSyntax.self)?.inheritanceClause,
            !conformance.inheritedTypes.isEmpty, node.nearest(ClosureExprSyntax.self) == nil
        else { return false }
        let isHidden = function.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
        return !isHidden && !TypeName(result).isOptional && function.signature.effectSpecifiers?.throwsClause == nil
    }

    /// A constant of the file behind its previews, which is for them.
    private static func comesAfterPreviews(_ node: TryExprSyntax, _ unit: SourceUnit) -> Bool {
        guard node.enclosingType == nil, node.enclosingFunction == nil else { return false }
        return unit.tree.statements.contains { item in
            let macro =
                item.item.as(MacroExpansionExprSyntax.self)?.macroName
                ?? item.item.as(MacroExpansionDeclSyntax.self)?.macroName
            return item.position < node.position && macro?.text == "Preview"
        }
    }
}
