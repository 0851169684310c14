import ArgumentParser

/// The program `nestory`.
@main
struct NestoryCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nestory",
        abstract: "A home inventory for insurance: what do we own, where is it, and what was it worth?",
        version: "0.1.0",
        subcommands: [
            ServeCommand.self, ImportCommand.self, ExportCommand.self, ListCommand.self, ReportCommand.self,
            BackupsCommand.self,
            RestoreCommand.self,
            GraphCommand.self, DemoCommand.self,
        ])
}
