import ArgumentParser

@main
struct ServiceDoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service-doctor",
        abstract: "Says where Swift code breaks the rules of services that stay up.",
        discussion:
            """
            Exit codes: 0 clean, 1 errors found (with --strict, anything), 64 wrong usage, 65 wrong configuration, \
            70 an internal error.
            """,
        subcommands: [CheckCommand.self, GraphCommand.self, RulesCommand.self, InitCommand.self],
        defaultSubcommand: CheckCommand.self)
}
