public import ArgumentParser
import Foundation
public import Inventory
import Service

/// `nestory export`.
struct ExportCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Writes all items as CSV or JSON.",
        discussion: "The CSV can be imported again without any loss, and is safe to open in a spreadsheet.")

    @Option(name: .long, help: "csv or json.")
    var format = ExportFormat.csv

    @Option(
        name: .long, help: ArgumentHelp("The file to write; without it, standard output.", valueName: "file"))
    var output: String?

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var outbox: OutboxOptions

    func work() async throws {
        try options.requireFile()
        try outbox.refuseToReplace(output, in: options)
        _ = await outbox.kept(options)
        try await withItems(of: options) { env in
            let pieces = try await env.resolve((any ExportService).self).export(format)
            guard let output else {
                for try await piece in pieces { try Console.output(piece) }
                return
            }
            try await AtomicFile.write(to: output) { write in
                for try await piece in pieces { try write(piece) }
            }
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
