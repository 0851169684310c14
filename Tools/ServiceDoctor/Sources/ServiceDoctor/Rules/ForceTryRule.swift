import SwiftSyntax

struct ForceTryRule: Rule {
    let description = RuleDescription(
        id: "force_try",
        severity: .error,
        summary: "Finds `try!`.",
        reason: """
            `try!` turns a failure that could be handled into a crash. The disk may be full, the file gone, the \
            store's model changed, often on somebody else's device. An error where something is read, written, decoded or waited for, where a function of \
            the project is called, or where the function around it throws anyway; a note where the source does not show whether the call can fail.
            """,
        exceptions: """
            The words `try!` in strings and comments; lines on which `force_try` of SwiftLint or `NeverUseForceTry` of swift-format \
            is switched off; mocks and stubs. A note where a comment explains the `try!`, in examples and demos, and for files of the \
            bundle, the folders of the system, stores in memory, regular expressions, conversions, values of the program that are only \
            encoded, and calls that are told not to throw.
            """,
        triggering: [
            "let container = ↓try! ModelContainer(for: Item.self)",
            "let data = ↓try! Data(contentsOf: url)",
            """
            final class SceneDelegate: UIResponder {
                lazy var persistence: Persistence = {
                    let store = ↓try! Persistence(url: storeURL)
                    return store
                }()
            }
            """,
            "let regex = ↓try! NSRegularExpression(pattern: \"[a-z]+\")",
            "print(\"\\(↓try! render(page))\")",
            """
            func decode(_ data: Data) -> [Item] {
                return ↓try! JSONDecoder().decode([Item].self, from: data)
            }
            """,
            "await store.send(.loaded(↓try! await client.items()))",
            """
            // The server may answer with anything.
            let answer = ↓try! JSONDecoder().decode(Answer.self, from: data)
            """,
            "let pool = ↓try! DatabasePool(path: \"items.sqlite\")",
        ],
        clean: [
            """
            // FILE: Sources/Support/Fixture.swift
            import XCTest
            extension XCTestCase { func fixture() -> Data { try! Data(contentsOf: url) } }
            """,
            "let data = try Data(contentsOf: url)",
            "let data = try? Data(contentsOf: url)",
            "// let container = try! ModelContainer(for: Item.self)",
            "let advice = \"never write try! in production\"",
            """
            let script = \"\"\"
                let x = try! load()
                \"\"\"
            """,
            """
            #Preview {
                let container = try! ModelContainer(for: Item.self)
                return ItemList().modelContainer(container)
            }
            """,
            """
            #if DEBUG
            let fixture = try! Fixture.load("items")
            #endif
            """,
            """
            // FILE: Tests/AppTests/ItemTests.swift
            let item = try! Item(name: "Lamp")
            """,
            """
            // FILE: Sources/ItemSupport/Item+Unique.swift
            @testable import Items
            extension Item { static let unique = try! Item(decoding: .sample) }
            """,
            """
            // swift-format-ignore: NeverUseForceTry
            // The host is a constant.
            let api = try! API(host: Hosts.main)
            """,
            """
            extension Store { static var stub: Store { try! Store(models: [Item.self]) } }
            """,
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        unit.index.forcedTries.compactMap { node in
            let place = unit.place(of: node)
            guard !unit.lint.disable(["force_try"], onLine: place.line), !Self.isForMocks(node) else { return nil }
            let isCertain =
                Self.leavesProgram(node) && !Self.showsItself(node.expression) && !Self.isExplained(node)
                && !Self.isForShow(unit.name)
            return finding(
                place, "'try!' crashes when this fails; handle the error.", severity: isCertain ? nil : .note,
                fix: "Use try in a do with a catch, or make the function throw.")
        }
    }

    /// In a mock, or the value of a function or property called `stub`.
    private static func isForMocks(_ node: TryExprSyntax) -> Bool {
        let function = node.nearest(FunctionDeclSyntax.self)?.name.text
        let property = node.nearest(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)?.identifier
            .text
        return [node.enclosingType?.declaredName, function, property].contains { $0.map(Words.nameMock) ?? false }
    }

    /// In an example, a demo or a sample, to judge by the path: `Examples/Player/App.swift`, `Sources/ExampleApp/Main.swift`.
    private static func isForShow(_ path: String) -> Bool {
        guard !path.hasPrefix("/") else { return false }
        return path.split { "/ .-".contains($0) }.contains { component in
            !shows.isDisjoint(with: Words.of(String(component)))
        }
    }

    private static let shows: Set<String> = [
        "example", "examples", "demo", "demos", "sample", "samples", "sampleapp", "sampleapps", "playground",
    ]

    /// Reads, writes, decodes or waits for what the program does not hold itself, or stands in a function that throws anyway.
    private static func leavesProgram(_ node: TryExprSyntax) -> Bool {
        let function = node.enclosingFunction?.as(FunctionDeclSyntax.self)
        if function?.signature.effectSpecifiers?.throwsClause != nil, node.nearest(ClosureExprSyntax.self) == nil {
            return true
        }
        if !node.descendants(AwaitExprSyntax.self, nested: false).isEmpty
            || node.parent?.is(AwaitExprSyntax.self) ?? false
        {
            return true
        }
        return node.descendants(FunctionCallExprSyntax.self, nested: false).contains { call in
            let labels = call.arguments.flatMap { Words.of($0.label?.text ?? "") }
            if let type = call.constructedType {
                return !outside.isDisjoint(with: Words.of(TypeName.last(type)) + labels)
            }
            // A function of the project, not an operation of some value.
            if call.plainName != nil { return true }
            return Words.of(call.calleeName ?? "").first.map(working.contains) ?? false
                || !outside.isDisjoint(with: labels)
        }
    }

    /// What functions begin with that read, write, decode or ask somebody.
    private static let working: Set<String> = [
        "load", "fetch", "read", "write", "save", "open", "create", "remove", "delete", "copy", "move", "replace",
        "decode", "execute", "perform", "send", "request", "connect", "download", "upload", "query", "insert", "update",
        "import", "export", "contents", "attributes", "migrate", "decrypt", "unarchived", "persist",
    ]

    /// What words of a type or a label say that it reads or opens something.
    private static let outside: Set<String> = [
        "database", "db", "sqlite", "store", "storage", "container", "realm", "file", "path", "url", "contents", "pool",
        "persistence",
        "connection", "socket", "server", "client", "player", "session", "engine", "device", "resource", "keychain",
        "reachability",
        "context",
    ]

    /// Fails in every run or in none, so that the first one shows it.
    private static func showsItself(_ expression: ExprSyntax) -> Bool {
        // What lies in the bundle is there in every copy of the app, or in none.
        if isBundled(expression) || ForcedValue.onlyEncodes(expression, orCompiles: true) || onlyConverts(expression) {
            return true
        }
        var expression = expression.as(AwaitExprSyntax.self)?.expression ?? expression
        // `try! FileManager.default.url(for: .documentDirectory, …).appendingPathComponent("items")`
        while let call = expression.as(FunctionCallExprSyntax.self) {
            if isFolder(call) || isInMemory(call) || promisesNotToThrow(call) { return true }
            guard let receiver = call.receiver else { return false }
            expression = receiver
        }
        return false
    }

    /// `url(for: .documentDirectory, in: .userDomainMask, …)` of a file manager.
    private static func isFolder(_ call: FunctionCallExprSyntax) -> Bool {
        call.calleeName == "url" && call.argument("for") != nil && call.argument("in") != nil
    }

    /// `Store(inMemory: true)`, `Store(options: [.inMemory])`
    private static func isInMemory(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { argument in
            if argument.expression.mentions(["inMemory"]) { return true }
            guard let label = argument.label?.text, Words.of(label).contains("memory") else { return false }
            return argument.expression.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
        }
    }

    /// `run(command, throwOnFailure: false)`
    private static func promisesNotToThrow(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { Words.of($0.label?.text ?? "").contains { $0.hasPrefix("throw") } }
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

    /// A comment before the statement, or at its end, that speaks of the `try!`.
    private static func isExplained(_ node: TryExprSyntax) -> Bool {
        var statement = Syntax(node)
        while let outer = statement.parent, !statement.is(CodeBlockItemSyntax.self),
            !statement.is(MemberBlockItemSyntax.self)
        {
            statement = outer
        }
        return (statement.leadingTrivia.pieces + statement.trailingTrivia.pieces).contains { piece in
            switch piece {
            case .lineComment(let text), .blockComment(let text): text.contains("try!")
            default: false
            }
        }
    }

    /// Reads the bundle, or a place in it that a constant of this function names.
    private static func isBundled(_ expression: ExprSyntax) -> Bool {
        expression.mentions(["Bundle"])
            || expression.enclosingFunction?.as(FunctionDeclSyntax.self)?.body?.mentions(["Bundle"]) ?? false
            || expression.descendants(DeclReferenceExprSyntax.self).contains {
                ForcedValue.localValue(of: ExprSyntax($0))?.mentions(["Bundle"]) ?? false
            }
    }
}
