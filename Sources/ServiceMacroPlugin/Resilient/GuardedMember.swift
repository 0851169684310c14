#if Macros
import SwiftDiagnostics
import SwiftSyntax

/// What a guard does with one requirement.
struct GuardedMember {
    let requirement: Requirement
    /// Whether the name in metrics needs the argument labels.
    let isOverloaded: Bool

    /// Whether calls go through the pipeline.
    private var isGuarded: Bool { requirement.isAsync && !requirement.has("Unguarded") }

    /// What answers a call that fails.
    private enum Fallback {
        case standIn
        case value(String)
    }

    private var fallback: Fallback? {
        guard isGuarded, let attribute = requirement.attributes.first(named: "Fallback") else { return nil }
        guard let value = attribute.labeledArguments?.first?.expression else { return .standIn }
        return .value(value.trimmedDescription)
    }

    var needsStandIn: Bool {
        if case .standIn = fallback { true } else { false }
    }

    // MARK: Checking

    func check(_ service: ServiceProtocol, _ problems: Problems) {
        let name = requirement.fullName
        let stored = ["_live", "_standIn", "_calls"]
        if stored.contains(requirement.name), requirement.parameters.isEmpty {
            problems.add(
                "stored",
                "@Resilient stores what it calls in '\(requirement.name)', so '\(name)' cannot have that name. Rename it.",
                at: requirement.place)
        }
        // Where a parameter has the name of what is stored, the generated code reaches that by `self`.
        if requirement.parameters.contains(where: { $0.name.unescaped == "self" }) {
            for parameter in requirement.parameters where stored.contains(parameter.name) {
                problems.add(
                    "stored",
                    """
                    @Resilient stores what it calls in '\(parameter.name)', which '\(name)' cannot reach beside a parameter \
                    'self'. Rename one of them.
                    """, at: parameter.syntax)
            }
        }
        for parameter in requirement.parameters where parameter.isVariadic {
            problems.add(
                "variadic",
                """
                @Resilient cannot forward the variadic parameter '\(parameter.name)' of '\(name)'. Use an array instead.
                """, at: parameter.syntax)
        }
        if isGuarded {
            for parameter in requirement.parameters where parameter.isInout || parameter.isOwned {
                problems.add(
                    "once",
                    """
                    @Resilient may call '\(name)' more than once, and the parameter '\(parameter.name)' can be handed over only \
                    once. Mark the method @Unguarded, or pass a copy.
                    """, at: parameter.syntax)
            }
            for parameter in requirement.parameters where parameter.closure != nil && !parameter.isSendableClosure {
                problems.add(
                    "closure",
                    """
                    @Resilient may run '\(name)' in a task of its own, and the closure '\(parameter.name)' is not @Sendable. \
                    Mark it @Sendable, or mark the method @Unguarded.
                    """, at: parameter.syntax)
            }
        }
        for parameter in requirement.parameters where isRecorded && parameter.isHandedOver {
            problems.add(
                "once",
                """
                @Recorded calls '\(name)' in a closure, which cannot hand over the parameter '\(parameter.name)'. Remove \
                @Recorded, or pass a copy.
                """, at: parameter.syntax)
        }
        if isGuarded, requirement.throwing == .nothing, fallback == nil {
            problems.add(
                "noResult",
                """
                '\(name)' cannot throw, so it needs a result for failed calls: mark it @Fallback, @Fallback(value) or \
                @Unguarded.
                """, at: requirement.place, fixIts: marking("@Fallback") + marking("@Unguarded"))
        }
        if requirement.modifiers.contains("mutating") || needsClass && !service.isClassBound {
            problems.add(
                "mutating",
                """
                @Resilient shares one service among all its callers: '\(name)' cannot change a value. Make the protocol \
                inherit from AnyObject, or replace it with a method that does not mutate.
                """, at: requirement.place)
        }
        checkMarkers(problems)
    }

    private func checkMarkers(_ problems: Problems) {
        for marker in ["Idempotent", "Fallback", "Unguarded"] {
            guard !requirement.isAsync, let attribute = requirement.attributes.first(named: marker) else { continue }
            problems.add(
                "noEffect", "@\(marker) has no effect: '\(requirement.fullName)' is not asynchronous.", at: attribute)
        }
        for marker in ["Idempotent", "Fallback"] where requirement.isAsync && requirement.has("Unguarded") {
            guard let attribute = requirement.attributes.first(named: marker) else { continue }
            problems.add(
                "noEffect", "@\(marker) has no effect: '\(requirement.fullName)' is marked @Unguarded.", at: attribute)
        }
        if let attribute = requirement.attributes.first(named: "Recorded"), !isRecorded {
            let reason = requirement.isAsync ? "is asynchronous, so it is recorded already" : "does not throw"
            problems.add("noEffect", "@Recorded has no effect: '\(requirement.fullName)' \(reason).", at: attribute)
        }
    }

    private func marking(_ attribute: String) -> [FixIt] {
        switch requirement.kind {
        case .method(let declaration): [.marking(declaration, attribute)]
        case .property(let declaration): [.marking(declaration, attribute)]
        case .subscript(let declaration): [.marking(declaration, attribute)]
        }
    }

    /// Whether setting it works on a class only.
    private var needsClass: Bool {
        guard let setter = requirement.setter else { return false }
        return setter.modifier?.name.text != "nonmutating"
    }

    private var isRecorded: Bool {
        requirement.has("Recorded") && !requirement.isAsync && requirement.throwing.isThrowing
    }

    // MARK: Writing

    func declaration(_ access: String) -> String {
        let setter = requirement.setter.map { _ in "\(requirement.target(on: "_live")) = newValue" }
        return requirement.declaration(access, get: body, set: setter)
    }

    private var body: String {
        let calls = requirement.member("_calls")
        if isRecorded { return "try \(calls).record \(closure(requirement.call(on: "_live")))" }
        guard isGuarded else { return requirement.call(on: "_live") }
        let function =
            switch requirement.throwing {
            case .any, .rethrowing: "call"
            case .typed, .nothing: "callTyped"
            }
        let name = isOverloaded ? requirement.fullName : requirement.name
        let call = """
            \(requirement.callKeywords)\(calls).\(function)("\(name)", idempotent: \(requirement.has("Idempotent"))) \
            \(closure(requirement.call(on: "_live")))
            """
        switch fallback {
        case nil: return call
        case .standIn: return "\(call) fallback: \(closure(requirement.call(on: "_standIn")))"
        case .value(let value): return "\(call) fallback: \(closure(value))"
        }
    }

    /// A closure with the requirement's effects and result.
    private func closure(_ body: String) -> String {
        "{ ()\(requirement.effects) -> \(requirement.type.ofResult.trimmedDescription) in \(body) }"
    }
}
#endif
