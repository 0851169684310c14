import Foundation
import ServiceDoctor
import Testing

@Suite struct BaselineTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/known.json" }

    init() throws {
        folder = try TemporaryFolder(["Sources/A.swift": "let x = try! f()\nlet y = z!\n"])
    }

    private func check(baseline: Bool = true, paths: [String] = ["."]) throws -> Report {
        let configuration = DoctorConfiguration(baseline: baseline ? path : nil)
        return try Doctor(configuration: configuration, workingDirectory: folder.path).check(paths)
    }

    @Test func `known findings are not reported again, wherever they move`() throws {
        try Baseline(try check(baseline: false)).write(to: path)
        #expect(try check().findings.isEmpty)
        #expect(try check().suppressed == 2)
        try folder.write(
            Array("// a new line\n\n  let x = try! f()\nlet y = z!\nlet n = try! g()\n".utf8), to: "Sources/A.swift")
        let report = try check()
        #expect(report.findings.map { "\($0.rule):\($0.line)" } == ["force_try:5"])
    }

    @Test func `the same line twice counts twice`() throws {
        try Baseline(try check(baseline: false)).write(to: path)
        try folder.write(Array("let x = try! f()\nlet x = try! f()\nlet y = z!\n".utf8), to: "Sources/A.swift")
        #expect(try check().findings.map(\.line) == [2])
    }

    @Test func `entries that no longer occur are reported, of files that were checked or are gone`() throws {
        try folder.write(Array("let x = try! f()\n".utf8), to: "Other/B.swift")
        try folder.write(Array("let x = try! f()\n".utf8), to: "Other/C.swift")
        try Baseline(try check(baseline: false)).write(to: path)
        try folder.write(Array("let y = z!\n".utf8), to: "Sources/A.swift")
        try FileManager.default.removeItem(atPath: folder.path + "/Other/C.swift")
        let report = try check(paths: ["Sources"])
        #expect(report.findings.map(\.rule) == ["stale_baseline", "stale_baseline"])
        #expect(report.findings.map(\.file) == ["Other/C.swift", "Sources/A.swift"])
        #expect(!report.fails(strict: false))
    }

    @Test func `updating for some files or rules keeps the entries of all others`() throws {
        try folder.write(Array("let x = try! f()\n".utf8), to: "Other/B.swift")
        let all = try check(baseline: false)
        try Baseline(all).write(to: path)
        try folder.write(Array("let y = z!\n".utf8), to: "Sources/A.swift")
        let configuration = DoctorConfiguration(only: ["force_unwrap"])
        var known = Baseline(all)
        known = try Doctor(configuration: configuration, workingDirectory: folder.path).baseline(["."], updating: known)
        #expect(known.count == 3)
        known = try Doctor(workingDirectory: folder.path).baseline(["Sources"], updating: known)
        #expect(known.count == 2)
        try known.write(to: path)
        #expect(try check().findings.isEmpty)
        #expect(try check().suppressed == 2)
    }

    @Test(arguments: [
        "", "{", "[]", "{\"version\": 2, \"entries\": []}", "{\"version\": 1}",
        "{\"version\": 1, \"entries\": [{\"rule\": 3}]}",
    ])
    func `a broken baseline is an error`(_ text: String) throws {
        try folder.write(Array(text.utf8), to: "known.json")
        let error = #expect(throws: DoctorError.self) { try check() }
        #expect(error?.exitCode == 65)
    }

    @Test func `a missing baseline, or one that cannot be written, is an error`() throws {
        #expect(throws: DoctorError.configuration("There is no baseline '\(path)'.")) { try check() }
        #expect(throws: DoctorError.self) {
            try Baseline(try check(baseline: false)).write(to: folder.path + "/no/such/known.json")
        }
    }

    @Test func `absurd counts do not overflow`() throws {
        let entry =
            "{\"rule\": \"force_try\", \"file\": \"Sources/A.swift\", \"line\": \"let x = try! f()\", \"count\": 9223372036854775807}"
        try folder.write(Array("{\"version\": 1, \"entries\": [\(entry), \(entry)]}".utf8), to: "known.json")
        _ = try check()
    }

    @Test func `the file is the same whatever the order of the findings`() throws {
        try Baseline(try check(baseline: false)).write(to: path)
        let first = try folder.text(of: "known.json")
        try Baseline(try check(baseline: false)).write(to: path)
        #expect(try folder.text(of: "known.json") == first)
        #expect(first.contains("\"line\" : \"let x = try! f()\""))
    }
}
