import Foundation

/// Remembers findings that are known, so that only new ones fail a check.
///
/// An entry is recognised by rule, file and the line's text, so that it survives code moving up and down.
public struct Baseline: Sendable, Equatable {
    private struct Key: Hashable, Codable, Sendable {
        let rule: String
        let file: String
        let line: String
    }

    private struct Entry: Codable {
        let rule: String
        let file: String
        let line: String
        let count: Int
    }

    private struct Content: Codable {
        let version: Int
        let entries: [Entry]
    }

    private var counts: [Key: Int]

    /// How many findings are remembered.
    /// - Complexity: O(*n*) in the number of entries.
    public var count: Int { counts.values.reduce(0) { $0.addingReportingOverflow($1).partialValue } }

    /// The files that it names.
    var files: Set<String> { Set(counts.keys.map(\.file)) }

    /// Makes a baseline of everything that a report found.
    public init(_ report: Report) {
        self.init(report.findings)
    }

    init(_ findings: [Finding]) {
        counts = findings.reduce(into: [:]) { counts, finding in
            guard finding.rule != "stale_baseline" else { return }
            counts[Key(rule: finding.rule, file: finding.file, line: finding.lineText), default: 0] += 1
        }
    }

    /// Reads a baseline file.
    /// - Parameter path: The file's path.
    /// - Throws: ``DoctorError/configuration(_:)`` where it is missing or not a baseline of this version.
    public static func load(_ path: String) throws(DoctorError) -> Baseline {
        let text = try TextFile.read(path, what: "baseline")
        let content: Content
        do {
            content = try JSONDecoder().decode(Content.self, from: Data(text.utf8))
        } catch {
            throw .configuration("The baseline '\(path)' is broken. Write it again with --update-baseline.")
        }
        guard content.version == 1 else {
            throw .configuration("The baseline '\(path)' has version \(content.version); known is 1.")
        }
        var baseline = Baseline([Finding]())
        for entry in content.entries where entry.count > 0 {
            let key = Key(rule: entry.rule, file: entry.file, line: entry.line)
            baseline.counts[key] = (baseline.counts[key] ?? 0).addingReportingOverflow(entry.count).partialValue
        }
        return baseline
    }

    /// Writes the baseline to a file, sorted, so that its changes read well in a review.
    /// - Parameter path: The file's path.
    /// - Throws: ``DoctorError/configuration(_:)`` where it cannot be written.
    public func write(to path: String) throws(DoctorError) {
        let entries = counts.map { Entry(rule: $0.rule, file: $0.file, line: $0.line, count: $1) }
            .sorted { ($0.file, $0.line, $0.rule) < ($1.file, $1.line, $1.rule) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            var data = try encoder.encode(Content(version: 1, entries: entries))
            data.append(UInt8(ascii: "\n"))
            try FileContents.replace(path, with: data)
        } catch let refusal as FileContents.Refusal {
            throw .configuration("The baseline '\(path)' \(refusal.reason).")
        } catch {
            throw .configuration("The baseline '\(path)' cannot be written.")
        }
    }

    /// Takes over the entries of an older baseline for what was not looked at this time.
    mutating func keep(_ older: Baseline, where isChecked: (_ file: String, _ rule: String) -> Bool) {
        counts.merge(older.counts.filter { !isChecked($0.key.file, $0.key.rule) }) { new, _ in new }
    }

    /// Splits findings into new ones and known ones, and tells which entries no longer occur.
    /// - Parameters:
    ///   - findings: What was found.
    ///   - isChecked: Says whether a file and rule were looked at, so that a check of one folder calls nothing stale elsewhere.
    func apply(to findings: [Finding], isChecked: (_ file: String, _ rule: String) -> Bool) -> (
        new: [Finding], known: Int, stale: [Finding]
    ) {
        var left = counts
        var new: [Finding] = []
        for finding in findings {
            let key = Key(rule: finding.rule, file: finding.file, line: finding.lineText)
            if let count = left[key], count > 0 { left[key] = count - 1 } else { new.append(finding) }
        }
        let stale = left.filter { $1 > 0 && isChecked($0.file, $0.rule) }.keys.map { key in
            Finding(
                rule: "stale_baseline", severity: .note,
                place: Place(file: key.file, line: 1, column: 1, text: key.line),
                message: "The baseline knows a '\(key.rule)' that no longer occurs: \(key.line)",
                fix: "Update the baseline with --update-baseline.")
        }
        return (new, findings.count - new.count, stale)
    }
}
