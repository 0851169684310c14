import ArgumentParser
import Foundation
import Inventory
import NestoryAssembly
import Service
import UnixSignals

/// `nestory import`.
struct ImportCommand: NestoryWork {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Adds the items of a CSV file: all of them, or none if the file has errors.",
        discussion: """
            The first line names the columns: \(ItemField.allCases.map(\.rawValue).joined(separator: ", ")). \
            Only “name” is required. Items that the inventory has are passed over, so importing a file twice adds nothing; \
            with --update they are changed to what the file's columns say. Columns may be separated by commas, semicolons or \
            tabs, prices may have a decimal comma, and the text may be UTF-8 or Windows-1252.
            """)

    @Argument(help: ArgumentHelp("The CSV file.", valueName: "file.csv"))
    var file: String

    @Flag(name: .long, help: "Check everything and change nothing.")
    var dryRun = false

    @Flag(name: .long, help: "Import the lines that are right, and say which ones were skipped.")
    var skipInvalid = false

    @Flag(name: .long, help: "Change the items that the inventory has to what the file says.")
    var update = false

    @OptionGroup var options: DatabaseOptions

    func work() async throws {
        let source = try open()
        // Also while the inventory is opened, which may make a file.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let progress = ProgressLine()
        let isNew = !options.exists
        let report: ImportReport
        do {
            report = try await withInventory { env in
                defer { progress.finish() }
                return try await importing(
                    source, with: try env.resolve((any ImportService).self), progress, until: signals)
            }
        } catch {
            if isNew { options.removeNew() }
            guard error is CancellationError else { throw error }
            throw CommandFailure.failed("The import was stopped. Nothing was imported.")
        }
        if isNew, report.isRefused { options.removeNew() }
        if let dialect = report.dialect?.words { Console.say("\(file): \(dialect)") }
        for problem in report.problems { Console.say("\(file): \(problem)") }
        let more = report.problemCount - report.problems.count
        if more > 0 { Console.say("\(file): and \(more) more errors.") }
        if report.isRefused {
            let advice = report.valid > 0 ? ", or leave out what is wrong with --skip-invalid" : ""
            Console.say("Nothing was imported. Correct the file\(advice).")
            throw CommandFailure.wrongData
        }
        Console.say(Self.summary(of: report))
    }

    /// Imports until it is done, or somebody presses Ctrl-C: then all of it is rolled back, unless it was done already.
    private func importing(
        _ source: FileBytes, with imports: any ImportService, _ progress: ProgressLine,
        until signals: UnixSignalsSequence
    ) async throws -> ImportReport {
        let options = ImportOptions(dryRun: dryRun, skipInvalid: skipInvalid, update: update)
        let work = Task { try await imports.importCSV(from: source, options: options) { progress.show($0) } }
        let stopping = Task { for await _ in signals { work.cancel() } }
        defer { stopping.cancel() }
        return try await work.value
    }

    private func open() throws(CommandFailure) -> FileBytes {
        guard FileManager.default.fileExists(atPath: file) else {
            throw .failed("There is no file \(file). Check its name.")
        }
        let url = URL(filePath: file)
        do {
            let source = try FileBytes(url)
            guard try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory != true else {
                throw CommandFailure.failed("\(file) is a folder. Name a CSV file in it.")
            }
            return source
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw .failed("\(file) cannot be read. Check who may read it.")
        }
    }

    private static func summary(of report: ImportReport) -> String {
        var parts = ["\(report.isDryRun ? "Would import" : "Imported") \(count(report.imported, "item"))"]
        if let updated = report.updated, updated > 0 { parts.append("changed \(updated)") }
        if report.duplicates > 0 { parts.append("passed over \(report.duplicates) already there") }
        if report.invalid > 0 { parts.append("skipped \(count(report.invalid, "line")) with errors") }
        return parts.joined(separator: ", ") + "."
    }

    private static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// Opens the inventory; for a try, without making one where there is none.
    private func withInventory<Result>(_ body: (ServiceEnv) async throws -> Result) async throws -> Result {
        guard dryRun, !options.exists else {
            return try await withServices(
                at: options.database, services: LiveOptions(server: try options.server()), body)
        }
        return try await TemporaryFolder.with { folder in
            try await withServices(at: folder.appending(path: "try.db").path, body)
        }
    }
}

extension CSVDialect {
    /// What differs from CSV as most programs write it; nil where nothing does.
    fileprivate var words: String? {
        var parts: [String] = []
        if separator != "," {
            parts.append(separator == ";" ? "semicolons between the columns" : "tabs between the columns")
        }
        if hasDecimalCommas { parts.append("decimal commas") }
        if encoding != .utf8 { parts.append("text in Windows-1252") }
        return parts.isEmpty ? nil : "Read with \(parts.joined(separator: ", "))."
    }
}
