import ServiceDoctor
import Testing

/// Prints that somebody may read after all: in a log, or because they asked for them.
@Suite struct PrintedOutputTests {
    private func found(_ rule: String, _ code: String) -> [Severity] {
        Doctor(configuration: DoctorConfiguration(only: [rule])).check(sources: [("Sources/App/A.swift", code)])
            .findings.map(\.severity)
    }

    @Test func `on a server, whose log its output is, a catch that prints is a note`() {
        let code = "func f() { do { try save() } catch { print(error) } }"
        #expect(found("print_only_catch", "import Vapor\n\(code)") == [.note])
        #expect(found("print_only_catch", "import Foundation\n\(code)") == [.warning])
    }

    @Test(arguments: [
        ("func open() { freopen(path, \"a\", stdout) }", Severity.note),
        ("func open() { freopen(path, \"a\", file) }", .warning),
        ("func open() { dup2(pipe, STDOUT_FILENO) }", .note), ("func open() { log(STDOUT_FILENO) }", .warning),
        ("func open() { freopen(\"/dev/null\", \"w\", stdout) }", .warning),
        ("func open() { freopen(path, \"a\", stderr)\nsetvbuf(stdout, nil, 0, 0) }", .warning),
        ("func test() { func print(_ items: Any...) { log(items) } }", .warning),
        ("func print(report: Report) { log(report) }", .warning),
        ("func print(_ items: Any...) { log(items) }", .note), ("private func print(_ items: Any...) {}", .warning),
        ("struct Page { func print(_ items: Any...) { log(items) } }", .warning),
    ])
    func `output that is led elsewhere, or a function of the app's own, may be a log`(
        _ other: String, _ expected: Severity
    ) {
        let code = "func load() { do { try save() } catch { print(error) }\nprint(\"saved\") }"
        let report = Doctor(configuration: DoctorConfiguration(only: ["print_only_catch", "print_logging"]))
            .check(sources: [("App/Load.swift", code), ("App/Other.swift", other)])
        #expect(report.findings.map(\.severity) == [expected, expected])
    }

    @Test func `what prints in debug builds only is a trace, and loses an error`() {
        let own = "func print(_ items: Any...) {\n#if DEBUG\nSwift.print(items)\n#endif\n}"
        let code = "func load() { do { try save() } catch { print(error) }\nprint(\"saved\")\nSwift.print(\"done\") }"
        let report = Doctor(configuration: DoctorConfiguration(only: ["print_only_catch", "print_logging"]))
            .check(sources: [("App/Load.swift", code), ("App/Other.swift", own)])
        #expect(report.findings.map(\.severity) == [.warning, .note, .warning])
    }

    @Test(arguments: [
        ("_ items: Any...", "DEBUG", "print(1, 2)", Severity.note), ("_ item: Any", "DEBUG", "print(1)", .note),
        ("_ item: Any", "DEBUG", "print(1, 2)", .warning), ("_ item: String", "DEBUG", "print(1)", .warning),
        ("_ item: Any", "DEBUG", "print(1, terminator: \"\")", .warning),
        ("_ item: Any, terminator: String = \"\"", "DEBUG", "print(1, terminator: \"\")", .note),
        ("_ item: Any, tag: String", "DEBUG", "print(1)", .warning),
        ("_ items: Any...", "!DEBUG", "print(1)", .warning), ("_ items: Any...", "DEBUG || BETA", "print(1)", .warning),
        ("_ items: Any...", "DEBUG\n#else\nSwift.print(2)", "print(1)", .warning),
    ])
    func `a function for debugging takes only what its parameters take`(
        _ parameters: String, _ condition: String, _ call: String, _ expected: Severity
    ) {
        let own = "func print(\(parameters)) {\n#if \(condition)\nlog(1)\n#endif\n}"
        let report = Doctor(configuration: DoctorConfiguration(only: ["print_logging"]))
            .check(sources: [("App/Load.swift", "func load() { \(call) }"), ("App/Other.swift", own)])
        #expect(report.findings.filter { $0.file == "App/Load.swift" }.map(\.severity) == [expected])
    }

    @Test(arguments: [
        ("if isVerbose", Severity.note), ("if DEBUG", .note), ("if env.environment[\"LOG_KEYS\"] == \"1\"", .note),
        ("if !isDebugging", .warning), ("if api.environment == .production", .warning),
        ("if isDebugDisabled", .warning), ("if isOpen", .warning),
    ])
    func `a trace is for who works on the app`(_ condition: String, _ expected: Severity) {
        #expect(found("print_logging", "func load() { \(condition) { print(\"loads\") } }") == [expected])
    }

    @Test(arguments: [("Foundation", [Severity]()), ("Cocoa", [.warning]), ("SpriteKit", [.warning])])
    func `the main file of an app for the Mac makes no command-line program`(
        _ module: String, _ expected: [Severity]
    ) {
        let report = Doctor(configuration: DoctorConfiguration(only: ["print_logging"])).check(sources: [
            ("Menu/main.swift", "import \(module)\nrun()"),
            ("Menu/Store.swift", "import Foundation\nfunc load() { print(\"loads\") }"),
        ])
        #expect(report.findings.map(\.severity) == expected)
    }

    @Test func `the standard function is called by its module's name`() {
        let code = "func load() { do { try save() } catch { Swift.print(error) } }"
        let own = "func print(_ items: Any...) { log(items) }"
        let report = Doctor(configuration: DoctorConfiguration(only: ["print_only_catch"]))
            .check(sources: [("App/Load.swift", code), ("App/Own.swift", own)])
        #expect(report.findings.map(\.severity) == [.warning])
    }
}
