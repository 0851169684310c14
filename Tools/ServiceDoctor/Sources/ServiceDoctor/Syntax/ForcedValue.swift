import SwiftSyntax

/// Judges what stands before `!` or `as!`: whether it can fail at all, and whether it does in practice.
enum ForcedValue {
    /// Fails always or never, so that one run shows it: made or looked up with literals only.
    static func cannotFail(_ expression: ExprSyntax) -> Bool {
        if isDirectory(expression) { return true }
        guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
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
        // Every Swift string can be encoded as UTF-8.
        if name == "data", let encoding = call.argument("using")?.expression.trimmedText {
            return encoding.hasSuffix(".utf8")
        }
        // The folders of the system, the app's own files and its group.
        if lookups.contains(name), call.arguments.contains(where: { isLiteral($0.expression) }) {
            return call.arguments.allSatisfy { isConstant($0.expression) }
        }
        return name == "containerURL"
    }

    /// A literal without anything in it, or a negative number.
    static func isLiteral(_ expression: ExprSyntax) -> Bool {
        if let text = expression.as(StringLiteralExprSyntax.self) { return text.plainText != nil }
        if let negative = expression.as(PrefixOperatorExprSyntax.self) { return isLiteral(negative.expression) }
        if let array = expression.as(ArrayExprSyntax.self) {
            return array.elements.allSatisfy { isLiteral($0.expression) }
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
    private static func isDirectory(_ expression: ExprSyntax) -> Bool {
        var base = expression.as(MemberAccessExprSyntax.self)?.base
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let block = expression.nearest(CodeBlockItemListSyntax.self)
        {
            let bindings = block.lazy.compactMap { $0.item.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
            let value = bindings.first { $0.pattern.trimmedText == name }?.initializer?.value
            base = value?.as(MemberAccessExprSyntax.self)?.base
        }
        let call = base?.as(FunctionCallExprSyntax.self)
        return call?.calleeName == "urls" && call?.argument("for") != nil
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
        "mutableCopy", "cellForItem", "cellForRow", "fetch", "insertNewObject",
    ]

    /// A cast that fails in theory only.
    static func isArguable(castOf operand: ExprSyntax, to type: String?) -> Bool {
        let name =
            operand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? operand.as(DeclReferenceExprSyntax.self)?.baseName.text
        if let name, ["self", "collectionViewLayout", "view", "destination", "object", "cell"].contains(name) {
            return true
        }
        // Its type was asked for just before.
        if let type, isChecked(operand, questions: ["\(operand.trimmedText)is\(type)"]) { return true }
        // A generic function has asked for the type before.
        return type == "HTTPURLResponse" || type == "Self" || type.map { $0.utf8.count == 1 } ?? false
    }

    /// Nil in theory only, or looked at just before.
    static func isArguable(_ expression: ExprSyntax) -> Bool {
        if let call = expression.as(FunctionCallExprSyntax.self) {
            guard let name = call.calleeName else { return false }
            if theoretical.contains(name) { return true }
            return call.constructedType.map(sturdy.contains) ?? false
        }
        let member = expression.as(MemberAccessExprSyntax.self)
        let name = member?.declName.baseName.text ?? expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        if let name, theoreticalMembers.contains(name) {
            return true
        }
        if let name, let owner = member?.base?.trimmedText {
            // Set by whoever made the request; every enumeration has a case.
            if ["url", "httpBody", "allHTTPHeaderFields"].contains(name), owner.lowercased().hasSuffix("request") {
                return true
            }
            if name == "url", owner.lowercased().hasSuffix("components") { return true }
            if name == "first" || name == "last", owner.hasSuffix("allCases") { return true }
        }
        if name == "text", let owner = member?.base?.trimmedText.lowercased() {
            return owner.hasSuffix("field") || owner.hasSuffix("textview") || owner.hasSuffix("bar")
        }
        let text = expression.trimmedText
        guard text.utf8.count < 80 else { return false }
        var questions = ["\(text)!=nil", "\(text)==nil"]
        if let member, let base = member.base, ["first", "last"].contains(member.declName.baseName.text) {
            questions += ["\(base.trimmedText).isEmpty", "\(base.trimmedText).count"]
        }
        return isChecked(expression, questions: questions)
    }

    private static let theoreticalMembers: Set<String> = [
        "view", "collectionView", "window", "windowScene", "navigationController", "superview", "storyboard",
        "baseAddress",
        "infoDictionary",
        "bundleIdentifier", "year", "month", "day", "hour", "minute", "second", "weekday", "weekOfYear", "era",
    ]

    private static let theoretical: Set<String> = [
        "date", "resolve", "next", "alloc", "nextDate", "string", "UIGraphicsGetImageFromCurrentImageContext",
        "UIGraphicsGetCurrentContext", "randomElement", "dateInterval", "range", "cString",
    ]

    /// Initializers that fail for absurd arguments only.
    private static let sturdy: Set<String> = [
        "URLComponents", "CGColorSpace", "TimeZone", "CGContext", "UIGraphicsGetCurrentContext", "CIFilter",
        "AVAudioFormat", "NWEndpoint.Port",
    ]

    /// A condition around or a `guard` before compares the same value with nil, or asks whether its collection is empty.
    private static func isChecked(_ expression: ExprSyntax, questions: [String]) -> Bool {
        let text = expression.trimmedText
        func asks(_ node: some SyntaxProtocol) -> Bool {
            let condition = node.trimmedText.filter { !$0.isWhitespace }
            return questions.contains { condition.contains($0) }
        }
        var current = expression.parent
        while let node = current {
            if let choice = node.as(IfExprSyntax.self), asks(choice.conditions) { return true }
            if let sequence = node.as(SequenceExprSyntax.self), sequence.elements.count > 2,
                asks(sequence)
            {
                return true
            }
            if let list = node.as(CodeBlockItemListSyntax.self),
                list.contains(where: { item in
                    guard item.position < expression.position else { return false }
                    // It was given a value here.
                    if let sequence = item.item.as(SequenceExprSyntax.self), let given = Assignment(sequence) {
                        return given.target.trimmedText == text && !given.assignsNil
                    }
                    if let check = item.item.as(GuardStmtSyntax.self) { return asks(check.conditions) }
                    let choice = item.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
                    return choice.map { asks($0.conditions) } ?? false
                })
            {
                return true
            }
            // `items.filter { $0.name != nil }.map { $0.name! }`
            if let closure = node.as(ClosureExprSyntax.self), let call = TaskContext.call(of: closure),
                let filter = call.receiver?.as(FunctionCallExprSyntax.self), filter.calleeName == "filter",
                asks(filter)
            {
                return true
            }
            if node.is(CodeBlockItemSyntax.self), isExplained(node) { return true }
            if node.is(MemberBlockSyntax.self) { return false }
            current = node.parent
        }
        return false
    }

    /// A comment above says why the value is there.
    private static func isExplained(_ statement: Syntax) -> Bool {
        statement.leadingTrivia.contains { piece in
            guard case .lineComment(let text) = piece else { return false }
            let words = text.lowercased()
            return ["unwrap", "non-nil", "not nil", "never nil", "guaranteed", "safe"].contains(where: words.contains)
        }
    }
}
