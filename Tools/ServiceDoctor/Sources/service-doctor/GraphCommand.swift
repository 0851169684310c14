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

    func run() throws {
        try Failure.exit {
            var configuration = try Settings.load(nil)
            configuration.jobs = ProcessInfo.processInfo.activeProcessorCount
            let graph = try Doctor(configuration: configuration).graph(paths)
            switch format {
            case .text: try Output.write(graph.text)
            case .mermaid: try Output.write(graph.mermaid)
            case .dot: try Output.write(graph.dot)
            case .json: try Output.write(try graph.json())
            }
        }
    }
}
