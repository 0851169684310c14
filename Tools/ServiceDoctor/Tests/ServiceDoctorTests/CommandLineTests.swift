import Foundation
import Testing

/// The program as people run it.
@Suite struct CommandLineTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "Sources/App/Bad.swift": "let x = try! f()\nlet y = z!\n", "Sources/App/Good.swift": "let x = 1\n",
        ])
    }

    private struct Outcome {
        let code: Int32
        let output: String
        let errors: String
    }

    private func run(_ arguments: String...) throws -> Outcome {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "service-doctor")
        process.arguments = arguments
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.environment = ProcessInfo.processInfo.environment.merging(["XDG_CACHE_HOME": folder.path + "/.cache"]) {
            $1
        }
        let output = Pipe()
        let errors = Pipe()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let notes = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Outcome(code: process.terminationStatus, output: text, errors: notes)
    }

    @Test func `exit codes tell what happened`() throws {
        #expect(try run("check", "Sources/App/Good.swift").code == 0)
        #expect(try run("check").code == 1)
        #expect(try run("check", "--only", "force_unwrap").code == 0)
        #expect(try run("check", "--only", "force_unwrap", "--strict").code == 1)
        #expect(try run("check", "nowhere").code == 64)
        #expect(try run("check", "--format", "xml").code == 64)
        #expect(try run("check", "--only", "force_tri").code == 64)
        #expect(try run("check", "--jobs", "0").code == 64)
        #expect(try run("check", "--update-baseline").code == 64)
        #expect(try run("rules", "force_tri").code == 64)
        #expect(try run("check", "--config", "nowhere.yml").code == 65)
        #expect(try run("check", "--baseline", "nowhere.json").code == 65)
    }

    @Test func `findings go to standard output and counts to standard error`() throws {
        let outcome = try run("check")
        #expect(
            outcome.output.split(separator: "\n").map { $0.prefix { $0 != " " } } == [
                "Sources/App/Bad.swift:1:9:", "Sources/App/Bad.swift:2:9:",
            ])
        #expect(outcome.errors == "2 files, 1 error, 0 warnings, 1 note\n")
    }

    @Test func `the configuration of the folder is read, and the command line goes before it`() throws {
        try folder.write(Array("rules:\n  force_try: note\nstrict: true\n".utf8), to: ".service-doctor.yml")
        let outcome = try run("check", "--skip", "force_unwrap")
        #expect(outcome.output.contains("note: 'try!'"))
        #expect(outcome.code == 1)
        try folder.write(Array("ruls: {}\n".utf8), to: ".service-doctor.yml")
        let broken = try run("check")
        #expect(broken.code == 65)
        #expect(broken.errors.contains(".service-doctor.yml:1:1: there is no key 'ruls'. Did you mean 'rules'?"))
    }

    @Test func `rules that are named run, and at least one of them`() throws {
        try folder.write(Array("rules:\n  force_try: off\n".utf8), to: ".service-doctor.yml")
        #expect(try run("check").code == 0)
        #expect(try run("check", "--only", "force_try").code == 1)
        let none = try run("check", "--only", "force_try", "--skip", "force_try,force_unwrap")
        #expect(none.code == 64)
        #expect(none.errors.contains("nothing would be checked"))
    }

    @Test func `an empty path is no folder`() throws {
        for command in ["check", "graph", "init"] {
            let outcome = try run(command, "")
            #expect(outcome.code == 64)
            #expect(outcome.errors == "error: A path is empty.\n")
        }
    }

    #if os(Linux)
    @Test func `output that cannot be written is a fault`() throws {
        for arguments in [["--help"], ["check"], ["rules"], ["check", "--help"], ["graph"]] {
            let outcome = try Program(folder: folder)(arguments: arguments, below: "exec > /dev/full")
            #expect(outcome.code == 70, "\(arguments)")
            #expect(outcome.errors.hasPrefix("error: Standard output cannot be written"), "\(outcome.errors)")
        }
        #expect(try run("--help").code == 0)
        #expect(try run("check", "--format", "xml").code == 64)
    }

    @Test func `from the root, paths have one slash`() throws {
        let path = folder.path + "/Sources/App/Bad.swift"
        let run = Program(folder: folder)
        #expect(try run("check", "--format", "xcode", path, below: "cd /").output.hasPrefix("\(path):1:9: error"))
        #expect(try run("check", path, below: "cd /").output.hasPrefix("\(path.dropFirst()):1:9: error"))
    }
    #endif

    @Test func `a baseline is written and then holds back what it knows`() throws {
        let written = try run("check", "--baseline", "known.json", "--update-baseline")
        #expect(written.code == 0)
        #expect(written.errors == "known.json: 2 findings written\n")
        let known = try run("check", "--baseline", "known.json")
        #expect(known.code == 0)
        #expect(known.output.isEmpty)
        #expect(known.errors.contains("2 suppressed"))
    }

    @Test func `the graph is drawn in every format`() throws {
        try folder.write(
            Array(
                """
                import Service
                func wire(env: ServiceEnv) {
                    env.register(Database.self) { Database() }
                    env.register(Repo.self, needs: Database.self) { Repo($0) }
                }
                """.utf8), to: "Sources/App/Wiring.swift")
        #expect(
            try run("graph").output.contains("Repo  singleton, Service, Sources/App/Wiring.swift:4\n  → Database\n"))
        #expect(
            try run("graph", "--format", "mermaid").output
                == "flowchart LR\n    s0[\"Database\"]\n    s1[\"Repo\"]\n    s1 --> s0\n")
        #expect(try run("graph", "--format", "dot").output.contains("\"Repo\" -> \"Database\";"))
        let json =
            try JSONSerialization.jsonObject(with: Data(try run("graph", "--format", "json").output.utf8))
            as? [String: Any]
        #expect((json?["edges"] as? [[String: Any]])?.count == 1)
    }

    @Test func `rules are listed and explained`() throws {
        #expect(try run("rules").output.split(separator: "\n").count == 27)
        #expect(try run("rules", "silent_catch").output.hasPrefix("silent_catch (error)\n"))
        #expect(try run("rules", "syntax_error").output.hasPrefix("syntax_error\n\nA file does not parse"))
        #expect(try run("rules", "syntax_error", "--format", "json").output.contains("\"id\" : \"syntax_error\""))
        #expect(try run("rules", "silent_catch", "--format", "markdown").output.hasPrefix("# silent_catch\n"))
    }

    @Test func `help names the commands and the exit codes`() throws {
        let help = try run("--help").output
        for word in ["check", "graph", "rules", "64 wrong usage", "70"] { #expect(help.contains(word)) }
    }
}
