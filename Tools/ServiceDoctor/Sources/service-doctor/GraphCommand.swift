import ArgumentParser
import Foundation
import ServiceDoctor

struct GraphCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Draws which services are registered and what they need.")

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case text, mermaid, dot, json
    }

    @Argument(help: "Files and folders to read.")
    var paths: [String] = ["."]

    @Option(help: "How to write the graph: text, mermaid, dot or json.")
    var format: Format = .text

    @Option(help: "The configuration file, whose exclusions count; otherwise it is looked for as in check.")
    var config: String?

    func run() throws {
        try Failure.exit {
            var settings = try Settings(config)
            settings.configuration.jobs = ProcessInfo.processInfo.activeProcessorCount
            let graph = try settings.doctor.graph(settings.paths(paths))
            switch format {
            case .text: try Output.write(graph.text)
            case .mermaid: try Output.write(graph.mermaid)
            case .dot: try Output.write(graph.dot)
            case .json: try Output.write(try graph.json())
            }
        }
    }
}
