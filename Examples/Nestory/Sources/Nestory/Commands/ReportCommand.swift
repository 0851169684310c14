import ArgumentParser
import Foundation
import Inventory
import NestoryPages
import Service

/// `nestory report`.
struct ReportCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "report",
        abstract: "Writes the insurance report: everything by room and category, as a page to print.",
        discussion: "The page needs nothing but itself. Open it in a browser, and print it or keep it as PDF.")

    @Option(name: .long, help: ArgumentHelp("The currency of the totals, of ISO 4217.", valueName: "code"))
    var currency = "EUR"

    @Option(
        name: .long, help: ArgumentHelp("The file to write; without it, standard output.", valueName: "file.html"))
    var output: String?

    @OptionGroup var options: DatabaseOptions
    @OptionGroup var outbox: OutboxOptions

    func validate() throws {
        guard Currency(currency) != nil else {
            throw ValidationError("Give --currency a currency of ISO 4217, such as EUR.")
        }
    }

    func work() async throws {
        try options.requireFile()
        try outbox.refuseToReplace(output, in: options)
        let currency = Currency(currency) ?? .euro
        let report = try await withItems(of: options) { env in
            try await env.resolve((any ReportService).self).report(in: currency)
        }
        let kept = await outbox.kept(options)
        let page = Array(try NestoryPages().report(ReportPage(report, place: .file, kept: kept)).utf8)
        guard let output else { return try Console.output(page) }
        try await AtomicFile.write(to: output) { write in try write(page) }
    }
}
