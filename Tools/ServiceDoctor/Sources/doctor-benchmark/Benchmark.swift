import Foundation
import ServiceDoctor
import SwiftParser
import SwiftSyntax

/// Measures a check beside a bare parse of the same files in the same run.
@main
struct Benchmark {
    static func main() throws {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 5_000
        let root = FileManager.default.temporaryDirectory.appending(
            path: "doctor-benchmark-\(ProcessInfo.processInfo.processIdentifier)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: root) }
        try GeneratedTree(root: root, count: count).write()
        let files = try paths(below: root)

        var parses: [Double] = []
        var checks: [Double] = []
        var work: (parse: Double, check: Double) = (0, 0)
        var bytes = 0
        for _ in 0..<rounds {
            var before = processorSeconds()
            parses.append(try seconds { bytes = try parse(files) })
            work.parse += processorSeconds() - before
            before = processorSeconds()
            let doctor = Doctor(configuration: DoctorConfiguration(jobs: 2), workingDirectory: root)
            checks.append(try seconds { _ = try doctor.check(["."]) })
            work.check += processorSeconds() - before
        }
        let alone = try Doctor(configuration: DoctorConfiguration(jobs: 1), workingDirectory: root).check(["."])
        let together = try Doctor(configuration: DoctorConfiguration(jobs: 2), workingDirectory: root).check(["."])

        var first = 0.0
        var seconds: [Double] = []
        let kept = Doctor(
            configuration: DoctorConfiguration(cache: root + "/.reports", jobs: 2), workingDirectory: root)
        first = try Self.seconds { _ = try kept.check(["."]) }
        for _ in 0..<rounds { seconds.append(try Self.seconds { _ = try kept.check(["."]) }) }
        let second = seconds.sorted()[rounds / 2]

        let parseRate = Double(files.count) / parses.sorted()[rounds / 2]
        let checkRate = Double(files.count) / checks.sorted()[rounds / 2]
        let ratio = work.parse / work.check
        print("\(files.count) files, \(bytes / files.count) bytes each, 2 jobs, median of \(rounds)")
        print("parse alone: \(Int(parseRate)) files/s")
        print(
            "check:       \(Int(checkRate)) files/s, \(percent(checkRate / parseRate)) of the bare parse, \(together.findings.count) findings"
        )
        // What the neighbours on a busy machine do shows in the first ratio, not in this one.
        print("processor time: \(percent(ratio)) of the check's is what the bare parse takes")
        print("second run:  \(Int(second * 1000)) ms after \(Int(first * 1000)) ms, \(percent(second / first))")
        print("peak memory: \(peakMemory()) MB")
        print("output with 1 and 2 jobs: \(alone == together ? "the same" : "DIFFERENT")")
        // What the README says of its speed, by the processor, so that a busy machine is no failure.
        guard alone == together, ratio >= share, second < first / 10 else {
            print(
                "FAILED: \(percent(share)) of a bare parse by the processor, and a second run in a tenth, are the limits"
            )
            exit(1)
        }
    }

    /// How much of a check's processor time a bare parse may take at least.
    private static let share = 0.08
    private static let rounds = 5

    private static func processorSeconds() -> Double { Double(clock()) / Double(CLOCKS_PER_SEC) }

    private static func parse(_ files: [String]) throws -> Int {
        try WorkPool.map(count: files.count, jobs: 2) { index in
            guard let data = FileManager.default.contents(atPath: files[index]) else { return 0 }
            let tree = Parser.parse(source: String(decoding: data, as: UTF8.self))
            return tree.totalLength.utf8Length
        }.reduce(0, +)
    }

    private static func paths(below root: String) throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".swift") }.sorted().map {
            root + "/" + $0
        }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let time = try ContinuousClock().measure(body)
        return Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
    }

    private static func percent(_ ratio: Double) -> String { "\(Int(ratio * 100)) %" }

    private static func peakMemory() -> Int {
        let status =
            FileManager.default.contents(atPath: "/proc/self/status").map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 } ?? 0
    }
}
