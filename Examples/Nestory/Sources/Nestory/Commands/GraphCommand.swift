import ArgumentParser
import Foundation
import Logging
import NestoryAssembly
import NestoryControllers
import NestoryRemote
import Service

/// `nestory graph`.
struct GraphCommand: NestoryWork {
    /// How to draw it.
    enum Format: String, CaseIterable, ExpressibleByArgument {
        case mermaid, dot, json
    }

    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Shows which service needs which, and checks that all are there.",
        discussion: "No inventory is opened or changed for it.")

    @Option(name: .long, help: "mermaid, dot or json.")
    var format = Format.mermaid

    func work() async throws {
        try await TemporaryFolder.with { folder in
            let env = ServiceEnv(name: "nestory")
            let logger = Logger(label: "nestory")
            // The check makes services to see that it can be done: in a place of its own.
            await env.assemble(
                LiveAssembly(path: folder.appending(path: "check.db").path, options: Self.allOptions),
                PageAssembly(), ServerAssembly(host: "127.0.0.1", port: 0, names: nil, logger: logger),
                BackgroundAssembly(logger: logger))
            do throws(ServiceValidationError) {
                try env.validate()
            } catch {
                throw CommandFailure.failed("\(error)")
            }
            try Console.output(Array(drawing(of: env.graph).utf8))
        }
    }

    /// Addresses for everything that is only there with one. Nothing is sent to them.
    private static var allOptions: LiveOptions {
        LiveOptions(rates: WebAddress("http://localhost/rates"), webhook: WebAddress("http://localhost/webhook"))
    }

    private func drawing(of graph: ServiceGraph) -> String {
        switch format {
        case .mermaid: graph.mermaid
        case .dot: graph.dot
        case .json: graph.json + "\n"
        }
    }
}
