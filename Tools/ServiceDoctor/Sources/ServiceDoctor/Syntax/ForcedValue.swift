import SwiftSyntax

/// Judges what stands before `!` or `as!`: whether it can fail at all, and whether it does in practice.
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
    private static func isDirectory(_ expression: ExprSyntax) -> Bool {
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
        var scope = expression.parent
        while let outer = scope, !outer.is(MemberBlockSyntax.self) {
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.endPosition <= expression.position {
                guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
                for binding in variable.bindings
                where binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name {
                    let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
                    return isConstant || !constantsOnly ? binding.initializer?.value : nil
                }
            }
            scope = outer.parent
        }
        return nil
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

    /// A cast that fails in theory only.
    static func isArguable(castOf operand: ExprSyntax, to type: String?) -> Bool {
        let name =
            operand.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? operand.as(DeclReferenceExprSyntax.self)?.baseName.text
        if let name, setElsewhere.contains(name) { return true }
        // Its type was asked for just before.
        if let type, isChecked(operand, questions: ["\(operand.trimmedText)is\(type)"]) { return true }
        // A generic function has asked for the type before.
        return type.map { $0 == "Self" || $0.utf8.count == 1 || promised.contains($0) } ?? false
    }

    /// Objects whose type a storyboard, a menu or a registration of the project says.
    private static let setElsewhere: Set<String> = [
        "self", "collectionViewLayout", "view", "destination", "object", "cell", "sender", "representedObject",
        "inputItems", "topViewController", "rootViewController", "visibleViewController", "classDescription",
    ]

    /// Types that the documentation of a framework promises where it declares a more general one.
    private static let promised: Set<String> = [
        "HTTPURLResponse", "BGProcessingTask", "BGAppRefreshTask", "UNMutableNotificationContent",
    ]

    /// Nil in theory only, or looked at just before.
    static func isArguable(_ expression: ExprSyntax) -> Bool {
        if let value = localValue(of: expression, constantsOnly: true), isArguable(value) { return true }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            guard let name = call.calleeName else { return false }
            if theoretical.contains(name) { return true }
            // A table has the rows and sections that its data source says.
            if let value = call.argument("rawValue")?.expression.trimmedText,
                value.hasPrefix("indexPath.") || value == "section"
            {
                return true
            }
            if call.constructedType.map(sturdy.contains) ?? false { return true }
        }
        if isMatch(expression) { return true }
        let member = expression.as(MemberAccessExprSyntax.self)
        let name = member?.declName.baseName.text ?? expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        if let name, theoreticalMembers.contains(name) {
            return true
        }
        if let name, let owner = member?.base?.trimmedText {
            // The code that made the request has set these; every enumeration has a case.
            if ["url", "httpBody", "allHTTPHeaderFields"].contains(name), owner.lowercased().hasSuffix("request") {
                return true
            }
            if name == "url", owner.lowercased().hasSuffix("components") { return true }
            if name == "url", let base = member?.base, let made = localValue(of: base)?.as(FunctionCallExprSyntax.self),
                made.constructedType == "URLComponents"
            {
                return true
            }
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
        "baseAddress", "tableView", "extensionContext", "toolbarItems", "outputImage",
        "bundleIdentifier", "year", "month", "day", "hour", "minute", "second", "weekday", "weekOfYear", "era",
    ]

    private static let theoretical: Set<String> = [
        "date", "resolve", "next", "alloc", "nextDate", "string", "UIGraphicsGetImageFromCurrentImageContext",
        "UIGraphicsGetCurrentContext", "randomElement", "dateInterval", "range", "cString", "pngData", "jpegData",
        "class_getInstanceMethod", "class_getClassMethod", "objc_allocateClassPair",
    ]

    /// The match of `enumerateMatches { match, _, _ in … }` is nil only where progress is asked for.
    private static func isMatch(_ expression: ExprSyntax) -> Bool {
        guard expression.is(DeclReferenceExprSyntax.self), let closure = expression.nearest(ClosureExprSyntax.self)
        else {
            return false
        }
        return TaskContext.call(of: closure)?.calleeName == "enumerateMatches"
    }

    /// Initializers that fail for absurd arguments only.
    private static let sturdy: Set<String> = [
        "URLComponents", "CGColorSpace", "TimeZone", "CGContext", "UIGraphicsGetCurrentContext", "CIFilter",
        "AVAudioFormat", "NWEndpoint.Port", "HTTPURLResponse",
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
            // `items.filter { $0.name != nil }.map { $0.name! }` and `.if(item.url != nil) { $0.draggable(item.url!) }`
            if let closure = node.as(ClosureExprSyntax.self), let call = TaskContext.call(of: closure) {
                if asks(call.arguments) { return true }
                if let filter = call.receiver?.as(FunctionCallExprSyntax.self), filter.calleeName == "filter",
                    asks(filter)
                {
                    return true
                }
            }
            if node.is(CodeBlockItemSyntax.self), isExplained(node) { return true }
            if node.is(MemberBlockSyntax.self) { return false }
            current = node.parent
        }
        return false
    }

    /// A comment above or at the end of the line says why the value is there.
    private static func isExplained(_ statement: Syntax) -> Bool {
        (Array(statement.leadingTrivia) + Array(statement.trailingTrivia)).contains { piece in
            guard case .lineComment(let text) = piece else { return false }
            let words = text.lowercased()
            return ["unwrap", "non-nil", "not nil", "never nil", "guaranteed", "safe", "ok to crash"]
                .contains(where: words.contains)
        }
    }
}
