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

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let help = fullMessage(for: error)
            // Help that cannot be written must not look as if it was.
            if exitCode(for: error) == .success, !help.isEmpty { show(help) }
            exit(withError: error)
        }
    }

    private static func show(_ help: String) -> Never {
        do { try Failure.exit { try Output.write(help + "\n") } } catch { exit(withError: error) }
        exit()
    }
}
