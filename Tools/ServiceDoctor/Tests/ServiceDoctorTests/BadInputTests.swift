import Foundation
import ServiceDoctor
import Testing

@Suite struct BadInputTests {
    private func rules(_ code: String) -> [String] {
        Doctor().check(sources: [("Sources/App/A.swift", code)]).findings.map(\.rule)
    }

    private func rules(_ bytes: [UInt8]) throws -> [String] {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "Sources/App/A.swift")
        return try Doctor(workingDirectory: folder.path).check(["."]).findings.map(\.rule)
    }

    @Test func `a file that does not parse is a finding of its own and stops nothing`() {
        let report = Doctor().check(sources: [
            ("Sources/App/A.swift", "func broken( {\n let x = try! f()\n"),
            ("Sources/App/B.swift", "let x = try! f()\n"),
        ])
        #expect(
            report.findings.contains {
                $0.rule == "syntax_error" && $0.file.hasSuffix("A.swift") && $0.severity == .error
            })
        #expect(report.findings.contains { $0.rule == "force_try" && $0.file.hasSuffix("B.swift") })
    }

    @Test func `what parses in a broken file is still checked`() {
        let found = Doctor().check(sources: [
            ("Sources/App/A.swift", "let x = try! f()\n\nfunc broken( {\n let y = try! g()\n")
        ]).findings
        #expect(found.filter { $0.rule == "force_try" }.map(\.line) == [1])
    }

    @Test func `a member that does not parse leaves the rest of its type checked`() {
        let found = Doctor().check(sources: [
            (
                "Sources/App/A.swift",
                """
                extension A {
                    final class B {
                        func before() { _ = try! f() }
                        func broken() { let = try! g() }
                        func after() { _ = try! h() }
                    }
                }
                """
            )
        ]).findings
        #expect(found.filter { $0.rule == "force_try" }.map(\.line) == [3, 5])
    }

    @Test func `a closure that begins with a parenthesis and its first argument is read as the compiler reads it`()
        throws
    {
        let code = """
            func update() {
                views.forEach {
                    ($0 as? Themed)?.update()
                    for view in $0.views { _ = try! view.load() }
                }
                _ = try! f()
            }
            """
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map { "\($0.rule) \($0.line):\($0.column)" } == ["force_try 4:36", "force_try 6:9"])
    }

    @Test func `a space before an attribute's arguments is allowed, as in Swift 5`() {
        let code = """
            @available (iOS 17, macOS 14, *)
            @objc (Today) final class Today: NSObject {
                @Environment (\\.colorScheme) private var scheme
                @AppStorage ("city") private var city = ""
                var done: (@convention (c) (Int) -> Void)?
                func load() { _ = try! read() }
                @ objc func tap(_ button: UIButton) { _ = try! read() }
            }
            """
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map { "\($0.rule) \($0.line):\($0.column)" } == ["force_try 6:23", "force_try 7:47"])
    }

    @Test func `a member that is named like a keyword may be divided`() {
        let code = """
            func log(memory: Memory) throws {
                print("\\(memory.internal / (1024 * 1024)) MB"); _ = try! read()
                let half = memory.default / 2 // a.b / c
                _ = try! read()
            }
            """
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        let places = found.filter { $0.rule != "print_logging" }.map { "\($0.rule) \($0.line):\($0.column)" }
        #expect(places == ["force_try 2:57", "force_try 4:9"])
    }

    @Test(.timeLimit(.minutes(5))) func `a name that is bound to itself ends`() {
        let code = """
            func load(url: URL?) {
                if let url = url { use(try! Data(contentsOf: url)) }
                guard let url = url?.parent else { return }
                if let url = url.parent, let url = url.parent { use(try! Data(contentsOf: url)) }
            }
            """
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map { "\($0.rule) \($0.line)" } == ["force_try 2", "force_try 4"])
    }

    @Test func `an empty file is clean`() throws {
        #expect(rules("").isEmpty)
        #expect(try rules([UInt8]()).isEmpty)
        #expect(rules("\n\n\n").isEmpty)
    }

    @Test func `bytes that are not UTF-8 are a finding`() throws {
        #expect(try rules([0x6C, 0x65, 0x74, 0x20, 0xFF, 0xFE, 0x0A]) == ["unreadable_file"])
        #expect(try rules((0..<2_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ 0x80) }) == ["unreadable_file"])
    }

    @Test func `a byte order mark and foreign line ends keep their places`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            [0xEF, 0xBB, 0xBF] + Array("let a = 1\r\nlet x = try! f()\rlet y = try! g()\n".utf8), to: "A.swift")
        let found = try Doctor(workingDirectory: folder.path).check(["."]).findings
        #expect(found.map { "\($0.line):\($0.column)" } == ["2:9", "3:9"])
    }

    @Test func `nesting ten thousand deep is a finding`() {
        for (open, close) in [("(", ")"), ("[", "]"), ("{", "}")] {
            let depth = 10_000
            let found = rules(
                "let x = " + String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth))
            #expect(found.contains("syntax_error") || found.contains("unreadable_file"), "\(open)")
        }
        let types = String(repeating: "struct A { ", count: 10_000) + String(repeating: "}", count: 10_000)
        #expect(!rules(types).isEmpty)
        let branches = "func f() { if a { } " + String(repeating: "else if b { } ", count: 10_000) + "}"
        #expect(!rules(branches).isEmpty)
    }

    @Test func `chains of any length end in an answer`() {
        #expect(rules("let x = a" + String(repeating: ".b", count: 30_000)) == ["unreadable_file"])
        #expect(rules("let x = a" + String(repeating: "!", count: 20_000)) == ["unreadable_file"])
        #expect(rules("let x = a" + String(repeating: "!", count: 500)) == ["force_unwrap"])
        #expect(rules("let x: Int" + String(repeating: "?", count: 60_000)) == ["unreadable_file"])
        #expect(rules("let x = " + Array(repeating: "a", count: 10_000).joined(separator: " + ")).isEmpty)
        #expect(rules("view" + String(repeating: ".padding()", count: 500)).isEmpty)
    }

    @Test func `one line of a million characters is read`() {
        let code = "let a = \"" + String(repeating: "x", count: 1_000_000) + "\"; let b = try! f()"
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map(\.rule) == ["force_try"])
        #expect(found.first?.column == 1_000_021)
        #expect((found.first?.lineText.utf8.count ?? 0) <= 400)
    }

    @Test func `a file of five megabytes is read`() {
        let text = String(repeating: "lorem ipsum ", count: 500)
        var code = "let texts = [\n" + (0..<850).map { "    \"\(text) \($0)\",\n" }.joined() + "]\n"
        code += "let last = try! f()\n"
        #expect(code.utf8.count > 5_000_000)
        #expect(rules(code) == ["force_try"])
    }

    @Test func `zero bytes and control characters do no harm`() throws {
        _ = try rules(Array("let a = 1".utf8) + [0, 0, 0, 7, 8] + Array("let b = try! f()".utf8))
        #expect(try rules(Array(repeating: 0, count: 10_000)).allSatisfy { $0 == "syntax_error" })
    }

    @Test func `links in a circle end nothing`() throws {
        let folder = try TemporaryFolder(["Sources/App/A.swift": "let x = try! f()\n"])
        try folder.link("Sources/App/loop", to: "..")
        try folder.link("Sources/App/B.swift", to: "C.swift")
        try folder.link("Sources/App/C.swift", to: "B.swift")
        let report = try Doctor(workingDirectory: folder.path).check(["."])
        #expect(report.findings.map(\.file) == ["Sources/App/A.swift"])
        #expect(throws: DoctorError.usage("'Sources/App/B.swift' is a link that leads nowhere or in a circle.")) {
            try Doctor(workingDirectory: folder.path).check(["Sources/App/B.swift"])
        }
    }

    @Test func `a path that does not exist is wrong usage`() {
        #expect(throws: DoctorError.usage("'nowhere' does not exist.")) { try Doctor().check(["nowhere"]) }
        let long = String(repeating: "a/", count: 3_000)
        #expect(throws: DoctorError.usage("'\(long)' is longer than the system allows.")) { try Doctor().check([long]) }
    }

    @Test func `the folder above a link is that of what it leads to`() throws {
        let folder = try TemporaryFolder([
            "here/A.swift": "", "there/below/B.swift": "", "there/C.swift": "let a = b!\n",
        ])
        try folder.link("here/link", to: "../there/below")
        let found = try Doctor(workingDirectory: folder.path).check(["here/link/../C.swift"]).findings
        #expect(found.map(\.file) == ["there/C.swift"])
    }

    @Test func `a pipe named like a source file is not waited for`() throws {
        let folder = try TemporaryFolder(["A.swift": "let x = 1\n"])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/mkfifo")
        process.arguments = [folder.path + "/Pipe.swift"]
        try process.run()
        process.waitUntilExit()
        #expect(try Doctor(workingDirectory: folder.path).check(["."]).files == 1)
        let named = try Doctor(workingDirectory: folder.path).check(["Pipe.swift"])
        #expect(named.findings.map(\.rule) == ["unreadable_file"])
    }

    @Test func `a folder named like a source file is a folder`() throws {
        let folder = try TemporaryFolder(["Odd.swift/A.swift": "let x = try! f()\n"])
        #expect(try Doctor(workingDirectory: folder.path).check(["."]).findings.map(\.file) == ["Odd.swift/A.swift"])
    }

    #if os(Linux)
    @Test func `a folder that cannot be listed, and what is below it, is not taken for checked`() throws {
        let folder = try TemporaryFolder(["A.swift": "", "Locked/B.swift": "let a = try! b()\n", "Pods/C/D.swift": ""])
        for name in ["Locked", "Pods/C"] {
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: "\(folder.path)/\(name)")
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        defer {
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/Locked")
            try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path + "/Pods/C")
        }
        // Root may list every folder.
        let run = Program(folder: folder)
        let user = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
        for path in [".", "Locked"] {
            let outcome = try run(arguments: ["check", "--no-cache", path], as: user)
            #expect(outcome.code == 1)
            #expect(outcome.output.contains("Locked:1:1: error: This folder cannot be listed"), "\(outcome)")
            #expect(!outcome.output.contains("Pods"))
        }
        let below = try run(arguments: ["check", "--no-cache", "Locked/B.swift"], as: user)
        #expect(below.code == 64)
        #expect(below.errors.contains("cannot be reached: you may not enter a folder on the way"))
    }

    @Test func `a name that is not UTF-8, or too long, is a finding`() throws {
        let folder = try TemporaryFolder(["App/A.swift": ""])
        let run = Program(folder: folder)
        let odd = try run(
            "check", "--no-cache", below: "printf x > $'App/caf\\xe9.swift'; printf x > $'App/caf\\xe9.png'")
        #expect(odd.code == 1)
        #expect(odd.output.split(separator: "\n").count == 1)
        #expect(odd.output.contains("not UTF-8"), "\(odd)")
        let name = String(repeating: "d", count: 250)
        let deep = try run(
            "check", "--no-cache", "Deep",
            below: "mkdir Deep; (cd Deep; for i in {1..20}; do mkdir \(name); cd \(name); done; printf x > A.swift)")
        #expect(deep.code == 1)
        #expect(deep.output.contains("[unreadable_file]"), "\(deep)")
        _ = try run("rules", below: "rm -r Deep")
    }

    @Test func `a file whose bytes cannot be had is a finding`() throws {
        // Nobody, not even root, reads the first page of a process.
        let found = try Doctor().check(["/proc/self/mem"]).findings
        #expect(found.map(\.rule) == ["unreadable_file"])
        #expect(found.map(\.message) == ["This file cannot be read."])
    }
    #endif

    @Test func `two thousand small declarations on one line are read`() {
        let code = (0..<2_000).map { "let v\($0) = f(\($0), [a.b, c]); " }.joined() + "let w = try! g()"
        #expect(rules(code) == ["force_try"])
    }

    @Test func `spaces before the arguments of a property wrapper are allowed, as in Swift 5`() {
        let code = """
            final class Rights {
                @ID            (custom: .rights, generatedBy: .database) var id: Int?
                @Field (key: .user) var user: Int
                let load: @MainActor (Int) -> Void = { _ in _ = try! read() }
            }
            """
        let found = Doctor().check(sources: [("Sources/App/A.swift", code)]).findings
        #expect(found.map { "\($0.rule) \($0.line):\($0.column)" } == ["force_try 4:53"])
    }
}
