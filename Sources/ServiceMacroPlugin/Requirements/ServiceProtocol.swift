#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The protocol that a macro is attached to, read as far as generating code needs it.
struct ServiceProtocol {
    let declaration: ProtocolDeclSyntax
    /// The attribute, for messages: `@Resilient`.
    let macro: String
    /// The protocol that the generated type conforms to.
    let conformance: String
    /// Whether that is another protocol than the one the macro is attached to.
    let isOther: Bool
    let requirements: [Requirement]
    let associatedTypes: [AssociatedTypeDeclSyntax]
    /// Who may see the protocol.
    let access: Access

    var name: String { declaration.name.text.unescaped }
    var isNonisolated: Bool { declaration.modifiers.contains("nonisolated") }

    /// What a generated type repeats before its keyword.
    var typePrefix: String {
        let written = declaration.modifiers.writtenAccess ?? .internal
        return declaration.attributes.repeatedOnType + written.onType + (isNonisolated ? "nonisolated " : "")
    }

    /// What the protocol inherits from, as `: Sendable` or as `where Self: Sendable`.
    private var inheritedTypes: [TypeSyntax] {
        let inherited = declaration.inheritanceClause?.inheritedTypes.map(\.type) ?? []
        let required = (declaration.genericWhereClause?.requirements ?? []).compactMap { requirement in
            if case .conformanceRequirement(let conformance) = requirement.requirement,
                conformance.leftType.trimmedDescription == "Self"
            {
                conformance.rightType
            } else {
                nil
            }
        }
        return inherited + required
    }

    /// Whether only classes can conform, as far as the protocol itself says.
    var isClassBound: Bool {
        inheritedTypes.contains { ["AnyObject", "Swift.AnyObject"].contains($0.trimmedDescription) }
    }

    /// Reads a protocol, and refuses what no generated type can conform to.
    ///
    /// - Parameter context: What is around the protocol, the innermost first.
    init?(
        _ attribute: AttributeSyntax, _ declaration: some DeclSyntaxProtocol, within context: [Syntax],
        _ problems: Problems
    ) {
        let macro = "@\(attribute.name)"
        guard let declaration = declaration.as(ProtocolDeclSyntax.self) else {
            problems.add("notAProtocol", "\(macro) can be attached only to a protocol.", at: attribute)
            return nil
        }
        self.declaration = declaration
        self.macro = macro
        access = declaration.modifiers.access(within: context)
        let argument = attribute.labeledArguments?.first { $0.label?.text == "of" }
        isOther = argument != nil
        if let argument {
            guard let other = Self.existential(argument.expression) else {
                problems.add(
                    "notAnExistential", "Pass the protocol as of: (any Name).self.", at: argument.expression)
                return nil
            }
            conformance = other
        } else {
            conformance = declaration.name.text
        }
        var requirements: [Requirement] = []
        var associatedTypes: [AssociatedTypeDeclSyntax] = []
        for member in declaration.memberBlock.members {
            let member = member.decl
            if let function = member.as(FunctionDeclSyntax.self) {
                requirements.append(Requirement(function))
            } else if let variable = member.as(VariableDeclSyntax.self) {
                requirements += variable.bindings.compactMap { Requirement(variable, $0) }
            } else if let declaration = member.as(SubscriptDeclSyntax.self) {
                requirements.append(Requirement(declaration))
            } else if let initializer = member.as(InitializerDeclSyntax.self) {
                problems.add(
                    "initializer",
                    """
                    \(macro) generates a type with its own initialiser: it cannot have one that \
                    '\(declaration.name.text)' requires as well. Move the requirement to another protocol.
                    """, at: initializer.initKeyword)
            } else if let associated = member.as(AssociatedTypeDeclSyntax.self) {
                associatedTypes.append(associated)
            } else if member.is(IfConfigDeclSyntax.self) {
                problems.add(
                    "conditional",
                    """
                    \(macro) cannot determine which requirements inside #if are active. Move the #if around the protocol.
                    """, at: member)
            }
        }
        self.requirements = requirements
        self.associatedTypes = associatedTypes
        checkInheritance(problems)
        for requirement in requirements { check(requirement, problems) }
    }

    /// The protocol in `(any Name).self`.
    private static func existential(_ expression: ExprSyntax) -> String? {
        guard let member = expression.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "self",
            let base = member.base?.as(TupleExprSyntax.self), base.elements.count == 1,
            let inner = base.elements.first?.expression
        else { return nil }
        let text = inner.trimmedDescription
        guard text.hasPrefix("any ") else { return nil }
        return String(text.dropFirst("any ".count).drop { $0 == " " })
    }

    private func checkInheritance(_ problems: Problems) {
        if inheritedTypes.isEmpty {
            if isOther { return }
            var inheriting = declaration
            inheriting.name.trailingTrivia = []
            inheriting.primaryAssociatedTypeClause?.trailingTrivia = []
            inheriting.inheritanceClause = InheritanceClauseSyntax(
                colon: .colonToken(trailingTrivia: .space),
                inheritedTypes: [InheritedTypeSyntax(type: IdentifierTypeSyntax(name: "Sendable"))],
                trailingTrivia: .space)
            problems.add(
                "notSendable",
                "\(macro) requires a Sendable protocol: '\(name)' does not inherit from Sendable.",
                at: declaration.name,
                fixIts: [.replacing("inherit", "Inherit from Sendable", declaration, by: inheriting)])
            return
        }
        for inherited in inheritedTypes
        where ["Actor", "DistributedActor", "GlobalActor"].contains(inherited.trimmedDescription) {
            problems.add(
                "actor",
                """
                \(macro) generates a class, and only actors can conform to '\(name)'. Let it inherit from Sendable instead, \
                and make its requirements asynchronous.
                """, at: inherited)
        }
    }

    private func check(_ requirement: Requirement, _ problems: Problems) {
        let name = requirement.fullName
        if requirement.isStatic {
            problems.add(
                "static",
                """
                \(macro) supports only instance members, and '\(name)' is static. Move it to another protocol.
                """, at: requirement.place)
            return
        }
        for parameter in requirement.parameters where parameter.isIsolated {
            problems.add(
                "isolated",
                """
                \(macro) cannot forward the isolated parameter '\(parameter.name)' of '\(name)'. Remove it, or write this type \
                by hand.
                """, at: parameter.syntax)
        }
        if requirement.throwing == .rethrowing {
            problems.add(
                "rethrows",
                """
                \(macro) cannot determine what '\(name)' throws: it depends on its arguments. Declare throws instead of \
                rethrows.
                """, at: requirement.place)
        }
        let types = requirement.parameters.map(\.type) + [requirement.type]
        // A member of Self is an associated type.
        if types.contains(where: \.mentionsBareSelf) {
            problems.add(
                "self",
                """
                \(macro) generates a different type from the one Self refers to in '\(name)'. Use 'any \(conformance)' instead.
                """, at: requirement.place)
        }
    }
}

extension TypeSyntax {
    /// Whether `Self` is written in it, other than before the name of an associated type.
    var mentionsBareSelf: Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            guard token.text == "Self" else { return false }
            let next = token.nextToken(viewMode: .sourceAccurate)
            guard next?.text == "." else { return true }
            return ["Type", "Protocol"].contains(next?.nextToken(viewMode: .sourceAccurate)?.text)
        }
    }
}
#endif
