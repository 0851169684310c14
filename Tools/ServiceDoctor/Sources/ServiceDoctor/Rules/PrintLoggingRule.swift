import SwiftSyntax

struct PrintLoggingRule: Rule {
    let description = RuleDescription(
        id: "print_logging",
        severity: .warning,
        summary: "Finds `print`, `debugPrint`, `dump` and `NSLog`.",
        reason: """
            Printed text has no level, no category and no reader. A structured logger can be searched, switched and kept \
            free of private data.
            """,
        exceptions: """
            Methods of these names, printing into a stream with `to:`, command-line programs and scripts, and code whose name \
            says that it prints: `printUsage()`, `dumpTree()`, `benchmarkSaving()`, `PrintLogger`, `DebugEventsHandler`; loggers; lines on which a rule \
            of SwiftLint about printing is switched off; what is printed before \
            the program exits, in a preview only, or where `#if canImport(os)` found no logger; types whose functions do nothing \
            but print. A note where a sentence is all that a button does, where it stands beside a comment that promises the work, and in a \
            function of an app that nothing calls, behind a question for debugging or the environment, where the app leads its output to a file, or calls a function of its own, also one that prints in debug builds only.
            """,
        triggering: [
            "func load() { ↓print(\"loading\") }",
            "↓debugPrint(response)",
            "func trace(_ value: Any) { ↓dump(value) }",
            """
            final class Screen {
                func load() { items = store.items }
                func appear() { ↓print("appears") }
                func leave() { ↓print("leaves") }
                func scroll() { ↓print("scrolls") }
            }
            """,
            """
            func report(_ message: String) {
                #if os(Linux)
                ↓print(message)
                #endif
            }
            """,
            "↓NSLog(\"Could not open %@\", path)",
            """
            let body = List(items).onAppear {
                ↓print("Debug info: \\(someVariable)")
            }
            """,
            """
            func loaded(_ items: [Item]) -> Effect<Action> {
                ↓Swift.print("loaded", items.count)
                return .none
            }
            """,
            """
            app.get("items") { request in
                ↓print("GET items from \\(request.remoteAddress)")
                return try await store.items()
            }
            """,
        ],
        clean: [
            """
            class Logger {
                static func info(_ text: String) { handle("INFO: " + text) }
                private static func handle(_ line: String) { print(line); file.append(line) }
            }
            func networkLog(_ text: String) { print(text); count += 1 }
            """,
            "import Foundation\nprint(CommandLine.arguments[1])",
            """
            struct Output: TextOutputStream {
                mutating func write(_ text: String) { print(text, terminator: "") }
            }
            """,
            """
            // FILE: Sources/Trees/Tree+Debugging.swift
            extension Tree { func check(_ message: String) { print(message) } }
            """,
            "struct PrintLogger { func info(_ text: String) { Swift.print(\"info: \\(text)\") } }",
            "extension Tree { func dumpNodes() { for node in nodes { print(node) } } }",
            "final class DebugInboundEventsHandler { func event(_ message: String) { print(message) } }",
            """
            func leave(_ message: String) -> Never {
                print(message)
                exit(1)
            }
            """,
            """
            // FILE: Sources/PluginLibrary/Generator.swift
            extension Generator {
                static func main() { show() }
                static func show() { print("a plug-in, not to be run by hand") }
            }
            """,
            """
            func report(_ message: String) {
                #if canImport(os)
                os_log("%@", message)
                #else
                print(message)
                #endif
            }
            """,
            """
            func report(_ message: String) {
                guard ProcessInfo.processInfo.environment["XCODE_RUNNING_FOR_PREVIEWS"] != "1" else {
                    print(message)
                    return
                }
                logger.warning("\\(message)")
            }
            """,
            """
            struct Registrar {
                func begin() { print("begins") }
                func end() { print("ends") }
                func register(_ name: String) { print("registers \\(name)") }
                func forget() {}
            }
            """,
            "printer.print(document)",
            """
            // Before there is a log.
            // swiftlint:disable:next print_deprecation
            func start() { print("started") }
            """,
            """
            struct Report {
                func print(_ line: String) { lines.append(line) }
                func run() { print("header") }
            }
            """,
            """
            // FILE: Sources/tool/main.swift
            print("usage: tool FILE")
            """,
            """
            // FILE: Sources/tool/Tool.swift
            import ArgumentParser
            @main struct Tool: ParsableCommand {
                func run() { print("done") }
            }
            // FILE: Sources/tool/Listing.swift
            struct Listing { func show() { print("one line") } }
            """,
            "var text = \"\"; dump(value, to: &text)",
            "Logger.service.info(\"print(this)\")",
            """
            @main enum Entry {
                static func main() { print("ready") }
            }
            """,
            "#Preview { let _ = print(\"preview\"); Text(\"x\") }",
        ])

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard PrintCall.mayOccur(in: unit), !CommandLineMain.isMain(unit) else { return [] }
        return unit.index.calls.compactMap { call in
            guard let name = call.calleeName, PrintCall.isPrint(call, in: unit),
                !PrintCall.isTheJob(around: call, in: unit),
                !unit.lint.disable(rulesNaming: "print", onLine: unit.place(of: call).line)
            else { return nil }
            // A `deinit` that prints looks for leaks; a demo shows how things are used.
            // `NSLog` at least reaches the system's log.
            let isMild =
                call.nearest(DeinitializerDeclSyntax.self) != nil || Self.isDemo(unit.name) || name == "NSLog"
                || call.nearest(CatchClauseSyntax.self).map(PrintOnlyCatchRule.mayBeLetGo) ?? false
                || Self.standsForAction(call) || Self.isUnfinished(call) || Self.isOnRequest(call)
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: call), "'\(name)' does not write to a log.", severity: isMild ? .note : nil,
                    fix: "Use a logger with a level and a category."))
            if !isMild {
                candidate.names = PrintCall.writtenNames(of: call)
                candidate.function = Candidate.Function(around: call)
                candidate.types = call.enclosingTypeNames
                // What a catch prints that hardly ever runs is missed by nobody.
                if let clause = call.nearest(CatchClauseSyntax.self) {
                    PrintOnlyCatchRule.noteErrors(of: clause, unit, in: &candidate)
                }
            }
            return candidate
        }
    }

    /// `Button("Settings") { print("Settings tapped") }`: the action is still to come.
    private static func standsForAction(_ call: FunctionCallExprSyntax) -> Bool {
        guard isSentence(call), let item = call.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self), list.count == 1,
            let closure = list.parent?.as(ClosureExprSyntax.self)
        else { return false }
        let label = closure.parent?.as(LabeledExprSyntax.self)?.label?.text ?? ""
        let words = Words.of(label) + Words.of(TaskContext.call(of: closure)?.calleeName ?? "")
        return !actions.isDisjoint(with: words)
    }

    /// `if isVerbose { print(answer) }`, `if environment["LOG_KEYS"] == "1" { print(key) }`: a trace for who works on the app.
    private static func isOnRequest(_ call: FunctionCallExprSyntax) -> Bool {
        guard let choice = call.nearest(IfExprSyntax.self), choice.body.contains(call) else { return false }
        let tokens = choice.conditions.tokens(viewMode: .sourceAccurate)
        guard !tokens.contains(where: { $0.tokenKind == .prefixOperator("!") }) else { return false }
        return tokens.contains { token in
            guard case .identifier(let name) = token.tokenKind else { return false }
            let words = Words.of(name)
            return name == "environment" && token.nextToken(viewMode: .sourceAccurate)?.tokenKind == .leftSquare
                || !traces.isDisjoint(with: words) && negations.isDisjoint(with: words) || name == "DEBUG"
        }
    }

    private static let negations: Set<String> = ["disabled", "off", "not", "no", "without", "non"]

    private static let traces: Set<String> = ["debug", "debugging", "verbose", "trace", "tracing"]

    /// Prints literals, in a block that holds nothing else and a comment that promises the work.
    private static func isUnfinished(_ call: FunctionCallExprSyntax) -> Bool {
        guard isSentence(call), let list = call.nearest(CodeBlockItemListSyntax.self), list.count <= 2,
            list.allSatisfy({ $0.item.is(FunctionCallExprSyntax.self) || $0.item.is(ReturnStmtSyntax.self) })
        else { return false }
        let pieces =
            list.flatMap { $0.leadingTrivia.pieces + $0.trailingTrivia.pieces }
            + (list.lastToken(viewMode: .sourceAccurate)?.nextToken(viewMode: .sourceAccurate)?.leadingTrivia.pieces
                ?? [])
        return pieces.compactMap(CatchClauseSyntax.comment).contains { UnfinishedWork.isPromise($0[...]) }
    }

    /// Prints a text without anything in it.
    private static func isSentence(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.allSatisfy { $0.expression.as(StringLiteralExprSyntax.self)?.plainText != nil }
    }

    private static let actions: Set<String> = [
        "action", "button", "tap", "tapped", "press", "click", "gesture", "handler", "cancel", "dismiss", "select",
    ]

    /// The folders above a checkout, which an absolute path names too, say nothing about it.
    private static func isDemo(_ file: String) -> Bool {
        !file.hasPrefix("/") && file.split(separator: "/").dropLast().contains { demos.contains($0) }
    }

    private static let demos: Set<Substring> = [
        "Example", "Examples", "Demo", "Demos", "Sample", "Samples", "Development",
    ]

    func conclude(_ project: Project) -> [Finding] {
        project.candidatesThatPrint(of: description.id)
    }
}
