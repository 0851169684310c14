import ArgumentParser
import Foundation
import ServiceDoctor

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Checks files and folders.")

    @Argument(help: "Files and folders to check.")
    var paths: [String] = ["."]

    @Option(help: "How to write the findings: text, json, sarif, github, xcode or summary.")
    var format: OutputFormat = .text

    @Option(
        help:
            "The configuration file; otherwise \(DoctorConfiguration.defaultFileName) is looked for here and in the folders around."
    )
    var config: String?

    @Option(help: "A file of known findings, which are not reported.")
    var baseline: String?

    @Flag(help: "Writes what is found to the baseline; entries of what is not checked stay.")
    var updateBaseline = false

    @Option(help: "The only rules to run, with commas between.")
    var only: String?

    @Option(help: "Rules not to run, with commas between.")
    var skip: String?

    @Flag(help: "Lets warnings and notes fail the check, and shows what the source does not tell.")
    var strict = false

    @Option(help: "How many files to read at a time.")
    var jobs: Int?

    @Flag(help: "Checks tests too.")
    var includeTests = false

    @Flag(help: "Checks files too that no target of an Xcode project builds.")
    var includeUnbuilt = false

    @Flag(help: "Removes what can be removed without changing what the code does, then checks.")
    var fix = false

    @Flag(help: "Works everything out anew, and keeps no report for the next time.")
    var noCache = false

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is between 1 and 256.") }
        if fix, updateBaseline {
            throw ValidationError("--fix and --update-baseline are two steps: fix first, then update the baseline.")
        }
        let chosen = Set(try Self.names(only, "--only"))
        if !chosen.isEmpty, chosen.isSubset(of: try Self.names(skip, "--skip")) {
            throw ValidationError("--skip leaves out every rule that --only names: nothing would be checked.")
        }
        for rule in try Self.names(only, "--only") + Self.names(skip, "--skip")
        where !RuleCatalog.identifiers.contains(rule) {
            throw ValidationError("There is no rule '\(rule)'. 'service-doctor rules' lists them.")
        }
    }

    func run() throws {
        try Failure.exit {
            var settings = try Settings(config)
            settings.configuration.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
            settings.configuration.only = Set(try Self.names(only, "--only"))
            // The command line goes before the configuration.
            settings.configuration.disabled.subtract(settings.configuration.only)
            settings.configuration.disabled.formUnion(try Self.names(skip, "--skip"))
            settings.configuration.includeTests = settings.configuration.includeTests || includeTests
            settings.configuration.includeUnbuilt = settings.configuration.includeUnbuilt || includeUnbuilt
            settings.configuration.strict = settings.configuration.strict || strict
            let known =
                baseline.map { settings.file($0, fromConfiguration: false) }
                ?? settings.configuration.baseline.map { settings.file($0, fromConfiguration: true) }
            if !noCache { settings.configuration.cache = Settings.cacheFolder }
            let paths = settings.paths(paths)
            if updateBaseline { return try writeBaseline(known, paths, settings) }
            settings.configuration.baseline = known
            if fix {
                let count = try settings.doctor.fix(paths)
                Output.note("\(Output.counted(count)) fixed")
            }
            let report = try settings.doctor.check(paths)
            try show(report, settings)
            if report.fails(strict: settings.configuration.strict) { throw ExitCode(1) }
        }
    }

    private func show(_ report: Report, _ settings: Settings) throws {
        // Machines read paths that are relative to the project, people those that are relative to where they are.
        let isForPeople = format == .text || format == .xcode
        let shown =
            isForPeople ? report.renamingFiles { settings.shown($0, isAbsolute: format == .xcode) } : report
        try Output.write(try format.render(shown))
        if format == .text || format == .github || format == .xcode { Output.note(report.summary) }
    }

    private func writeBaseline(_ known: String?, _ paths: [String], _ settings: Settings) throws {
        guard let known else { throw ValidationError("--update-baseline needs --baseline FILE.") }
        var settings = settings
        settings.configuration.baseline = nil
        var older: Baseline?
        if FileManager.default.fileExists(atPath: known) {
            do {
                older = try Baseline.load(known)
            } catch {
                // A broken one is written anew where nothing of it is to be kept.
                guard settings.checksAll(self.paths, only, skip) else {
                    throw DoctorError.configuration(
                        "An update for some paths or rules would lose all other entries. Mend the file, or update it for everything: \(error.description)"
                    )
                }
            }
        }
        let baseline = try settings.doctor.baseline(paths, updating: older)
        try baseline.write(to: known)
        Output.note("\(settings.shown(known, isAbsolute: false)): \(Output.counted(baseline.count)) written")
    }

    private static func names(_ list: String?, _ option: String) throws -> [String] {
        guard let list else { return [] }
        let names = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !names.isEmpty else { throw ValidationError("\(option) names at least one rule.") }
        return names
    }
}
