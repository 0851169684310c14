import ArgumentParser
import Foundation
import ServiceDoctor

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a configuration to begin with, and a baseline of what is there.")

    @Argument(help: "Files and folders to check for the baseline.")
    var paths: [String] = ["."]

    @Flag(help: "Replaces a configuration that is there.")
    var force = false

    private static let baselineName = ".service-doctor-baseline.json"

    func run() throws {
        try Failure.exit {
            let name = DoctorConfiguration.defaultFileName
            let here = try Settings.workingDirectory()
            guard force || !FileManager.default.fileExists(atPath: "\(here)/\(name)") else {
                throw DoctorError.configuration("There is a \(name) already; --force replaces it.")
            }
            var configuration = try StarterConfiguration.configuration(baseline: Self.baselineName)
            configuration.jobs = ProcessInfo.processInfo.activeProcessorCount
            configuration.baseline = nil
            let baseline = try Doctor(configuration: configuration, workingDirectory: here).baseline(paths)
            try baseline.write(to: "\(here)/\(Self.baselineName)")
            // Last, so that nothing that goes wrong leaves a configuration behind without its baseline.
            try Data(StarterConfiguration.text(baseline: Self.baselineName).utf8).write(
                to: URL(fileURLWithPath: "\(here)/\(name)"), options: .atomic)
            Output.note("\(name): \(RuleCatalog.descriptions.count) rules, grouped by when to take them up")
            Output.note(
                "\(Self.baselineName): \(baseline.count == 1 ? "1 finding that is" : "\(baseline.count) findings that are") there already"
            )
            Output.note("From now on 'service-doctor check' reports what is new.")
        }
    }
}
