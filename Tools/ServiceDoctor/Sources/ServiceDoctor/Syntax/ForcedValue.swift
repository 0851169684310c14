import SwiftSyntax

/// Judges what stands before `!` or `as!`: whether it can fail at all.
enum ForcedValue {
    /// Fails always or never, so that one run shows it: made or looked up with literals only.
    static func cannotFail(_ expression: ExprSyntax) -> Bool {
        if isDirectory(expression) || isInfo(expression) { return true }
        if let value = localValue(of: expression, constantsOnly: true) { return cannotFail(value) }
        guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
        if call.calleeName == "instantiateInitialViewController" { return true }
        // `[a, b].randomElement()!`
        if let list = call.receiver?.as(ArrayExprSyntax.self), !list.elements.isEmpty { return true }
        guard !call.arguments.isEmpty else { return false }
        if let name = call.calleeName, makers.contains(where: name.hasPrefix), name != "fetch" { return true }
        let callee = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName
        let isMade =
            call.constructedType != nil || call.plainName == "Self" || callee?.tokenKind == .keyword(.`init`)
        if isMade, call.arguments.allSatisfy({ isConstant($0.expression) }),
            call.arguments.contains(where: { isLiteral($0.expression) || isPath($0.expression) })
        {
            return true
        }
        // What is configured does not decide whether the image is there.
        if isMade, ["named", "systemName"].contains(call.arguments.first?.label?.text),
            let name = call.arguments.first?.expression, isConstant(name)
        {
            return true
        }
        // A suite is a constant of the project, whatever it is called.
        if call.plainName == "UserDefaults", call.argument("suiteName") != nil { return true }
        guard let name = callee?.text ?? call.plainName else { return false }
        // Every Swift string can be encoded in every form of Unicode.
        if name == "data", let encoding = call.argument("using")?.expression.trimmedText {
            return encoding.split(separator: ".").last?.hasPrefix("utf") ?? false
        }
        // The folders of the system, the app's own files and its group.
        if lookups.contains(name), call.arguments.contains(where: { isLiteral($0.expression) }) {
            return call.arguments.allSatisfy { isConstant($0.expression) }
        }
        return name == "containerURL"
    }

    /// Turns values of the program into data and calls nothing else: an error there is a mistake in the code.
    /// - Parameters:
    ///   - expression: The expression, with or without its `try`.
    ///   - orCompiles: Whether a regular expression may be made as well.
    static func onlyEncodes(_ expression: ExprSyntax, orCompiles: Bool = false) -> Bool {
        func encodes(_ call: FunctionCallExprSyntax) -> Bool {
            Self.encodes(call) || orCompiles && call.calleeName == "NSRegularExpression"
        }
        let calls =
            [expression.as(FunctionCallExprSyntax.self)].compactMap(\.self)
            + expression.descendants(FunctionCallExprSyntax.self, nested: false)
        return calls.contains(where: encodes)
            && calls.allSatisfy { call in
                let name = call.calleeName ?? ""
                return encodes(call) || besideEncoding.contains(name) || name.hasSuffix("Encoder")
            }
    }

    private static func encodes(_ call: FunctionCallExprSyntax) -> Bool {
        switch call.calleeName {
        case "encode", "archivedData", "serializedData", "serializedBytes", "jsonUTF8Data": true
        // Firestore's, where what the server says comes later: `try document.setData(from: order)`.
        case "setData", "addDocument":
            call.arguments.first?.label?.text == "from" && !(call.parent?.is(AwaitExprSyntax.self) ?? false)
        case "data": ["withJSONObject", "fromPropertyList"].contains(call.arguments.first?.label?.text)
        default: false
        }
    }

    /// Says whether an encoder has made a value of what the code puts together there: `JSONEncoder().encode(Order(items: items))`.
    static func isEncoded(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.calleeName == "encode",
            let value = call.arguments.first?.expression.as(FunctionCallExprSyntax.self), value.constructedType != nil,
            value.descendants(AwaitExprSyntax.self).isEmpty
        else { return false }
        let maker = call.receiver?.as(FunctionCallExprSyntax.self)?.calleeName
        return (maker ?? call.receiver?.trimmedText)?.hasSuffix("ncoder") ?? false
    }

    /// What stands around an encoded value in one expression.
    private static let besideEncoding: Set<String> = [
        "append", "set", "utf8String", "Array", "Data", "String",
    ]

    /// `Regex("[0-9]+")`: a pattern that is a literal fails always or never, so that one run shows it.
    static func isPattern(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), let type = call.constructedType,
            ["NSRegularExpression", "Regex", "NSDataDetector"].contains(type), let pattern = call.arguments.first
        else { return false }
        return isWritten(pattern.expression) || type == "NSDataDetector"
            || call.arguments.contains { $0.expression.trimmedText.contains("NSTextCheckingResult.") }
    }

    /// A literal, or a constant of this function that is one.
    private static func isWritten(_ expression: ExprSyntax) -> Bool {
        if isConstant(expression) { return true }
        // `String(format: "%@ (%@)", kType, kValue)`, but nothing that the function was given.
        if let call = expression.as(FunctionCallExprSyntax.self), call.plainName == "String",
            call.arguments.first?.label?.text == "format"
        {
            return call.arguments.allSatisfy { argument in
                let name = argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text
                return name.map { !call.hasParameter(named: $0) } ?? isWritten(argument.expression)
            }
        }
        // `patterns.joined(separator: "|")`
        if let call = expression.as(FunctionCallExprSyntax.self), call.calleeName == "joined" {
            return call.receiver.map(isWritten) ?? false
        }
        return localValue(of: expression).map(isWritten) ?? false
    }

    /// A literal without anything in it, or a negative number.
    static func isLiteral(_ expression: ExprSyntax) -> Bool {
        if let text = expression.as(StringLiteralExprSyntax.self) { return text.plainText != nil }
        if let negative = expression.as(PrefixOperatorExprSyntax.self) { return isLiteral(negative.expression) }
        if let array = expression.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { isLiteral($0.expression) }
        }
        // `UInt32(0x1D000)`
        if let call = expression.as(FunctionCallExprSyntax.self), let type = call.constructedType,
            type.hasPrefix("Int") || type.hasPrefix("UInt"), call.arguments.count == 1,
            let argument = call.arguments.first
        {
            return isLiteral(argument.expression)
        }
        return [.integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr].contains(expression.kind)
    }

    /// A literal, a case, or a constant of a type: `"heart"`, `.utf8`, `Bundle.module`.
    static func isConstant(_ expression: ExprSyntax) -> Bool {
        if isLiteral(expression) { return true }
        guard let member = expression.as(MemberAccessExprSyntax.self) else { return false }
        return member.base.map { TypeName(expression: $0) != nil || $0.trimmedText == "Self" } ?? true
            || isPath(expression)
    }

    /// `WooConstants.URLs.terms.rawValue`: a constant of a type, whatever it is called.
    private static func isPath(_ expression: ExprSyntax) -> Bool {
        guard var base = expression.as(MemberAccessExprSyntax.self)?.base else { return false }
        while let member = base.as(MemberAccessExprSyntax.self), let inner = member.base { base = inner }
        return base.as(DeclReferenceExprSyntax.self)?.baseName.text.first?.isUppercase ?? false
    }

    /// `FileManager.default.urls(for: .documentDirectory, in: .userDomainMask).first!`
    static func isDirectory(_ expression: ExprSyntax) -> Bool {
        let call = expression.as(MemberAccessExprSyntax.self)?.base?.as(FunctionCallExprSyntax.self)
        return call?.calleeName == "urls" && call?.argument("for") != nil
            || call?.plainName == "NSSearchPathForDirectoriesInDomains"
    }

    /// `Bundle.main.infoDictionary!["Address"]!`: what is built into the app is there in every copy or in none.
    private static func isInfo(_ expression: ExprSyntax) -> Bool {
        if let unwrap = expression.as(ForceUnwrapExprSyntax.self) { return isInfo(unwrap.expression) }
        if let member = expression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text == "infoDictionary"
        }
        guard let call = expression.as(SubscriptCallExprSyntax.self), let key = call.arguments.first else {
            return false
        }
        return isConstant(key.expression) && call.calledExpression.mentions(["infoDictionary"])
    }

    /// What a constant, or a variable, of the same function is given where it is declared.
    static func localValue(of expression: ExprSyntax, constantsOnly: Bool = false) -> ExprSyntax? {
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return nil }
        return localValue(named: name, at: expression, constantsOnly: constantsOnly)
    }

    /// What a constant, or a variable, of this name is given where it is declared in the function around a place.
    static func localValue(named name: String, at place: some SyntaxProtocol, constantsOnly: Bool = false)
        -> ExprSyntax?
    {
        var scope = place.parent
        while let outer = scope, !outer.is(MemberBlockSyntax.self) {
            // `if let path = bundle.path(…) { … }`, but in its body only: `if let path = path.first` is about another one.
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(place),
                let value = BlockMemory.bound(in: choice.conditions).first(where: { $0.name == name })?.value
            {
                return value
            }
            // `guard let path = bundle.path(…), let data = try? Data(contentsOf: path)`
            if let conditions = outer.as(ConditionElementListSyntax.self),
                let earlier = BlockMemory.bound(in: conditions).last(where: {
                    $0.name == name && $0.value.endPosition <= place.position
                })
            {
                return earlier.value
            }
            if let block = outer.as(CodeBlockItemListSyntax.self),
                let local = BlockMemory.first(named: name, in: block), local.end <= place.position
            {
                guard local.isConstant || !constantsOnly else { return nil }
                if local.value != nil || !local.isConstant { return local.value }
                return onlyValue(assignedTo: name, in: block, before: place.position)
            }
            scope = outer.parent
        }
        return nil
    }

    /// `let url: URL`, and then `url = place` once in the same block.
    private static func onlyValue(
        assignedTo name: String, in block: CodeBlockItemListSyntax, before position: AbsolutePosition
    ) -> ExprSyntax? {
        let assignments = block.filter { $0.endPosition <= position }.compactMap {
            $0.item.as(SequenceExprSyntax.self).flatMap { Assignment($0) }
        }.filter { $0.target.trimmedText == name }
        return assignments.count == 1 && assignments[0].value.count == 1 ? assignments[0].value[0] : nil
    }

    /// Reads the bundle, or a place in it that constants of this function name, one by way of the other, or variables that nothing else is
    /// put into.
    static func readsBundle(_ expression: ExprSyntax) -> Bool { readsBundle(expression, besides: isSetFromBundle) }

    /// - Parameter isVariable: Says whether something is a variable that holds a place in the bundle. It must not ask this again.
    private static func readsBundle(
        _ expression: ExprSyntax, besides isVariable: (DeclReferenceExprSyntax) -> Bool
    ) -> Bool {
        if expression.mentions(["Bundle", "NSDataAsset"]) { return true }
        // `path(forResource: "page", ofType: "html")` in an extension of `Bundle`.
        if expression.descendants(LabeledExprSyntax.self).contains(where: { $0.label?.text == "forResource" }) {
            return true
        }
        // A constant is declared before it is used, so that this comes to an end.
        return references(in: expression).contains { name in
            localValue(of: ExprSyntax(name)).map { readsBundle($0, besides: isVariable) } ?? false || isVariable(name)
        }
    }

    private static func references(in expression: ExprSyntax) -> [DeclReferenceExprSyntax] {
        [expression.as(DeclReferenceExprSyntax.self)].compactMap(\.self)
            + expression.descendants(DeclReferenceExprSyntax.self)
    }

    /// `var url = URL()`, or a property, and then `url = bundle.url(forResource: …)` in every branch that sets it.
    private static func isSetFromBundle(_ name: DeclReferenceExprSyntax) -> Bool {
        let own = name.baseName.text
        let variable = name.localVariable(named: own)
        if let variable, !isEmpty(variable.initializer?.value) { return false }
        guard
            let block = variable?.nearest(CodeBlockItemListSyntax.self)
                ?? FirstRun.body(around: ExprSyntax(name))?.statements
        else { return false }
        let assigned = BlockMemory.assigned(in: block)
        guard let assignments = assigned.plain[own], !assigned.otherwise.contains(own) else { return false }
        return assignments.contains { $0.node.endPosition <= name.position }
            && assignments.allSatisfy { $0.value.count == 1 && $0.value.allSatisfy { readsBundle($0) { _ in false } } }
    }

    /// `URL()`, `""`, `nil` or nothing: what a variable holds until it is set.
    private static func isEmpty(_ value: ExprSyntax?) -> Bool {
        guard let value else { return true }
        if let call = value.as(FunctionCallExprSyntax.self) {
            return call.constructedType != nil && call.arguments.isEmpty && call.trailingClosure == nil
        }
        return value.is(NilLiteralExprSyntax.self) || value.as(StringLiteralExprSyntax.self)?.plainText == ""
    }

    /// `Classifier(configuration: MLModelConfiguration())`, `VNCoreMLModel(for: model)`: a model that Xcode builds into the app.
    static func readsBuiltInModel(_ expression: ExprSyntax) -> Bool {
        guard !expression.mentions(["contentsOf", "load", "compileModel"]) else { return false }
        return expression.mentions(["MLModelConfiguration", "VNCoreMLModel"])
    }

    private static let lookups: Set<String> = ["url", "path", "color", "image"]

    /// A cast that the language offers in no other form, or of an object whose type the project itself has set elsewhere.
    static func cannotFail(castOf operand: ExprSyntax, to type: String?) -> Bool {
        if let type, type.hasPrefix("CF") || foundationTypes.contains(type) { return true }
        var operand = operand
        while true {
            if let attempt = operand.as(TryExprSyntax.self) {
                operand = attempt.expression
            } else if let unwrap = operand.as(ForceUnwrapExprSyntax.self) {
                operand = unwrap.expression
            } else if let chain = operand.as(OptionalChainingExprSyntax.self) {
                operand = chain.expression
            } else {
                break
            }
        }
        if let call = operand.as(FunctionCallExprSyntax.self), let name = call.calleeName {
            return makers.contains(where: name.hasPrefix)
        }
        if isInfo(operand) { return true }
        let name =
            operand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? operand.as(DeclReferenceExprSyntax.self)?.baseName.text
        return name == "layer" || name == "delegate" && operand.trimmedText.contains(".shared")
    }

    /// Types of Core Foundation, which know no conditional cast.
    private static let foundationTypes: Set<String> = [
        "SecKey", "SecCertificate", "SecIdentity", "SecTrust", "SecAccessControl", "CGColor", "CGImage", "CGPath",
        "CTFont", "CTRun", "CTLine", "AXUIElement", "AXValue", "CGColorSpace", "CVPixelBuffer", "CVImageBuffer",
        "CMSampleBuffer", "CMFormatDescription", "CGMutablePath", "ABRecord",
    ]

    /// Functions that make what a nib, a storyboard, a registration or the receiver's own type says.
    private static let makers = [
        "dequeue", "instantiate", "loadNibNamed", "makeView", "makeSupplementaryView", "supplementaryView", "copy",
        "mutableCopy", "cellForItem", "cellForRow", "fetch", "insertNewObject", "rowController",
    ]
}
