#if Macros
import SwiftSyntax

/// The test double of one protocol, and its text.
struct TestDouble {
    let service: ServiceProtocol
    private let members: [MockedMember]

    init(_ service: ServiceProtocol) {
        self.service = service
        let names = service.requirements.map(\.name)
        members = service.requirements.map { requirement in
            MockedMember(
                requirement: requirement,
                isOverloaded: names.filter { $0 == requirement.name }.count > 1,
                owner: "Mock\(service.name)")
        }
    }

    // MARK: Checking

    func check(_ problems: Problems) {
        for member in members where !member.requirement.isStatic { member.check(problems) }
        for associated in service.associatedTypes where associated.name.text == "Stub" {
            problems.add(
                "stubType",
                "@Mock generates a type 'Stub' inside the double, so no associated type can have that name. Rename it.",
                at: associated.name)
        }
        var used: [String: MockedMember] = [:]
        for member in members where !member.requirement.isSubscript {
            if let other = used[member.stubName] {
                problems.add(
                    "stubName",
                    """
                    Two requirements would both be scripted as stub.\(member.stubName): '\(other.requirement.fullName)' and \
                    '\(member.requirement.fullName)'. Mark one of them @StubName("…").
                    """, at: member.requirement.place)
            } else {
                used[member.stubName] = member
            }
        }
    }

    // MARK: Writing

    var text: String {
        let access = service.access.onMember
        let type = "Mock\(service.name)".escaped
        var lines = [
            "\(service.typePrefix)final class \(type)\(generics): \(service.conformance), Mock\(constraints) {",
            "    \(access)nonisolated struct Stub: Sendable {",
        ]
        lines += members.map { "        \(access)let \($0.stubName.escaped): \($0.stubType)" }
        if !members.isEmpty { lines.append("") }
        lines.append("        fileprivate init(_ origin: MockOrigin) {")
        lines += members.map { member in
            // What the parameter hides, and what would be the stub itself.
            let owner = ["origin", "self"].contains(member.stubName) ? "self." : ""
            let value = "\(member.stubClass)(\"\(member.fullName)\", origin)"
            return "            \(owner)\(member.stubName.escaped) = \(value)"
        }
        lines += [
            "        }",
            "    }",
            "",
            "    \(access)nonisolated let stub: Stub",
            "",
            "    \(access)nonisolated init(",
            "        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column",
            "    ) {",
            "        stub = Stub(MockOrigin(fileID: fileID, filePath: filePath, line: line, column: column))",
            "    }",
        ]
        for (name, type) in inheritedTypes { lines += ["", "    \(access)typealias \(name) = \(type)"] }
        for member in members { lines += ["", member.declaration(access).indented] }
        return (lines + ["}"]).joined(separator: "\n")
    }

    /// The associated types as generic parameters. What a mock stores must be `Sendable`.
    private var generics: String {
        if service.associatedTypes.isEmpty { return "" }
        let parameters = service.associatedTypes.map { associated in
            var constraints = associated.inheritanceClause?.inheritedTypes.map { $0.type.trimmedDescription } ?? []
            if !constraints.contains("Sendable") { constraints.append("Sendable") }
            return "\(associated.name.text): \(constraints.joined(separator: " & "))"
        }
        return "<\(parameters.joined(separator: ", "))>"
    }

    private var requirements: [GenericRequirementSyntax.Requirement] {
        let clauses =
            service.associatedTypes.map(\.genericWhereClause) + [service.declaration.genericWhereClause]
        return clauses.compactMap(\.self).flatMap { $0.requirements.map(\.requirement.trimmed) }
    }

    /// What is required of the generic parameters. What is required of `Self` is true, or the compiler says that it is not.
    private var constraints: String {
        let names = Set(service.associatedTypes.map(\.name.text))
        let constraints = requirements.map(\.trimmedDescription.withoutSelf).filter { constraint in
            names.contains { constraint.hasPrefix($0) && constraint.dropFirst($0.count).first?.isPartOfName != true }
        }
        return constraints.isEmpty ? "" : " where " + constraints.joined(separator: ", ")
    }

    /// The associated types of inherited protocols that the protocol says: `where ID == String`.
    private var inheritedTypes: [(name: String, type: String)] {
        let names = Set(service.associatedTypes.map(\.name.text))
        return requirements.compactMap { requirement in
            guard case .sameTypeRequirement(let same) = requirement else { return nil }
            let name = same.leftType.trimmedDescription.withoutSelf
            guard name.isPlainName, name != "Self", !names.contains(name) else { return nil }
            return (name, same.rightType.trimmedDescription.withoutSelf)
        }
    }
}

extension Character {
    fileprivate var isPartOfName: Bool { isLetter || isNumber || self == "_" }
}

extension Requirement {
    var isSubscript: Bool {
        if case .subscript = kind { true } else { false }
    }
}
#endif
