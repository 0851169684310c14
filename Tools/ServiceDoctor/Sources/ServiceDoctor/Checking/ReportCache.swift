import Foundation

/// Keeps the report of one check, recognised by the contents of everything that was read for it.
///
/// The whole report is kept rather than the facts of each file: reading facts back takes as long as parsing the file again.
struct ReportCache {
    private let file: String

    /// Names the file of a check.
    /// - Parameters:
    ///   - folder: Where reports are kept.
    ///   - check: What tells this check from others: folder, paths and configuration.
    init(folder: String, check: Digest) {
        file = "\(folder)/\(check.text).report"
    }

    /// Returns the kept report and what it was made of; nil where there is none that can be read.
    func load() -> (contents: String, report: Report)? {
        guard let data = FileManager.default.contents(atPath: file) else { return nil }
        let parts = data.split(separator: Self.separator, omittingEmptySubsequences: false)
        // Whatever has happened to the file, a report is returned as it was kept or not at all.
        guard let sum = parts.last, String(decoding: sum, as: UTF8.self) == Self.sum(data.dropLast(sum.count)) else {
            return nil
        }
        var fields = parts.dropLast().makeIterator()
        func text() -> String? { fields.next().map { String(decoding: $0, as: UTF8.self) } }
        func number() -> Int? { text().flatMap(Int.init) }
        guard text() == Self.version, let contents = text(), let files = number(), let suppressed = number(),
            let omissions = number(), let count = number(),
            (0...parts.count).contains(omissions), (0...parts.count).contains(count)
        else { return nil }
        var omitted: [Omission: Int] = [:]
        for _ in 0..<omissions {
            guard let reason = text().flatMap(Omission.init), let number = number() else { return nil }
            omitted[reason] = number
        }
        var findings: [Finding] = []
        findings.reserveCapacity(count)
        for _ in 0..<count {
            guard let rule = text(), let severity = text().flatMap(Severity.init), let file = text(),
                let line = number(), let column = number(), let scalarColumn = number(), let message = text(),
                let fix = text(), let source = text()
            else { return nil }
            let place = Place(file: file, line: line, column: column, scalarColumn: scalarColumn, text: source)
            findings.append(
                Finding(
                    rule: rule, severity: severity, place: place, message: message, fix: fix.isEmpty ? nil : fix))
        }
        guard fields.next() == nil else { return nil }
        return (contents, Report(findings: findings, files: files, omitted: omitted, suppressed: suppressed))
    }

    /// Keeps a report. A cache that cannot be written costs time and nothing else.
    func store(_ report: Report, contents: String) {
        var fields = [
            Self.version, contents, String(report.files), String(report.suppressed), String(report.omitted.count),
            String(report.findings.count),
        ]
        for (reason, count) in report.omitted.sorted(by: { $0.key < $1.key }) {
            fields += [reason.rawValue, String(count)]
        }
        for finding in report.findings {
            fields += [
                finding.rule, finding.severity.rawValue, finding.file, String(finding.line), String(finding.column),
                String(finding.scalarColumn), finding.message, finding.fix ?? "", finding.lineText,
            ]
        }
        let separator = Character(UnicodeScalar(Self.separator))
        guard !fields.contains(where: { $0.utf8.contains(Self.separator) }) else { return }
        var data = Data((fields.joined(separator: String(separator)) + String(separator)).utf8)
        data.append(contentsOf: Self.sum(data).utf8)
        let folder = (file as NSString).deletingLastPathComponent
        removeOld(from: folder)
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // A report that is not kept is worked out again by the next check.
        try? data.write(to: URL(fileURLWithPath: file), options: .atomic)
    }

    /// Removes reports that nothing has asked for in a month.
    private func removeOld(from folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasSuffix(".report")
        {
            let path = "\(folder)/\(name)"
            let date = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
            if let date, date.timeIntervalSinceNow < -30 * 86_400 { try? FileManager.default.removeItem(atPath: path) }
        }
    }

    private static func sum(_ data: Data) -> String {
        var digest = Digest()
        digest.add(Array(data))
        return digest.text
    }

    private static let version = "2"
    /// A control character that no source line holds; a report with one is not kept.
    private static let separator: UInt8 = 0x1E

    /// Tells one build of the program from another.
    static let program: String = {
        let path = Bundle.main.executablePath ?? CommandLine.arguments.first ?? ""
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let date = (attributes?[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(path) \(attributes?[.size] ?? 0) \(date)"
    }()
}
