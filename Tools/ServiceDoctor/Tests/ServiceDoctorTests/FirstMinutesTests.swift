import Foundation
import ServiceDoctor
import Testing

/// What somebody meets who tries the program for the first time.
@Suite struct FirstMinutesTests {
    private let folder: TemporaryFolder
    private let run: Program

    init() throws {
        folder = try TemporaryFolder(["Sources/App/Bad.swift": "let x = try! f()\nlet y = z!\n"])
        run = Program(folder: folder)
    }

    @Test func `init writes a configuration and a baseline, after which nothing is reported`() throws {
        let first = try run("init")
        #expect(first.code == 0)
        #expect(first.errors.contains(".service-doctor-baseline.json: 1 finding that is there already"))
        let text = try folder.text(of: ".service-doctor.yml")
        for rule in RuleCatalog.descriptions { #expect(text.contains("\n  \(rule.id): ")) }
        #expect(text.contains("# Begin with these"))
        #expect(try run("check", "--strict").code == 0)
        try folder.write(Array("let q = try! g()\n".utf8), to: "Sources/App/New.swift")
        #expect(try run("check").output.contains("Sources/App/New.swift:1:9: error:"))
        #expect(try run("init").code == 65)
        #expect(try run("init", "--force").code == 0)
    }

    @Test func `the configuration is found from a folder below, and its paths are its own`() throws {
        try folder.write(Array("exclude: [Sources/App/Old/**]\nbaseline: known.json\n".utf8), to: ".service-doctor.yml")
        try folder.write(Array("let q = try! g()\n".utf8), to: "Sources/App/Old/Old.swift")
        try folder.write(Array("{\"version\": 1, \"entries\": []}".utf8), to: "known.json")
        let outcome = try run("check", in: "Sources/App")
        #expect(outcome.output.hasPrefix("Bad.swift:1:9: error:"))
        #expect(!outcome.output.contains("Old.swift"))
        #expect(outcome.errors.contains("left out: 1 excluded"))
        #expect(try run("check", "--update-baseline", in: "Sources").code == 0)
        #expect(try folder.text(of: "known.json").contains("\"Sources/App/Bad.swift\""))
        #expect(try run("check", "--strict").code == 0)
    }

    @Test func `Xcode gets absolute paths`() throws {
        let outcome = try run("check", "--format", "xcode")
        #expect(outcome.output.hasPrefix("\(folder.path)/Sources/App/Bad.swift:1:9: error: "))
    }

    @Test func `a summary is one line per rule`() throws {
        let outcome = try run("check", "--format", "summary")
        #expect(outcome.output.contains("force_try"))
        #expect(outcome.code == 1)
    }

    @Test func `the graph takes a configuration`() throws {
        let wiring = "import Service\nfunc wire(env: ServiceEnv) { env.register(A.self) { A() } }\n"
        try folder.write(Array(wiring.utf8), to: "Sources/App/Wiring.swift")
        try folder.write(Array("exclude: [Sources/App/Wiring.swift]\n".utf8), to: "other.yml")
        #expect(try run("graph").output.hasPrefix("A  singleton"))
        #expect(try run("graph", "--config", "other.yml").output.hasPrefix("0 services"))
        #expect(try run("graph", "--config", "nowhere.yml").code == 65)
    }

    @Test func `a fix removes what cannot be reached and comments that silence nothing`() throws {
        try folder.write([], to: "Package.swift")
        try folder.write(
            Array(
                """
                \u{FEFF}func tidy() {
                    do {
                        items.removeAll()
                    } catch {
                        print(error)
                    }
                    // service-doctor:disable:next force_try -- it was a literal
                    let a = f()
                    let b = g() // service-doctor:disable:this force_try -- it was a literal
                    // service-doctor:disable:next force_try, force_unwrap -- one of them is
                    let c = try! h()
                }

                """.utf8), to: "Sources/App/Tidy.swift")
        let outcome = try run("check", "--fix", "Sources/App/Tidy.swift")
        #expect(outcome.errors.contains("3 findings fixed"))
        #expect(
            try String(decoding: folder.bytes(of: "Sources/App/Tidy.swift"), as: UTF8.self) == """
                \u{FEFF}func tidy() {
                    do {
                        items.removeAll()
                    }
                    let a = f()
                    let b = g()
                    // service-doctor:disable:next force_try, force_unwrap -- one of them is
                    let c = try! h()
                }

                """)
        #expect(try run("check", "--fix", "Sources/App/Tidy.swift").errors.contains("0 findings fixed"))
    }

    @Test func `a check of one file knows the whole project`() throws {
        try folder.write(Array("// swift-tools-version: 6.2\n".utf8), to: "Package.swift")
        try folder.write(
            Array("import Service\nfunc wire(env: ServiceEnv) { env.register(Log.self) { Log() } }\n".utf8),
            to: "Sources/App/Wiring.swift")
        try folder.write(
            Array(
                "import Service\nstruct Log: Sendable {}\nstruct Mail: Sendable {}\nstruct Screen { @Service var log: Log; @Service var mail: Mail }\n"
                    .utf8), to: "Sources/App/Screen.swift")
        let outcome = try run("check", "Sources/App/Screen.swift")
        #expect(outcome.output.contains("'Mail' is resolved but registered nowhere"))
        #expect(!outcome.output.contains("'Log'"))
        #expect(!outcome.output.contains("Bad.swift"))
        #expect(outcome.errors.hasPrefix("1 file, 1 error"))
    }

    @Test func `an attribute right before a parenthesis is no syntax error`() {
        let code = """
            func run(update: @escaping @MainActor([Item]) -> Void, keep: @Sendable(Item) -> Void) { let a = try! f() }
            let c = try! f()
            """
        let findings = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(findings.map { "\($0.rule):\($0.line):\($0.column)" } == ["force_try:1:97", "force_try:2:9"])
    }

    @Test func `tools around the project are left out and counted`() throws {
        try folder.write(Array("let x = try! f()\n".utf8), to: "fastlane/Helper.swift")
        try folder.write(Array("#!/usr/bin/swift\nlet x = try! f()\n".utf8), to: "release.swift")
        try folder.write(Array("let x = try! f()\n".utf8), to: "Pods/Kit/Kit.swift")
        try folder.write(Array("let x = try! f()\n".utf8), to: "Tests/AppTests/A.swift")
        #expect(
            try run("check").errors
                == "1 file, 1 error, 0 warnings, 1 note; left out: 1 in tests, 1 vendored, 2 in scripts\n")
    }
}
