import Foundation

/// Reads one file and turns it into facts and findings.
struct FileAnalysis: Sendable {
    private let configuration: DoctorConfiguration
    private let rules: [(id: String, rule: any Rule)]

    init(configuration: DoctorConfiguration) {
        self.configuration = configuration
        rules = RuleCatalog.rules.map { (id: $0.description.id, rule: $0) }.filter { configuration.runs($0.id) }
    }

    /// Reads a file from disk; one that cannot be read is a finding.
    func analyse(_ file: FoundFile) -> FileFacts {
        var facts = read(file)
        facts.isCompanion = file.isCompanion
        return facts
    }

    private func read(_ file: FoundFile) -> FileFacts {
        let isChecked = isChecked(file.kind)
        switch FileKind(file.path) {
        case .other:
            return unreadable(file.name, file.kind, "This is not a file that can be read.", isChecked: isChecked)
        case .directory:
            return unreadable(
                file.name, file.kind, "This folder cannot be listed: nothing in it was checked.", isChecked: isChecked)
        case .unknown:
            return unreadable(
                file.name, file.kind,
                "The system finds no file of this name: it is too long, not UTF-8 or out of reach.",
                isChecked: isChecked)
        case .regular, .link: break
        }
        guard let data = FileManager.default.contents(atPath: file.path) else {
            return unreadable(file.name, file.kind, "This file cannot be read.", isChecked: isChecked)
        }
        let bytes = Array(data)
        var facts = analyse(
            bytes, name: file.name, kind: file.kind, isForShow: file.isForShow, isCompanion: file.isCompanion)
        if configuration.cache != nil { facts.digest.add(bytes) }
        return facts
    }

    /// Looks at a file's bytes.
    func analyse(
        _ bytes: [UInt8], name: String, kind: PathKind, isForShow: Bool, isCompanion: Bool = false
    ) -> FileFacts {
        var kind = kind
        if kind == .production, PathKind.isMarkedAsGenerated(bytes) { kind = .generated }
        if kind == .production, bytes.starts(with: Array("#!".utf8)) { kind = .script }
        let isChecked = isChecked(kind)
        let unit: SourceUnit
        do throws(SourceUnit.Refusal) {
            unit = try SourceUnit(name: name, kind: kind, bytes: bytes, isChecked: isChecked)
        } catch {
            switch error {
            case .notText: return unreadable(name, kind, "This file is not UTF-8 text.", isChecked: isChecked)
            case .tooDeep:
                return unreadable(name, kind, "This file nests too deep to be looked at.", isChecked: isChecked)
            }
        }
        // A file that imports them supports tests, wherever it lies.
        let isForTests = unit.index.isTestable || !unit.index.imports.isDisjoint(with: ["XCTest", "Testing"])
        if kind == .production, isForTests {
            return analyse(bytes, name: name, kind: .test, isForShow: isForShow, isCompanion: isCompanion)
        }
        return BlockMemory.remembering {
            read(unit, isChecked: isChecked, isForShow: isForShow, isCompanion: isCompanion)
        }
    }

    private func read(_ unit: SourceUnit, isChecked: Bool, isForShow: Bool, isCompanion: Bool) -> FileFacts {
        var facts = FileFacts(unit, isChecked: isChecked)
        facts.isCompanion = isCompanion
        facts.isForShow = isForShow
        if unit.kind == .production {
            facts.licensor = BorrowedFiles.licensor(in: unit.bytes)
            facts.head = FileHead(of: unit.bytes)
        }
        facts.isIncomplete = unit.isBroken
        // What a file around the checked ones registers, calls and declares counts; what is wrong in it does not.
        guard isChecked, !isCompanion else { return facts }
        if let error = unit.syntaxError() {
            facts.findings.append(error)
            facts.brokenLines = unit.brokenLines()
        }
        for (id, rule) in rules {
            facts.findings += rule.inspect(unit)
            let candidates = rule.gather(unit)
            if !candidates.isEmpty { facts.candidates[id] = candidates }
        }
        let (suppressions, complaints) = Suppressions.read(unit, rules: RuleCatalog.identifiers)
        facts.suppressions = suppressions
        facts.findings += complaints
        return facts
    }

    private func isChecked(_ kind: PathKind) -> Bool {
        kind == .production || (kind == .test && configuration.includeTests)
    }

    private func unreadable(_ name: String, _ kind: PathKind, _ message: String, isChecked: Bool) -> FileFacts {
        var facts = FileFacts(name: name, kind: kind)
        facts.isChecked = isChecked
        facts.isIncomplete = true
        if facts.isChecked {
            let place = Place(file: name, line: 1, column: 1, text: "")
            facts.findings = [Finding(rule: "unreadable_file", severity: .error, place: place, message: message)]
        }
        return facts
    }
}
