import Foundation
import ServiceDoctor
import Testing

/// What the program writes: the code that it fixes, baselines and configurations.
@Suite struct WrittenFilesTests {
    private let fixable = "let a = b // service-doctor:disable:this force_unwrap -- r\n"
    private let folder: TemporaryFolder
    private let run: Program

    init() throws {
        folder = try TemporaryFolder()
        run = Program(folder: folder)
    }

    private func write(_ text: String, to name: String, mode: Int = 0o644) throws {
        try folder.write(Array(text.utf8), to: name)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path + "/" + name)
    }

    private func mode(of name: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test func `a fix changes what a file says and nothing else about it`() throws {
        try write(fixable, to: "A.swift", mode: 0o755)
        try folder.link("L.swift", to: "A.swift")
        try FileManager.default.linkItem(atPath: folder.path + "/A.swift", toPath: folder.path + "/hard")
        #expect(try run("check", "--fix", "L.swift").errors.hasPrefix("1 finding fixed\n"))
        #expect(try folder.text(of: "A.swift") == "let a = b\n")
        #expect(try folder.text(of: "hard") == "let a = b\n")
        #expect(try mode(of: "A.swift") == 0o755)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/L.swift") == "A.swift")
    }

    @Test func `a file that is read-only stays, and so do all others`() throws {
        try write(fixable, to: "A.swift")
        try write(fixable, to: "B.swift", mode: 0o444)
        let outcome = try run("check", "--fix")
        #expect(outcome.code == 70)
        #expect(outcome.errors.contains("'B.swift' is read-only: make it writable. Nothing was changed."))
        #expect(try folder.text(of: "A.swift") == fixable)
        #expect(try folder.text(of: "B.swift") == fixable)
    }

    @Test func `a baseline that is a link stays one`() throws {
        try write("let a = try! b()\n", to: "A.swift")
        try write("{\"version\": 1, \"entries\": []}", to: "shared/known.json", mode: 0o660)
        try folder.link("known.json", to: "shared/known.json")
        #expect(
            try run("check", "--baseline", "known.json", "--update-baseline").errors
                == "known.json: 1 finding written\n")
        #expect(try folder.text(of: "shared/known.json").contains("force_try"))
        #expect(try mode(of: "shared/known.json") == 0o660)
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.path + "/known.json")
                == "shared/known.json")
        try write("let a = b()\n", to: "A.swift")
        _ = try run("check", "--baseline", "known.json", "--update-baseline")
        #expect(try run("check", "--baseline", "known.json").code == 0)
    }

    @Test func `a baseline is written to nothing but a regular file`() throws {
        try FileManager.default.createDirectory(atPath: folder.path + "/known.json", withIntermediateDirectories: true)
        #expect(FileManager.default.fileExists(atPath: folder.path + "/known.json"))
        let baseline = try Doctor(workingDirectory: folder.path).baseline(["."])
        let error = DoctorError.configuration("The baseline '\(folder.path)/known.json' is not a regular file.")
        #expect(throws: error) { try baseline.write(to: folder.path + "/known.json") }
    }

    @Test(arguments: ["<<<<<<< HEAD\n", "{\"version\": 2, \"entries\": []}"])
    func `a baseline that does not load is replaced only by a check of everything`(_ head: String) throws {
        try write("let a = try! b()\n", to: "a/A.swift")
        try write("let a = try! b()\n", to: "b/B.swift")
        #expect(try run("check", "--baseline", "known.json", "--update-baseline").code == 0)
        let known = head.hasPrefix("{") ? head : head + (try folder.text(of: "known.json"))
        try write(known, to: "known.json")
        for arguments in [["a"], [".", "--only", "force_try"], [".", "--skip", "silent_catch"]] {
            let outcome = try run(arguments: ["check", "--baseline", "known.json", "--update-baseline"] + arguments)
            #expect(outcome.code == 65)
            #expect(outcome.errors.contains("would lose all other entries"))
            #expect(try folder.text(of: "known.json") == known)
        }
        #expect(try run("check", "--baseline", "known.json", "--update-baseline").code == 0)
        #expect(try folder.text(of: "known.json").contains("b/B.swift"))
    }

    @Test func `fixing and updating the baseline are two steps`() throws {
        try write(fixable, to: "A.swift")
        let outcome = try run("check", "--fix", "--baseline", "known.json", "--update-baseline")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("--fix and --update-baseline are two steps"))
        #expect(try folder.text(of: "A.swift") == fixable)
    }

    @Test func `an init that fails leaves no configuration behind`() throws {
        #expect(try run("init", "nowhere").code == 64)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/.service-doctor.yml"))
        try write("let a = try! b()\nlet c = d!\n", to: "A.swift")
        #expect(try run("init").code == 0)
        #expect(try run("check", "--strict").code == 0)
    }

    @Test func `a baseline that has got stale is as severe as the configuration says`() throws {
        try write("let a = b()\n", to: "A.swift")
        let entry = "{\"rule\": \"force_try\", \"file\": \"A.swift\", \"line\": \"let a = try! b()\", \"count\": 1}"
        try write("{\"version\": 1, \"entries\": [\(entry)]}", to: "known.json")
        try write("baseline: known.json\nrules:\n  stale_baseline: error\n", to: ".service-doctor.yml")
        let outcome = try run("check")
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("A.swift:1:1: error: "))
    }
}
