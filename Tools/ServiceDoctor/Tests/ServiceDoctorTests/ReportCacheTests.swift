import Foundation
import ServiceDoctor
import Testing

@Suite struct ReportCacheTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "App/A.swift": "let x = try! f()\n", "App/B.swift": "let y = z!\n", "Tests/T.swift": "let x = 1\n",
        ])
    }

    private func check(
        _ change: (inout DoctorConfiguration) -> Void = { _ in }, paths: [String] = ["."]
    ) throws -> Report {
        var configuration = DoctorConfiguration(cache: folder.path + "/.reports")
        change(&configuration)
        return try Doctor(configuration: configuration, workingDirectory: folder.path).check(paths)
    }

    private func keptReports() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/.reports")
    }

    @Test func `an unchanged tree gives the kept report`() throws {
        let first = try check()
        let kept = try #require(try keptReports().first)
        #expect(try check() == first)
        #expect(try keptReports() == [kept])
        // What is kept is what is returned.
        let text = try folder.text(of: ".reports/" + kept)
        try folder.write(
            Array(text.replacing("'try!' crashes", with: "'try!' is read back, and crashes").utf8),
            to: ".reports/" + kept)
        #expect(try check().findings.first?.message.contains("read back") == true)
    }

    @Test func `a change of any file, its name or the files around is seen`() throws {
        #expect(try check().findings.count == 2)
        try folder.write(Array("let x = try f()\n".utf8), to: "App/A.swift")
        #expect(try check().findings.count == 1)
        try folder.write(Array("let q = try! f()\n".utf8), to: "App/C.swift")
        #expect(try check().findings.count == 2)
        try FileManager.default.moveItem(atPath: folder.path + "/App/C.swift", toPath: folder.path + "/App/D.swift")
        #expect(try check().findings.map(\.file) == ["App/B.swift", "App/D.swift"])
        try FileManager.default.removeItem(atPath: folder.path + "/App/D.swift")
        #expect(try check().findings.count == 1)
    }

    @Test func `another configuration, baseline or path is another check`() throws {
        #expect(try check().findings.count == 2)
        #expect(try check { $0.disabled = ["force_unwrap"] }.findings.count == 1)
        #expect(try check { $0.severities = ["force_try": .note] }.findings.map(\.severity) == [.note, .note])
        #expect(try check(paths: ["App/B.swift"]).findings.count == 1)
        let known = folder.path + "/known.json"
        try Baseline(try check()).write(to: known)
        #expect(try check { $0.baseline = known }.findings.isEmpty)
        try folder.write(Array("{\"version\": 1, \"entries\": []}".utf8), to: "known.json")
        #expect(try check { $0.baseline = known }.findings.count == 2)
    }

    @Test func `a broken report is worked out anew`() throws {
        let first = try check()
        let kept = try #require(try keptReports().first)
        for text in ["", "1", "nonsense", String(try folder.text(of: ".reports/" + kept).dropLast(40))] {
            try folder.write(Array(text.utf8), to: ".reports/" + kept)
            #expect(try check() == first)
        }
    }
}
