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

    func work() async throws {
        try options.requireFile()
        try await withServices(at: options.database) { env in
            let pieces = try await env.resolve((any ExportService).self).export(format)
            guard let output else {
                for try await piece in pieces { try Console.output(piece) }
                return
            }
            try await write(pieces, to: URL(filePath: output))
        }
    }

    /// Writes beside the file and then puts it in its place, so that a failure leaves the old one whole.
    private func write(_ pieces: AsyncThrowingStream<[UInt8], any Error>, to file: URL) async throws {
        let draft = file.deletingLastPathComponent().appending(
            path: ".\(file.lastPathComponent).\(UUID().uuidString)")
        guard FileManager.default.createFile(atPath: draft.path, contents: nil) else {
            throw CommandFailure.failed(
                "\(file.path) cannot be written. Check that its folder exists and is yours.")
        }
        do {
            let handle = try FileHandle(forWritingTo: draft)
            for try await piece in pieces { try handle.write(contentsOf: Data(piece)) }
            try handle.synchronize()
            try handle.close()
            guard unsafe rename(draft.path, file.path) == 0 else {
                throw CommandFailure.failed("\(file.path) cannot be replaced. Is it a folder?")
            }
        } catch {
            try FileManager.default.removeItem(at: draft)
            throw error
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
