/// Every problem in the wiring of an environment.
public struct ServiceValidationError: Error, Sendable, CustomStringConvertible {
    /// One problem.
    public enum Problem: Sendable, Equatable {
        /// A service that others need is not registered.
        case missing(service: String, requiredBy: [String])
        /// Services need each other, from one around to itself.
        case cycle([String])
        /// A singleton keeps a service with a shorter lifetime.
        case captive(service: String, holds: String)
        /// A factory failed for a reason other than the wiring, or asked an environment that it captured.
        case failed(service: String, reason: String)
        /// A type is registered both for any thread and for the main actor; the later registration counts.
        case registeredTwice(service: String)
    }

    /// One problem, as the description has it.
    struct Entry: Sendable {
        let problem: Problem
        /// Another text than that of the problem's kind.
        var text: String?
        /// The places, the similar names, and what to do.
        let notes: [String]
    }

    /// What is wrong, in the order: missing, cycles, failures, captive dependencies, double registrations.
    public var problems: [Problem] { entries.map(\.problem) }
    let entries: [Entry]

    /// Every problem with its place and what to do, for developers.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        let entries = entries.enumerated().map { index, entry in
            let text = entry.text ?? Self.text(of: entry.problem)
            return (["\(index + 1). \(text)"] + entry.notes.map { "   \($0)" }).joined(separator: "\n")
        }
        return "The services are not wired correctly: \(count).\n" + entries.joined(separator: "\n")
    }

    private static func text(of problem: Problem) -> String {
        switch problem {
        case .missing(let service, let requiredBy):
            "[missing] '\(service)' is not registered, but needed by \(requiredBy.joined(separator: ", "))."
        case .cycle(let chain):
            "[cycle] \(chain.joined(separator: " -> ")). Inject one of them with @Provider, or split what they share."
        case .captive(let service, let holds):
            """
            [captive] '\(service)' is a singleton and keeps '\(holds)', which has a shorter lifetime. Make it shorter-lived \
            as well, or inject '\(holds)' with @Provider.
            """
        case .failed(let service, let reason):
            "[failed] The factory of '\(service)' failed: \(reason)"
        case .registeredTwice(let service):
            """
            [registered twice] '\(service)' is registered with register and with registerMain; the later one counts. \
            Remove one of them.
            """
        }
    }
}
