import Foundation
import ServiceDoctor
import Testing

/// Sample apps whose every finding is labelled in the source: `// finds: rule rule`.
@Suite struct CorpusTests {
    private static let apps = ["Courier", "Journal", "Kettle", "Locker", "Pantry", "Trails", "Wordplay"]

    @Test func `errors are right 95 times in 100 and warnings 90 times`() throws {
        var tally: [String: Tally] = [:]
        for app in Self.apps {
            try Self.score(app, into: &tally)
        }
        for rule in RuleCatalog.descriptions {
            let score = tally[rule.id] ?? Tally()
            print(
                "\(rule.id): precision \(score.precision), recall \(score.recall), \(score.right) right, \(score.wrong) wrong, \(score.missed) missed"
            )
        }
        for (severity, limit) in [(Severity.error, 95), (.warning, 90), (.note, 90)] {
            let rules = RuleCatalog.descriptions.filter { $0.severity == severity }
            let sum = rules.reduce(into: Tally()) { $0.add(tally[$1.id] ?? Tally()) }
            print("all of severity \(severity): precision \(sum.precision), recall \(sum.recall)")
            #expect(sum.precision >= limit)
            #expect(sum.recall >= 90)
        }
        for rule in RuleCatalog.descriptions {
            let score = tally[rule.id] ?? Tally()
            #expect(score.right > 0, "\(rule.id) is not in the corpus")
            #expect(score.precision >= (rule.severity == .error ? 95 : 90), "\(rule.id)")
        }
    }

    @Test func `an app that migrates is one graph`() throws {
        let graph = try Doctor(workingDirectory: Self.folder).graph(["Pantry", "Courier", "Trails", "Journal"])
        #expect(Set(graph.nodes.flatMap(\.containers)) == ["Service", "Swinject", "Factory", "Dependencies"])
        #expect(graph.edges.contains { $0.from == "AuthService" && $0.to == "HTTPClient" })
        #expect(graph.edges.contains { $0.from == "TrailService" && $0.to == "APIClient" })
        #expect(graph.edges.contains { $0.from == "ShelfRepository" && $0.to == "Database" })
    }

    @Test func `wrappers, properties between factories and keys are needs`() throws {
        let doctor = Doctor(workingDirectory: Self.folder)
        let kettle = try doctor.graph(["Kettle"])
        #expect(kettle.edges.contains { $0.from == "HeaterManager" && $0.to == "BrewSession" && !$0.isLazy })
        #expect(kettle.edges.contains { $0.from == "SettingsManager" && $0.to == "RecipeStorage" })
        #expect(
            kettle.gaps.map(\.reason) == [
                "'HeaterManager' needs 'Broadcaster', which is registered nowhere that can be read."
            ])
        let locker = try doctor.graph(["Locker"])
        #expect(locker.edges.contains { $0.from == "EventLog" && $0.to == "Vault" })
        #expect(locker.edges.contains { $0.from == "Vault" && $0.to == "VaultClock" })
        #expect(locker.nodes.first { $0.service == "Editor" }?.scope == "singleton")
        let wordplay = try doctor.graph(["Wordplay"])
        #expect(wordplay.edges.contains { $0.from == "StatsClient" && $0.to == "ScoreClient" && !$0.isLazy })
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Corpus")
        .path

    private static func score(_ app: String, into tally: inout [String: Tally]) throws {
        let root = folder + "/" + app
        let report = try Doctor(workingDirectory: root).check(["."])
        var expected = try labels(below: root)
        for finding in report.findings {
            let label = "\(finding.file):\(finding.line) \(finding.rule)"
            if let count = expected[label], count > 0 {
                expected[label] = count - 1
                tally[finding.rule, default: Tally()].right += 1
            } else {
                tally[finding.rule, default: Tally()].wrong += 1
                print("wrong: \(app)/\(label): \(finding.message)")
            }
        }
        for (label, count) in expected where count > 0 {
            let rule = label.split(separator: " ").last.map(String.init) ?? ""
            tally[rule, default: Tally()].missed += count
            print("missed: \(app)/\(label)")
        }
    }

    private static func labels(below root: String) throws -> [String: Int] {
        var labels: [String: Int] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) where path.hasSuffix(".swift") {
            let text = try String(contentsOfFile: root + "/" + path, encoding: .utf8)
            for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                guard let mark = line.range(of: "// finds: ") else { continue }
                for rule in line[mark.upperBound...].split(separator: " ") {
                    #expect(RuleCatalog.identifiers.contains(String(rule)), "\(path):\(index + 1)")
                    labels["\(path):\(index + 1) \(rule)", default: 0] += 1
                }
            }
        }
        return labels
    }

    private struct Tally {
        var right = 0
        var wrong = 0
        var missed = 0

        var precision: Int { right + wrong == 0 ? 100 : right * 100 / (right + wrong) }
        var recall: Int { right + missed == 0 ? 100 : right * 100 / (right + missed) }

        mutating func add(_ other: Tally) {
            right += other.right
            wrong += other.wrong
            missed += other.missed
        }
    }
}
