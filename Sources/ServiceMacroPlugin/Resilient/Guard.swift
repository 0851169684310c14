#if Macros
import SwiftSyntax

/// The guard of one protocol: what it does with each requirement, and its text.
struct Guard {
    let service: ServiceProtocol
    private let members: [GuardedMember]

    init(_ service: ServiceProtocol) {
        self.service = service
        let names = service.requirements.map(\.name)
        members = service.requirements.map { requirement in
            GuardedMember(
                requirement: requirement,
                // A property and a method may share a name; then the method has labels.
                isOverloaded: names.filter { $0 == requirement.name }.count > 1)
        }
    }

    private var needsStandIn: Bool { members.contains(where: \.needsStandIn) }

    // MARK: Checking

    func check(_ problems: Problems) {
        if let associated = service.associatedTypes.first {
            problems.add(
                "associatedType",
                """
                @Resilient guards 'any \(service.name)', whose methods cannot be called if they use the associated type \
                '\(associated.name.text)'. Guard a protocol without associated types.
                """, at: associated)
        }
        for member in members where !member.requirement.isStatic { member.check(service, problems) }
    }

    // MARK: Writing

    var text: String {
        let access = service.access.onMember
        let type = "Resilient\(service.name)".escaped
        let any = "any \(service.conformance)"
        let standIn = needsStandIn
        let conformance = standIn ? "ResilientGuardWithStandIn" : "ResilientGuard"
        let parameter = standIn ? ", standIn: \(any)" : ""
        let argument = standIn ? ", standIn: standIn" : ""
        var lines = [
            "\(service.typePrefix)final class \(type): \(service.conformance), \(conformance) {",
            "    nonisolated let _live: \(any)",
        ]
        if standIn { lines.append("    nonisolated let _standIn: \(any)") }
        lines += [
            "    nonisolated let _calls: ResilientCalls",
            "",
            "    \(access)nonisolated init(_ live: \(any)\(parameter), calls: ResilientCalls) {",
            "        _live = live",
        ]
        if standIn { lines.append("        _standIn = standIn") }
        lines += [
            "        _calls = calls",
            "    }",
            "",
            "    \(access)nonisolated static func guarding(_ live: \(any)\(parameter), by calls: ResilientCalls) -> \(any) {",
            "        \(type)(live\(argument), calls: calls)",
            "    }",
        ]
        for member in members { lines += ["", member.declaration(access).indented] }
        return (lines + ["}"]).joined(separator: "\n")
    }
}

extension String {
    /// The text, four spaces further to the right.
    var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    " + $0 }
            .joined(separator: "\n")
    }
}
#endif
