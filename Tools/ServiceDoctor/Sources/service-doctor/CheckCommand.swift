import ArgumentParser
import Foundation
import ServiceDoctor

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "check", abstract: "Checks files and folders.")

    @Argument(help: "Files and folders to check.")
    var paths: [String] = ["."]

    @Option(help: "How to write the findings: text, json, sarif or github.")
    var format: OutputFormat = .text

    @Option(help: "The configuration file; \(DoctorConfiguration.defaultFileName) is read where there is one.")
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

    func validate() throws {
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs is between 1 and 256.") }
        for rule in try Self.names(only, "--only") + Self.names(skip, "--skip")
        where !RuleCatalog.identifiers.contains(rule) {
            throw ValidationError("There is no rule '\(rule)'. 'service-doctor rules' lists them.")
        }
    }

    func run() throws {
        try Failure.exit {
            var configuration = try Settings.load(config)
            configuration.jobs = jobs ?? ProcessInfo.processInfo.activeProcessorCount
            configuration.only = Set(try Self.names(only, "--only"))
            configuration.disabled.formUnion(try Self.names(skip, "--skip"))
            configuration.includeTests = configuration.includeTests || includeTests
            configuration.strict = configuration.strict || strict
            let known = baseline ?? configuration.baseline
            if updateBaseline {
                guard let known else { throw ValidationError("--update-baseline needs --baseline FILE.") }
                configuration.baseline = nil
                // A broken one is written anew.
                let older = try? Baseline.load(known)
                let baseline = try Doctor(configuration: configuration).baseline(paths, updating: older)
                try baseline.write(to: known)
                Output.note("\(known): \(baseline.count) findings written")
                return
            }
            configuration.baseline = known
            let report = try Doctor(configuration: configuration).check(paths)
            try Output.write(try format.render(report))
            if format == .text || format == .github { Output.note(report.summary) }
            if report.fails(strict: configuration.strict) { throw ExitCode(1) }
        }
    }

    private static func names(_ list: String?, _ option: String) throws -> [String] {
        guard let list else { return [] }
        let names = list.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
        guard !names.isEmpty else { throw ValidationError("\(option) names at least one rule.") }
        return names
    }
}
