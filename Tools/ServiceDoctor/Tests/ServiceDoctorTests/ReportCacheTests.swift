import Foundation
import Testing

@testable import ServiceDoctor

@Suite struct ReportCacheTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder([
            "App/A.swift": "let x = try! f()\n", "App/B.swift": "let y = z!\n", "Tests/T.swift": "let x = 1\n",
        ])
    }

    private func check(
        paths: [String] = ["."], _ change: (inout DoctorConfiguration) -> Void = { _ in }
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
        try ReportFile(folder.path + "/.reports/" + kept).change { $0.replacing("'try!' crashes", with: "read back") }
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

    @Test func `a file that only the baseline names is gone as soon as it is`() throws {
        let known = folder.path + "/known.json"
        try Baseline(try check()).write(to: known)
        #expect(try check(paths: ["App/A.swift"]) { $0.baseline = known }.findings.isEmpty)
        try FileManager.default.removeItem(atPath: folder.path + "/App/B.swift")
        #expect(try check(paths: ["App/A.swift"]) { $0.baseline = known }.findings.map(\.rule) == ["stale_baseline"])
    }

    @Test func `a report whose numbers are wrong is worked out anew`() throws {
        let first = try check()
        let kept = try #require(try keptReports().first)
        let text = try folder.text(of: ".reports/" + kept)
        let count = text.split(separator: "\u{1E}", omittingEmptySubsequences: false).count
        for index in 2..<count - 1 {
            for number in ["-1", "0", "1", "9223372036854775807", "nonsense"] {
                for isSummed in [true, false] {
                    try folder.write(Array(text.utf8), to: ".reports/" + kept)
                    var fields = text.split(separator: "\u{1E}", omittingEmptySubsequences: false)
                    guard Int(fields[index]) != nil, fields[index] != number else { continue }
                    fields[index] = number[...]
                    let changed = fields.joined(separator: "\u{1E}")
                    try folder.write(Array(changed.utf8), to: ".reports/" + kept)
                    // With a sum that fits, the report may be another one, but still nothing crashes.
                    if isSummed { try ReportFile(folder.path + "/.reports/" + kept).change { $0 } }
                    let report = try check()
                    if !isSummed { #expect(report == first) }
                }
            }
        }
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

/// A kept report, whose sum is made to fit when it is changed.
private struct ReportFile {
    let path: String

    init(_ path: String) { self.path = path }

    func change(_ body: (String) -> String) throws {
        let text = body(try String(contentsOfFile: path, encoding: .utf8))
        let end = try #require(text.lastIndex(of: "\u{1E}"))
        var digest = Digest()
        digest.add(Array(text[...end].utf8))
        try Data((text[...end] + digest.text).utf8).write(to: URL(fileURLWithPath: path))
    }
}
