import Foundation

/// Checks Swift code against the rules.
public struct Doctor: Sendable {
    private let configuration: DoctorConfiguration
    private let workingDirectory: String

    /// Makes a doctor.
    /// - Parameters:
    ///   - configuration: What to check.
    ///   - workingDirectory: What paths are relative to; nil is the process's own.
    public init(configuration: DoctorConfiguration = DoctorConfiguration(), workingDirectory: String? = nil) {
        self.configuration = configuration
        self.workingDirectory = workingDirectory ?? FileManager.default.currentDirectoryPath
    }

    /// Checks every Swift file below some paths.
    /// - Parameter paths: Files and folders.
    /// - Returns: The findings that neither a comment nor the baseline holds back, the same for any number of jobs.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist, ``DoctorError/configuration(_:)`` where the baseline
    ///   is missing or broken.
    public func check(_ paths: [String]) throws(DoctorError) -> Report {
        let baseline: Baseline?
        if let path = configuration.baseline { baseline = try Baseline.load(absolute(path)) } else { baseline = nil }
        let listing = try list(paths)
        let cache = configuration.cache.map { ReportCache(folder: $0, check: digest(ofCheck: paths)) }
        if let known = cache?.load(), known.contents == contents(of: listing, hashing: true, []) { return known.report }
        let facts = analyse(listing)
        let project = Project(facts, isMainActorByDefault: listing.isMainActorByDefault)
        let report = report(project, listing, baseline: baseline)
        cache?.store(report, contents: contents(of: listing, hashing: false, facts.map(\.digest)))
        return report
    }

    /// What tells a check from others of the same files.
    private func digest(ofCheck paths: [String]) -> Digest {
        var digest = Digest()
        let settings = configuration
        let parts: [[String]] = [
            [workingDirectory, "\(settings.includeTests) \(settings.includeUnbuilt) \(settings.strict)"], paths,
            settings.exclude,
            settings.disabled.sorted(), settings.only.sorted(),
            settings.severities.map { "\($0.key) \($0.value.rawValue)" }.sorted(), [settings.baseline ?? ""],
        ]
        for part in parts { digest.add(part.joined(separator: "\n")) }
        return digest
    }

    /// What a check is made of: the program, the baseline, and every file by name, kind and contents.
    private func contents(of listing: Listing, hashing: Bool, _ known: [Digest]) -> String {
        var digests = known
        if hashing {
            digests = WorkPool.map(count: listing.files.count, jobs: configuration.jobs) { index in
                var digest = Digest()
                if let data = FileManager.default.contents(atPath: listing.files[index].path) {
                    digest.add(Array(data))
                }
                return digest
            }
        }
        var digest = Digest()
        digest.add(ReportCache.program)
        digest.add("\(listing.isMainActorByDefault) \(listing.omitted.sorted { $0.key < $1.key })")
        digest.add(listing.unreadableProjects.joined(separator: "\n"))
        if let path = configuration.baseline, let data = FileManager.default.contents(atPath: absolute(path)) {
            digest.add(Array(data))
        }
        for (file, contents) in zip(listing.files, digests) {
            digest.add("\(file.name) \(file.kind) \(file.isCompanion)")
            digest.add(contents)
        }
        return digest.text
    }

    /// Checks every Swift file below some paths and remembers what is found.
    /// - Parameters:
    ///   - paths: Files and folders.
    ///   - older: A baseline whose entries stay for the files and rules that are not looked at.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist.
    public func baseline(_ paths: [String], updating older: Baseline? = nil) throws(DoctorError) -> Baseline {
        let listing = try list(paths)
        let project = project(listing)
        var baseline = Baseline(report(project, listing, baseline: nil))
        if let older {
            let files = Self.byName(project)
            baseline.keep(older) { looks(at: $0, $1, of: files) }
        }
        return baseline
    }

    /// Checks code in memory.
    /// - Parameter sources: Pairs of a path, which is not read, and the code that would stand there.
    public func check(sources: [(path: String, code: String)]) -> Report {
        report(project(sources), baseline: nil)
    }

    /// Reads the services that the files below some paths register, and what they need.
    /// - Parameter paths: Files and folders.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist.
    public func graph(_ paths: [String]) throws(DoctorError) -> DependencyGraph {
        DependencyGraph(project(try list(paths)).injection)
    }

    /// Reads the services that code in memory registers, and what they need.
    /// - Parameter sources: Pairs of a path, which is not read, and the code that would stand there.
    public func graph(sources: [(path: String, code: String)]) -> DependencyGraph {
        DependencyGraph(project(sources).injection)
    }

    private func list(_ paths: [String]) throws(DoctorError) -> Listing {
        try Listing(paths, configuration, workingDirectory: workingDirectory)
    }

    private func analyse(_ listing: Listing) -> [FileFacts] {
        let analysis = FileAnalysis(configuration: configuration)
        return WorkPool.map(count: listing.files.count, jobs: configuration.jobs) {
            analysis.analyse(listing.files[$0])
        }
    }

    private func project(_ listing: Listing) -> Project {
        Project(analyse(listing), isMainActorByDefault: listing.isMainActorByDefault)
    }

    private func project(_ sources: [(path: String, code: String)]) -> Project {
        let analysis = FileAnalysis(configuration: configuration)
        let sorted = sources.sorted { $0.path < $1.path }
        let facts = WorkPool.map(count: sorted.count, jobs: configuration.jobs) { index in
            analysis.analyse(
                Array(sorted[index].code.utf8), name: sorted[index].path,
                kind: PathKind(relativePath: sorted[index].path), isForShow: Showcase.contains(sorted[index].path))
        }
        return Project(facts, isMainActorByDefault: false)
    }

    private func report(
        _ project: Project, _ listing: Listing? = nil, baseline: Baseline?
    ) -> Report {
        let files = Self.byName(project)
        var findings = project.files.flatMap(\.findings)
        let rules = RuleCatalog.rules.filter { configuration.runs($0.description.id) }
        findings += WorkPool.map(count: rules.count, jobs: configuration.jobs) { rules[$0].conclude(project) }.joined()
        Self.soften(&findings, files)
        if configuration.strict { findings += unresolved(in: project) }
        findings += listing?.complaints ?? []
        findings = RuleCatalog.withoutRepetitions(findings)
        var suppressed = 0
        var used: [String: Set<Suppressions.Entry>] = [:]
        findings = findings.filter { finding in
            guard configuration.shows(finding) else { return false }
            guard let file = files[finding.file] else { return true }
            guard !file.isCompanion else { return false }
            if finding.rule != "syntax_error", file.brokenLines.contains(where: { $0.contains(finding.line) }) {
                return false
            }
            guard let entry = file.suppressions.entry(for: finding) else { return true }
            used[finding.file, default: []].insert(entry)
            suppressed += 1
            return false
        }
        findings += unusedSuppressions(project, used).filter(configuration.shows)
        let own = Dictionary(uniqueKeysWithValues: rules.map { ($0.description.id, $0.description.severity) })
        for index in findings.indices {
            guard let severity = configuration.severities[findings[index].rule] else { continue }
            // What the rule itself takes for milder than others stays so.
            let isMilder = own[findings[index].rule].map { findings[index].severity < $0 } ?? false
            findings[index].severity = isMilder ? min(findings[index].severity, severity) : severity
        }
        findings.sort(by: Finding.inOrder)
        if let baseline {
            let (new, known, stale) = baseline.apply(to: findings) { looks(at: $0, $1, of: files) }
            findings = (new + stale.filter(configuration.shows)).sorted(by: Finding.inOrder)
            suppressed += known
        }
        var omitted = listing?.omitted ?? [:]
        for file in project.files where !file.isChecked && !file.isCompanion {
            if let omission = file.kind.omission { omitted[omission, default: 0] += 1 }
        }
        return Report(
            findings: findings, files: project.files.count { $0.isChecked && !$0.isCompanion }, omitted: omitted,
            suppressed: suppressed)
    }

    /// Makes notes of what harms nobody who uses the program: mistakes in examples, and warnings on screens for developers.
    private static func soften(_ findings: inout [Finding], _ files: [String: FileFacts]) {
        let tools = Set(findings.map(\.file)).filter(DeveloperTools.contain)
        for index in findings.indices where findings[index].rule != "syntax_error" {
            let file = findings[index].file
            let isTool = findings[index].severity == .warning && tools.contains(file)
            if isTool || files[file]?.isForShow ?? false { findings[index].severity = .note }
        }
    }

    private static func byName(_ project: Project) -> [String: FileFacts] {
        Dictionary(project.files.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Says whether a check of these files tells anything about a rule in one: it is one of them, or gone.
    private func looks(at file: String, _ rule: String, of files: [String: FileFacts]) -> Bool {
        let isGone = files[file] == nil && !FileManager.default.fileExists(atPath: absolute(file))
        return configuration.runs(rule) && (files[file].map { $0.isChecked && !$0.isCompanion } ?? false || isGone)
    }

    private func unresolved(in project: Project) -> [Finding] {
        project.injection.unresolved.filter { !$0.isWrapper }.map { item in
            Finding(
                rule: "graph_unresolved", severity: .note, place: item.place,
                message: item.text)
        }
            + project.injection.unreadContainers.map { container in
                Finding(
                    rule: "graph_unresolved", severity: .note, place: container.place,
                    message: "\(container.name) is not read: its services are missing from the graph.")
            }
    }

    private func unusedSuppressions(_ project: Project, _ used: [String: Set<Suppressions.Entry>]) -> [Finding] {
        project.files.flatMap { file -> [Finding] in
            let unused = file.suppressions.entries.subtracting(used[file.name] ?? [])
            return unused.filter { configuration.runs($0.rule) }.map { entry in
                var finding = Finding(
                    rule: "unused_suppression", severity: .note, place: entry.place,
                    message: "This comment silences '\(entry.rule)', which does not occur here.",
                    fix: "Remove the comment.")
                // A comment that silences something else as well stays.
                let isWhole = file.suppressions.entries.allSatisfy { $0.place != entry.place || unused.contains($0) }
                if isWhole { finding.edit = entry.removal }
                return finding
            }
        }
    }

    /// Applies the edits of what is found below some paths, where that changes nothing that the code does.
    /// - Parameter paths: Files and folders.
    /// - Returns: How many findings are gone.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist, ``DoctorError/configuration(_:)`` where the baseline
    ///   is missing or broken, ``DoctorError/fault(_:)`` where a file cannot be written.
    public func fix(_ paths: [String]) throws(DoctorError) -> Int {
        var configuration = configuration
        // A kept report knows of no edits.
        configuration.cache = nil
        let findings = try Doctor(configuration: configuration, workingDirectory: workingDirectory).check(paths)
            .findings
        var count = 0
        for (file, findings) in Dictionary(grouping: findings, by: \.file).sorted(by: { $0.key < $1.key }) {
            let edits = Set(findings.compactMap(\.edit))
            guard !edits.isEmpty, let data = FileManager.default.contents(atPath: absolute(file)) else { continue }
            let (bytes, applied) = Fixing.apply(Array(edits), to: Array(data))
            guard applied > 0 else { continue }
            do {
                try Data(bytes).write(to: URL(fileURLWithPath: absolute(file)), options: .atomic)
            } catch {
                throw .fault("'\(file)' cannot be written: \(error.localizedDescription)")
            }
            count += applied
        }
        return count
    }

    private func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : workingDirectory + "/" + path
    }
}
