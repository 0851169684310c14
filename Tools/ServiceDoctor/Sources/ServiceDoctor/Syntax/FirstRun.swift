import SwiftSyntax

/// Recognises calls that fail in every run of a program or in none, so that the first run shows it.
enum FirstRun {
    /// Says whether a call under `try!` is one of them.
    static func shows(_ expression: ExprSyntax) -> Bool {
        // What lies in the bundle is there in every copy of the app, or in none.
        if isBundled(expression) || isInSources(expression) || ForcedValue.onlyEncodes(expression, orCompiles: true)
            || onlyConverts(expression)
        {
            return true
        }
        var expression = expression.as(AwaitExprSyntax.self)?.expression ?? expression
        // `try! FileManager.default.url(for: .documentDirectory, …).appendingPathComponent("items")`
        while let call = expression.as(FunctionCallExprSyntax.self) {
            if isFolder(call) || isOfShaders(call) || isInMemory(call) || promisesNotToThrow(call) || readsSource(call)
                || readsInfo(call) || stylesMap(call)
            {
                return true
            }
            guard let receiver = call.receiver else { return false }
            expression = receiver
        }
        return false
    }

    /// `url(for: .documentDirectory, in: .userDomainMask, …)` of a file manager.
    private static func isFolder(_ call: FunctionCallExprSyntax) -> Bool {
        call.calleeName == "url" && call.argument("for") != nil && call.argument("in") != nil
    }

    /// `library.makeFunction(name: "vertex", constantValues: constants)`: the shaders are built with the app.
    private static func isOfShaders(_ call: FunctionCallExprSyntax) -> Bool {
        switch call.calleeName {
        case "makeFunction": call.argument("constantValues") != nil
        case "makeRenderPipelineState", "makeComputePipelineState", "makeDefaultLibrary": true
        default: false
        }
    }

    /// `readFromInfoPlist(key: "API_URL")`: what is built into the app is there in every copy or in none.
    private static func readsInfo(_ call: FunctionCallExprSyntax) -> Bool {
        Words.of(call.calleeName ?? "").contains("plist")
            && call.arguments.allSatisfy { ForcedValue.isConstant($0.expression) }
    }

    /// `GMSMapStyle(jsonString: mapStyle)`: the style of a map is written by those who build the app.
    static func stylesMap(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.constructedType == "GMSMapStyle", let style = call.argument("jsonString")?.expression else {
            return false
        }
        return [.declReferenceExpr, .memberAccessExpr, .stringLiteralExpr].contains(style.kind)
    }

    /// `decode([Item].self, from: Data("[]".utf8))`, also by way of a constant of this function.
    static func readsSource(_ call: FunctionCallExprSyntax) -> Bool {
        let unarchived = call.calleeName?.hasPrefix("unarchive") ?? false ? call.arguments.last : nil
        guard let data = (call.argument("from") ?? call.argument("with") ?? unarchived)?.expression else {
            return false
        }
        return isWritten(data)
    }

    /// `"[]"`, `Data("[]".utf8)`, `text.data(using: .utf8)!` of a constant `text`, and what has just been encoded; but nothing that is read
    /// under a name: `defaults.data(forKey: "items")`.
    private static func isWritten(_ expression: ExprSyntax) -> Bool {
        // What has just been encoded can be decoded.
        if ForcedValue.onlyEncodes(expression) || ForcedValue.isEncoded(expression) { return true }
        if let inner = expression.as(ForceUnwrapExprSyntax.self)?.expression
            ?? expression.as(OptionalChainingExprSyntax.self)?.expression
            ?? expression.as(TryExprSyntax.self)?.expression
        {
            return isWritten(inner)
        }
        if let text = expression.as(StringLiteralExprSyntax.self) {
            return !text.segments.contains { $0.is(ExpressionSegmentSyntax.self) }
        }
        if let name = expression.as(DeclReferenceExprSyntax.self) {
            return (ForcedValue.localValue(of: expression) ?? constant(of: name)).map(isWritten) ?? false
        }
        if let member = expression.as(MemberAccessExprSyntax.self) {
            return member.declName.baseName.text == "utf8" && member.base.map(isWritten) ?? false
        }
        guard let call = expression.as(FunctionCallExprSyntax.self) else { return false }
        if ["Data", "NSData"].contains(call.constructedType), let argument = call.arguments.first {
            return [nil, "base64Encoded"].contains(argument.label?.text) && isWritten(argument.expression)
        }
        return call.calleeName == "data" && call.argument("using") != nil && call.receiver.map(isWritten) ?? false
    }

    /// The value of a constant of the file: `let exampleJSON = "[]"`.
    private static func constant(of name: DeclReferenceExprSyntax) -> ExprSyntax? {
        let items = name.root.as(SourceFileSyntax.self)?.statements.lazy ?? CodeBlockItemListSyntax([]).lazy
        return items.compactMap { $0.item.as(VariableDeclSyntax.self) }
            .filter { $0.bindingSpecifier.tokenKind == .keyword(.let) }
            .flatMap(\.bindings).first { $0.pattern.trimmedText == name.baseName.text }?.initializer?.value
    }

    /// `Store(inMemory: true)`, `Store(path: ":memory:")`, `Store(options: [.inMemory])`,
    /// `Store(configurations: [.init(isStoredInMemoryOnly: options.inMemory)])`, also by way of a constant of this function.
    private static func isInMemory(_ call: FunctionCallExprSyntax) -> Bool {
        let type = call.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        return (Words.of(call.calleeName ?? "") + Words.of(type)).contains("memory")
            || isNamedInMemory(call) || isQueueWithoutFile(call)
            || call.arguments.contains { argument in
                saysMemory(argument)
                    || ([argument.expression.as(DeclReferenceExprSyntax.self)].compactMap(\.self)
                        + argument.expression.descendants(DeclReferenceExprSyntax.self)).contains { name in
                            let made = ForcedValue.localValue(of: ExprSyntax(name))?.as(FunctionCallExprSyntax.self)
                            return made?.arguments.contains(where: saysMemory) ?? false
                        }
            }
    }

    /// `static var memory: Store { … }`, `func makeInMemoryStore()`
    private static func isNamedInMemory(_ call: FunctionCallExprSyntax) -> Bool {
        let property = call.nearest(PatternBindingSyntax.self)?.pattern.trimmedText
        return [property, call.nearest(FunctionDeclSyntax.self)?.name.text].compactMap(\.self).contains { name in
            let words = Words.of(name)
            return words == ["memory"] || zip(words, words.dropFirst()).contains { $0 == ("in", "memory") }
        }
    }

    /// `DatabaseQueue(configuration: configuration)` of GRDB: without a path, it is in memory.
    private static func isQueueWithoutFile(_ call: FunctionCallExprSyntax) -> Bool {
        call.constructedType == "DatabaseQueue"
            && call.arguments.allSatisfy { ["named", "configuration"].contains($0.label?.text) }
    }

    private static func saysMemory(_ argument: LabeledExprSyntax) -> Bool {
        argument.expression.mentions(["inMemory"])
            || argument.expression.as(StringLiteralExprSyntax.self)?.plainText == ":memory:"
            || ([argument] + argument.expression.descendants(LabeledExprSyntax.self)).contains { part in
                Words.of(part.label?.text ?? "").contains("memory") && isAgreed(part.expression)
            }
    }

    /// `true`, or another value that may be.
    private static func isAgreed(_ expression: ExprSyntax) -> Bool {
        expression.as(BooleanLiteralExprSyntax.self).map { $0.literal.tokenKind == .keyword(.true) } ?? true
    }

    /// `run(command, throwOnFailure: false)`, `load(files, ignoresInvalidData: true)`
    private static func promisesNotToThrow(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { argument in
            let words = Words.of(argument.label?.text ?? "")
            return words.contains { $0.hasPrefix("throw") }
                || words.first.map { $0.hasPrefix("ignor") } ?? false && isAgreed(argument.expression)
        }
    }

    /// `UInt32(count >> 32)`: a conversion, which throws nothing.
    private static func onlyConverts(_ expression: ExprSyntax) -> Bool {
        let calls =
            [expression.as(FunctionCallExprSyntax.self)].compactMap(\.self)
            + expression.descendants(FunctionCallExprSyntax.self, nested: false)
        return !calls.isEmpty
            && calls.allSatisfy { call in
                let name = call.plainName ?? ""
                return (name == "String" || name.hasPrefix("Int") || name.hasPrefix("UInt"))
                    && call.arguments.allSatisfy { $0.label == nil }
            }
    }

    /// Reads the bundle, or a place in it that a constant of this function names.
    private static func isBundled(_ expression: ExprSyntax) -> Bool {
        // What is copied out of it is written somewhere else, where there may be no room.
        if let name = expression.as(FunctionCallExprSyntax.self)?.calleeName, writing.contains(name) { return false }
        // `R.file.page()`, which R.swift generates.
        return ForcedValue.readsBundle(expression) || ForcedValue.readsBuiltInModel(expression)
            || expression.trimmedText.contains("R.file.")
    }

    private static let writing: Set<String> = [
        "copyItem", "moveItem", "replaceItem", "replaceItemAt", "write", "linkItem",
    ]

    /// What the function around an expression does.
    static func body(around expression: ExprSyntax) -> CodeBlockSyntax? {
        let function = expression.enclosingFunction
        return function?.as(FunctionDeclSyntax.self)?.body ?? function?.as(InitializerDeclSyntax.self)?.body
    }

    /// `URL(fileURLWithPath: #filePath)`, also by way of constants: a place in the sources, which only those who work on them have.
    private static func isInSources(_ expression: ExprSyntax) -> Bool {
        let namesFile = expression.descendants(MacroExpansionExprSyntax.self).contains {
            ["file", "filePath"].contains($0.macroName.text)
        }
        if namesFile { return true }
        // A constant is declared before it is used, so that this comes to an end.
        return expression.descendants(LabeledExprSyntax.self).contains { argument in
            guard let place = ForcedValue.localValue(of: argument.expression),
                place.as(FunctionCallExprSyntax.self)?.argument("fileURLWithPath") != nil
            else { return false }
            return isInSources(place)
        }
    }

    /// Says whether a call fails in every run or in none, although its name says that it works with something outside.
    static func settles(_ call: FunctionCallExprSyntax) -> Bool {
        switch call.calleeName {
        case "createDirectory": makesOwnFolder(call)
        case "fetch", "count": fetchesOwnEntities(call)
        // Only says what to fetch.
        case "fetchRequest": true
        case "contentsOfDirectory", "attributesOfItem": looksAtSystem(call)
        default: false
        }
    }

    /// A folder that may be there already, and the same one in every run.
    private static func makesOwnFolder(_ call: FunctionCallExprSyntax) -> Bool {
        guard let intermediate = call.argument("withIntermediateDirectories"), isTrue(intermediate.expression) else {
            return false
        }
        return !call.mentions(["UUID"]) && !(body(around: ExprSyntax(call))?.mentions(["UUID"]) ?? false)
    }

    /// `context.fetch(request)`: fails where the request and the model do not fit.
    private static func fetchesOwnEntities(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.count == 1, let argument = call.arguments.first, let receiver = call.receiver,
            argument.label?.text == (call.calleeName == "count" ? "for" : nil)
        else { return false }
        let name =
            receiver.as(DeclReferenceExprSyntax.self)?.baseName
            ?? receiver.as(MemberAccessExprSyntax.self)?.declName.baseName
        let words = Words.of(name?.text ?? "")
        let request = ForcedValue.localValue(of: argument.expression) ?? argument.expression
        return words.contains("context") || words.contains("moc")
            || request.mentions(["NSFetchRequest"])
    }

    /// `/usr/share/locale`, and the folders of the system themselves.
    private static func looksAtSystem(_ call: FunctionCallExprSyntax) -> Bool {
        guard let argument = call.arguments.first?.expression else { return false }
        // `URL(fileURLWithPath: "/usr/share")`
        let made = argument.as(FunctionCallExprSyntax.self)
        let text = made?.constructedType == nil ? argument : made?.arguments.first?.expression
        if text?.as(StringLiteralExprSyntax.self)?.plainText?.hasPrefix("/") ?? false { return true }
        // `folder.path`
        let place = argument.as(MemberAccessExprSyntax.self)?.base ?? argument
        guard let value = ForcedValue.localValue(of: place) else { return false }
        return ForcedValue.isDirectory(value.as(ForceUnwrapExprSyntax.self)?.expression ?? value)
    }

    private static func isTrue(_ expression: ExprSyntax) -> Bool {
        expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
    }
}
