import SwiftSyntax

/// Recognises calls of the standard printing functions.
enum PrintCall {
    /// A function of the file, or of a type around the call, hides the standard one.
    private static func isVisible(_ function: FunctionDeclSyntax, from call: FunctionCallExprSyntax) -> Bool {
        guard let owner = function.enclosingType?.declaredName else { return true }
        var node: Syntax? = Syntax(call)
        while let type = node?.enclosingType {
            if type.declaredName == owner { return true }
            node = Syntax(type)
        }
        return false
    }

    /// Says whether something stands in a logger, which has no other logger to turn to.
    static func isInLogger(_ node: some SyntaxProtocol) -> Bool {
        if let function = node.nearest(FunctionDeclSyntax.self), Words.of(function.name.text).last == "log" {
            return true
        }
        var type = node.enclosingType
        while let current = type {
            let words = Words.of(TypeName.last(current.declaredName))
            if words.contains(where: ["logger", "log", "logging"].contains), kept.isDisjoint(with: words) {
                return true
            }
            type = current.enclosingType
        }
        return false
    }

    /// A `LogRepository` keeps the entries of somebody's log, and a `LogView` shows them.
    private static let kept: Set<String> = [
        "repository", "model", "view", "controller", "screen", "entry", "entries", "book", "list", "detail", "feature",
    ]

    /// Says whether a call stands in a function or type that is named after printing, in one that ends the program, or
    /// where nothing else is to be had.
    static func isTheJob(around call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        if isWithoutLogger(call, in: unit) || isForPreviews(call, in: unit) || isInLogger(call) || isBeforeExit(call)
            || isCommand(unit) || isForTerminal(call, in: unit) || isSwitchedOff(call)
        {
            return true
        }
        // A script without functions.
        if call.enclosingFunction == nil, call.enclosingType == nil, call.arguments.mentions(["CommandLine"]) {
            return true
        }
        // `Tree+Debugging.swift`
        if unit.name.hasSuffix("Debugging.swift") || unit.name.hasSuffix("Debug.swift") { return true }
        // `var consolePrint = { print($0) }`
        if let name = call.nearest(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier
            .text,
            !Set(Words.of(name)).isDisjoint(with: jobs)
        {
            return true
        }
        if let function = call.nearest(FunctionDeclSyntax.self) {
            let words = Words.of(function.name.text)
            if words.contains("print") || words.contains("dump") { return true }
            if ["debug", "benchmark"].contains(words.first) { return true }
            if function.signature.returnClause?.type.as(IdentifierTypeSyntax.self)?.name.text == "Never" { return true }
        }
        var node = call.enclosingType
        while let type = node {
            let words = Words.of(TypeName.last(type.declaredName))
            if words.contains(where: jobs.contains) || ["debug", "mock", "preview"].contains(words.first) {
                return true
            }
            // A stream that leads to standard output.
            let inherited = type.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
            if inherited.contains("TextOutputStream") || doesNothingElse(type, in: unit) { return true }
            node = type.enclosingType
        }
        return false
    }

    /// Asks for input, or draws: what is printed is the surface of a program in a terminal.
    private static func isForTerminal(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        let found = unit.terminalWords
        guard !found.isEmpty else { return false }
        if let type = call.enclosingType { return unit.mentions(found, in: type) }
        return call.nearest(FunctionDeclSyntax.self).map { unit.mentions(found, in: $0) } ?? true
    }

    /// Not a reader's own `readLine()`, which comes after a dot.
    static let terminalWords: [StaticString] = [
        "isatty(", "getpass(", " readLine()", "(readLine()", "u{1B}[", "u{1b}[", "u{001B}[",
    ]

    /// `if false { print(…) }`
    private static func isSwitchedOff(_ call: FunctionCallExprSyntax) -> Bool {
        call.nearest(IfExprSyntax.self).map { $0.conditions.trimmedText == "false" && $0.body.contains(call) } ?? false
    }

    /// Declares a command that a server's program offers.
    private static func isCommand(_ unit: SourceUnit) -> Bool {
        unit.index.types.contains { type in
            type.inherited.contains("AsyncCommand")
                || type.inherited.contains("Command") && !unit.index.imports.isDisjoint(with: ["Vapor", "ConsoleKit"])
        }
    }

    /// `print("…")` with `exit(1)` at the end of the same block or function.
    private static func isBeforeExit(_ call: FunctionCallExprSyntax) -> Bool {
        func exits(_ statements: CodeBlockItemListSyntax?) -> Bool {
            statements?.last?.item.as(FunctionCallExprSyntax.self)?.plainName == "exit"
        }
        return exits(call.nearest(CodeBlockItemListSyntax.self))
            || exits(call.nearest(FunctionDeclSyntax.self)?.body?.statements)
    }

    /// In a later branch of `#if canImport(os)`: the platform has no logger.
    private static func isWithoutLogger(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        guard unit.bytes.contains(word: "canImport") else { return false }
        var node = call.nearest(IfConfigClauseSyntax.self)
        while let clause = node {
            let clauses = clause.parent?.as(IfConfigClauseListSyntax.self)
            let earlier = clauses?.prefix { $0.id != clause.id }.compactMap(\.condition) ?? []
            if earlier.contains(where: importsLogger) { return true }
            node = clause.nearest(IfConfigClauseSyntax.self)
        }
        return false
    }

    private static func importsLogger(_ condition: ExprSyntax) -> Bool {
        guard let test = condition.as(FunctionCallExprSyntax.self), test.calleeName == "canImport" else { return false }
        return test.arguments.first?.expression.mentions(["os", "OSLog", "Logging"]) ?? false
    }

    /// Behind the question whether this runs in a preview of Xcode.
    private static func isForPreviews(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        let variable: StaticString = "XCODE_RUNNING_FOR_PREVIEWS"
        guard unit.bytes.contains(word: variable) else { return false }
        if let choice = call.nearest(GuardStmtSyntax.self), unit.mentions([variable], in: choice.conditions) {
            return true
        }
        return call.nearest(IfExprSyntax.self).map { unit.mentions([variable], in: $0.conditions) } ?? false
    }

    /// Three functions or more, and each of them with a body does nothing but print: a stand-in that shows what is called.
    private static func doesNothingElse(_ type: any DeclGroupSyntax, in unit: SourceUnit) -> Bool {
        let bodies = type.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self)?.body?.statements }
            .filter { !$0.isEmpty }
        return bodies.count >= 3
            && bodies.allSatisfy { statements in
                let call = statements.first?.item.as(FunctionCallExprSyntax.self)
                return statements.count == 1 && call.map { isPrint($0, in: unit) } ?? false
            }
    }

    private static let jobs: Set<String> = ["print", "printer", "printing", "dump", "dumper", "console", "stdout"]

    static let names: Set<String> = ["print", "debugPrint", "dump", "NSLog"]

    /// Says whether one of the names is written in a file at all.
    static func mayOccur(in unit: SourceUnit) -> Bool {
        unit.words.hints.contains(.print)
    }

    /// Says whether a file redirects standard output to another file or a pipe: `freopen(path, "a", stdout)`, `dup2(pipe, STDOUT_FILENO)`.
    static func isRedirected(in unit: SourceUnit) -> Bool {
        unit.bytes.contains(word: "freopen")
            && unit.index.calls.contains { call in
                call.plainName == "freopen" && call.arguments.last?.expression.trimmedText == "stdout"
                    && call.arguments.first?.expression.trimmedText != "\"/dev/null\""
            }
            || unit.bytes.contains(word: "STDOUT_FILENO") && unit.index.calls.contains { $0.plainName == "dup2" }
    }

    /// The functions of a file that hide the standard ones in all of its module, and which calls they take.
    /// - Parameter forDebugging: Whether to return those that do nothing in release builds, or the others.
    static func substitutes(in unit: SourceUnit, forDebugging: Bool = false) -> Set<String> {
        guard mayOccur(in: unit) else { return [] }
        let functions = unit.index.functions.lazy.filter { function in
            names.contains(function.name.text)
                && function.parent?.parent?.parent?.is(SourceFileSyntax.self) ?? false
                && !function.modifiers.contains(where: \.isPrivate)
                && function.signature.parameterClause.parameters.first?.firstName.text == "_"
                && function.body.map { (forDebugging ? isForDebugging : doesMore)($0) } ?? false
        }
        return functions.reduce(into: []) { all, function in
            let parameters = function.signature.parameterClause.parameters
            let type = parameters.first?.type
            let takesAnything =
                type?.tokens(viewMode: .sourceAccurate).contains { $0.tokenKind == .keyword(.Any) } ?? false
            if forDebugging, !takesAnything || parameters.dropFirst().contains(where: { $0.defaultValue == nil }) {
                return
            }
            let name = function.name.text
            all.insert(name)
            if parameters.first?.ellipsis != nil { all.insert(Self.several(name)) }
            for parameter in parameters.dropFirst() { all.insert("\(name)(\(parameter.firstName.text):)") }
        }
    }

    private static func doesMore(_ body: CodeBlockSyntax) -> Bool {
        body.statements.contains { !$0.item.is(IfConfigDeclSyntax.self) }
    }

    /// `{ #if DEBUG … #endif }`
    private static func isForDebugging(_ body: CodeBlockSyntax) -> Bool {
        body.statements.count == 1
            && body.statements.first?.item.as(IfConfigDeclSyntax.self).map { condition in
                condition.clauses.count == 1 && condition.clauses.first?.condition?.trimmedText == "DEBUG"
            } ?? false
    }

    private static func several(_ name: String) -> String { "\(name)(_:_:)" }

    /// How a call names its function: `print`, or `Swift.print`, which no function of the project hides; and what else that one must take.
    static func writtenNames(of call: FunctionCallExprSyntax) -> [String] {
        guard let name = call.plainName else { return ["Swift.\(call.calleeName ?? "")"] }
        let labels = call.arguments.compactMap { $0.label?.text }.map { "\(name)(\($0):)" }
        return [name] + (call.arguments.count - labels.count > 1 ? [several(name)] : []) + labels
    }

    /// Says whether a call prints to standard output: not a method of that name, not into a stream.
    static func isPrint(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        let name: String
        if let plain = call.calledExpression.as(DeclReferenceExprSyntax.self) {
            name = plain.baseName.text
        } else if let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text == "Swift"
        {
            name = member.declName.baseName.text
        } else {
            return false
        }
        guard names.contains(name), call.argument("to") == nil else { return false }
        return !unit.index.functions.contains { $0.name.text == name && isVisible($0, from: call) }
    }
}
