import ArgumentParser
import ServiceDoctor

struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "rules", abstract: "Lists the rules, or explains one.")

    @Argument(help: "The rule to explain.")
    var rule: String?

    @Option(help: "How to write: text, markdown or json.")
    var format: RuleFormat = .text

    func run() throws {
        try Failure.exit {
            if let own = RuleCatalog.ownFindings.first(where: { $0.id == rule }) {
                return try Output.write(try format.render(own.id, own.summary))
            }
            let rules = RuleCatalog.descriptions.filter { rule == nil || $0.id == rule }
            guard !rules.isEmpty else {
                throw ValidationError("There is no rule '\(rule ?? "")'. 'service-doctor rules' lists them.")
            }
            try Output.write(try format.render(rules))
        }
    }
}
