import Foundation

/// Checks Swift code against the rules.
public struct Doctor: Sendable {
    let configuration: DoctorConfiguration
    let workingDirectory: String

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
        if let known = cache?.load(), known.contents == (try contents(of: listing, baseline, known: nil)) {
            return known.report
        }
        let facts = try analyse(listing)
        let project = project(facts, of: listing)
        let report = try report(project, listing, baseline: baseline)
        cache?.store(report, contents: try contents(of: listing, baseline, known: facts.map(\.digest)))
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
    ///
    /// Files that only the baseline names count too: whether they are there tells a finding that is gone from one elsewhere.
    private func contents(of listing: Listing, _ baseline: Baseline?, known: [Digest]?) throws(DoctorError) -> String {
        var digests = known ?? []
        if known == nil {
            digests = try WorkPool.map(count: listing.files.count, jobs: configuration.jobs) { index in
                var digest = Digest()
                if let data = FileManager.default.contents(atPath: listing.files[index].path) {
                    digest.add(Array(data))
                }
                return digest
            }
        }
        var digest = Digest()
        digest.add(ReportCache.program)
        digest.add(
            "\(listing.settings.sorted { $0.key < $1.key }) \(listing.isForMacOnly) \(listing.interfaceClasses?.sorted() ?? ["?"]) \(listing.isWhole) \(listing.omitted.sorted { $0.key < $1.key })"
        )
        digest.add(listing.unreadableProjects.joined(separator: "\n"))
        if let path = configuration.baseline, let data = FileManager.default.contents(atPath: absolute(path)) {
            digest.add(Array(data))
        }
        let names = Set(listing.files.map(\.name))
        for file in baseline?.files.subtracting(names).sorted() ?? [] where !isGone(file) { digest.add(file) }
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
        let project = try project(listing)
        var baseline = Baseline(try report(project, listing, baseline: nil))
        if let older {
            let files = Self.byName(project)
            baseline.keep(older) { looks(at: $0, $1, of: files) }
        }
        return baseline
    }

    /// Checks code in memory.
    /// - Parameter sources: Pairs of a path, which is not read, and the code that would stand there.
    public func check(sources: [(path: String, code: String)]) -> Report {
        inMemory { () throws(DoctorError) in try report(try project(sources), nil, baseline: nil) }
    }

    /// Reads the services that the files below some paths register, and what they need.
    /// - Parameter paths: Files and folders.
    /// - Throws: ``DoctorError/usage(_:)`` where a path does not exist.
    public func graph(_ paths: [String]) throws(DoctorError) -> DependencyGraph {
        DependencyGraph(try project(try list(paths)).injection)
    }

    /// Reads the services that code in memory registers, and what they need.
    /// - Parameter sources: Pairs of a path, which is not read, and the code that would stand there.
    public func graph(sources: [(path: String, code: String)]) -> DependencyGraph {
        inMemory { () throws(DoctorError) in DependencyGraph(try project(sources).injection) }
    }

    /// Code in memory can be checked wherever threads can be started at all.
    private func inMemory<Output>(_ work: () throws(DoctorError) -> Output) -> Output {
        do { return try work() } catch { fatalError(error.description) }
    }

    private func list(_ paths: [String]) throws(DoctorError) -> Listing {
        try Listing(paths, configuration, workingDirectory: workingDirectory)
    }

    private func analyse(_ listing: Listing) throws(DoctorError) -> [FileFacts] {
        let analysis = FileAnalysis(configuration: configuration)
        return try WorkPool.map(count: listing.files.count, jobs: configuration.jobs) {
            analysis.analyse(listing.files[$0])
        }
    }

    private func project(_ listing: Listing) throws(DoctorError) -> Project {
        project(try analyse(listing), of: listing)
    }

    private func project(_ facts: [FileFacts], of listing: Listing) -> Project {
        Project(
            facts, settings: listing.settings, isBuiltForMacOnly: listing.isForMacOnly,
            interfaceClasses: listing.interfaceClasses)
    }

    private func project(_ sources: [(path: String, code: String)]) throws(DoctorError) -> Project {
        let analysis = FileAnalysis(configuration: configuration)
        let sorted = sources.sorted { $0.path < $1.path }
        let facts = try WorkPool.map(count: sorted.count, jobs: configuration.jobs) { index in
            analysis.analyse(
                Array(sorted[index].code.utf8), name: sorted[index].path,
                kind: PathKind(relativePath: sorted[index].path), isForShow: Showcase.contains(sorted[index].path))
        }
        return Project(facts, settings: [:])
    }

    /// - Parameter listing: Where the project was found; nil for code in memory, which is all there is.
    private func report(_ project: Project, _ listing: Listing?, baseline: Baseline?) throws(DoctorError) -> Report {
        let files = Self.byName(project)
        let borrowed = Self.borrowed(project)
        var findings = project.files.flatMap(\.findings)
        let rules = RuleCatalog.rules.filter { configuration.runs($0.description.id) }
        findings += try WorkPool.map(count: rules.count, jobs: configuration.jobs) { rules[$0].conclude(project) }
            .joined()
        Self.soften(&findings, files, copied: Self.copied(project), listing?.settings ?? [:])
        if configuration.strict { findings += unresolved(in: project) }
        findings += listing?.complaints ?? []
        findings = RuleCatalog.withoutRepetitions(findings)
        var suppressed = 0
        var used: [String: Set<Int>] = [:]
        findings = findings.filter { finding in
            guard configuration.shows(finding) else { return false }
            guard let file = files[finding.file] else { return true }
            guard !file.isCompanion, !borrowed.contains(file.name) else { return false }
            if finding.rule != "syntax_error", file.brokenLines.contains(where: { $0.contains(finding.line) }) {
                return false
            }
            guard let entry = file.suppressions.entry(for: finding) else { return true }
            used[finding.file, default: []].insert(entry)
            suppressed += 1
            return false
        }
        let unused = UnusedSuppressions(
            configuration: configuration,
            knowsProject: listing?.isWhole ?? true && project.files.allSatisfy { !$0.isIncomplete })
        findings += project.files.flatMap { unused.find(in: $0, used: used[$0.name] ?? []) }
            .filter(configuration.shows)
        findings.sort(by: Finding.inOrder)
        if let baseline {
            let (new, known, stale) = baseline.apply(to: findings) { looks(at: $0, $1, of: files) }
            findings = (new + stale.filter(configuration.shows)).sorted(by: Finding.inOrder)
            suppressed += known
        }
        let ownSeverities = Dictionary(uniqueKeysWithValues: rules.map { ($0.description.id, $0.description.severity) })
        for index in findings.indices {
            guard let severity = configuration.severities[findings[index].rule] else { continue }
            // What the rule itself takes for milder than others stays so.
            let isMilder = ownSeverities[findings[index].rule].map { findings[index].severity < $0 } ?? false
            findings[index].severity = isMilder ? min(findings[index].severity, severity) : severity
        }
        // Broken code may look as if something could be removed from it.
        for index in findings.indices where files[findings[index].file]?.isIncomplete ?? false {
            findings[index].edit = nil
        }
        var omitted = listing?.omitted ?? [:]
        for file in project.files where !file.isChecked && !file.isCompanion {
            if let omission = file.kind.omission { omitted[omission, default: 0] += 1 }
        }
        let checked = project.files.count { $0.isChecked && !$0.isCompanion }
        let copies = project.files.count { $0.isChecked && !$0.isCompanion && borrowed.contains($0.name) }
        if copies > 0 { omitted[.vendored, default: 0] += copies }
        return Report(findings: findings, files: checked - copies, omitted: omitted, suppressed: suppressed)
    }

    /// The files that a project has copied from others, which are built and not checked.
    private static func borrowed(_ project: Project) -> Set<String> {
        let own = project.files.indices.filter { project.files[$0].kind == .production }
        let areBorrowed = BorrowedFiles.find(in: own.map { project.files[$0].licensor })
        return Set(zip(own, areBorrowed).lazy.filter(\.1).map { project.files[$0.0].name })
    }

    /// The files of an app that somebody else wrote for another project, before there was the app.
    private static func copied(_ project: Project) -> Set<String> {
        let own = project.files.filter { $0.kind == .production }
        let starts = own.filter { file in
            file.types.contains { !$0.isSetAside && !ConstructionFacts.roots.isDisjoint(with: $0.inherited) }
        }
        let areCopied = FileHead.areOlder(own.map(\.head), than: starts.compactMap(\.head))
        return Set(zip(own, areCopied).lazy.filter(\.1).map(\.0.name))
    }

    /// Makes notes of what harms nobody who uses the program: mistakes in examples, warnings on screens for developers, and code that
    /// parses in the Swift it was written for; and of what the project did not write.
    private static func soften(
        _ findings: inout [Finding], _ files: [String: FileFacts], copied: Set<String>,
        _ settings: [String: BuildSettings]
    ) {
        let tools = Set(findings.map(\.file)).filter(DeveloperTools.contain)
        for index in findings.indices {
            let file = findings[index].file
            guard findings[index].rule != "syntax_error" else {
                if settings[file]?.isOfOldSwift ?? false { findings[index].severity = .note }
                continue
            }
            let isTool = findings[index].severity == .warning && tools.contains(file)
            if isTool || copied.contains(file) || files[file]?.isForShow ?? false { findings[index].severity = .note }
        }
    }

    private static func byName(_ project: Project) -> [String: FileFacts] {
        Dictionary(project.files.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Says whether a check of these files tells anything about a rule in one: it is one of them, or gone.
    private func looks(at file: String, _ rule: String, of files: [String: FileFacts]) -> Bool {
        configuration.runs(rule) && (files[file].map { $0.isChecked && !$0.isCompanion } ?? isGone(file))
    }

    private func isGone(_ file: String) -> Bool { !FileManager.default.fileExists(atPath: absolute(file)) }

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

    func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : workingDirectory + "/" + path
    }
}
