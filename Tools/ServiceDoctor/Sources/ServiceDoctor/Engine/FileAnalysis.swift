import Foundation

/// Reads one file and turns it into facts and findings.
struct FileAnalysis: Sendable {
    let configuration: DoctorConfiguration

    /// Reads a file from disk; one that cannot be read is a finding.
    func analyse(_ file: FileDiscovery.File) -> FileFacts {
        guard FileKind(file.path) != .other else {
            return unreadable(file.name, file.kind, "This is no file that can be read.")
        }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: file.path))
        } catch {
            return unreadable(file.name, file.kind, "This file cannot be read.")
        }
        return analyse(Array(data), name: file.name, kind: file.kind)
    }

    /// Looks at a file's bytes.
    func analyse(_ bytes: [UInt8], name: String, kind: PathKind) -> FileFacts {
        var kind = kind
        if kind == .production, PathKind.isMarkedAsGenerated(bytes) { kind = .generated }
        let isChecked = kind == .production || (kind == .test && configuration.includeTests)
        let unit: SourceUnit
        do throws(SourceUnit.Refusal) {
            unit = try SourceUnit(name: name, kind: kind, bytes: bytes, isChecked: isChecked)
        } catch {
            switch error {
            case .notText: return unreadable(name, kind, "This file is not UTF-8 text.")
            case .tooDeep: return unreadable(name, kind, "This file nests too deep to be looked at.")
            }
        }
        var facts = FileFacts(unit, isChecked: isChecked)
        guard isChecked else { return facts }
        if let error = unit.syntaxError() {
            facts.findings.append(error)
            facts.brokenLines = unit.brokenLines()
        }
        for rule in RuleCatalog.rules where configuration.runs(rule.description.id) {
            facts.findings += rule.inspect(unit)
            let candidates = rule.gather(unit)
            if !candidates.isEmpty { facts.candidates[rule.description.id] = candidates }
        }
        let (suppressions, complaints) = Suppressions.read(unit)
        facts.suppressions = suppressions
        facts.findings += complaints
        return facts
    }

    private func unreadable(_ name: String, _ kind: PathKind, _ message: String) -> FileFacts {
        var facts = FileFacts(name: name, kind: kind)
        facts.isChecked = kind == .production || (kind == .test && configuration.includeTests)
        if facts.isChecked {
            let place = Place(file: name, line: 1, column: 1, text: "")
            facts.findings = [Finding(rule: "unreadable_file", severity: .error, place: place, message: message)]
        }
        return facts
    }
}
