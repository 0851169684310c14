#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// What a test double does with one requirement.
struct MockedMember {
    let requirement: Requirement
    /// Whether the base name alone would not tell it apart.
    let isOverloaded: Bool
    /// The name of the double.
    let owner: String

    /// The name for messages.
    var fullName: String { "\(owner).\(requirement.fullName)" }

    // MARK: Checking

    func check(_ problems: Problems) {
        let name = requirement.fullName
        if requirement.isSubscript {
            problems.add(
                "subscript", "@Mock has no stub name for a subscript. Replace it with a method.", at: requirement.place)
        }
        if requirement.name == "stub", requirement.parameters.isEmpty {
            problems.add(
                "stub",
                """
                @Mock calls what scripts a double 'stub', so '\(name)' cannot have that name. Rename it, or write this type by \
                hand.
                """, at: requirement.place)
        }
        if requirement.name == "Stub" {
            problems.add(
                "stubType",
                "@Mock generates a type 'Stub' inside the double, so '\(name)' cannot have that name. Rename it.",
                at: requirement.place)
        }
        checkStubName(problems)
        let types = requirement.parameters.map(\.type) + [requirement.type, "\(raw: requirement.throwing.failure)"]
        if types.contains(where: \.mentionsStub) {
            problems.add(
                "stubType",
                """
                @Mock generates a type 'Stub' inside the double, which hides the one in '\(name)'. Write that with its module, or \
                rename it.
                """, at: requirement.place)
        }
        for parameter in requirement.parameters {
            if parameter.isAutoclosure, let clause = parameter.closure?.effectSpecifiers?.throwsClause,
                ![.any, .rethrowing, Throwing(clause)].contains(requirement.throwing)
            {
                problems.add(
                    "autoclosure",
                    """
                    @Mock evaluates the autoclosure '\(parameter.name)' of '\(name)', which may throw what the method cannot. Let the \
                    method throw it.
                    """, at: parameter.syntax)
            }
            if parameter.isPack {
                problems.add(
                    "pack",
                    """
                    @Mock cannot store the parameter pack '\(parameter.name)' of '\(name)'. Use an array instead.
                    """, at: parameter.syntax)
            }
            if parameter.isInout {
                problems.add(
                    "inout",
                    """
                    @Mock cannot return a value through the inout parameter '\(parameter.name)' of '\(name)'. Return the new \
                    value instead.
                    """, at: parameter.syntax)
            }
            if parameter.closure != nil, !parameter.isAutoclosure, !parameter.isNonescaping,
                !parameter.isSendableClosure
            {
                problems.add(
                    "closure",
                    """
                    @Mock stores the arguments of '\(name)', and the closure '\(parameter.name)' is not @Sendable. Mark it \
                    @Sendable.
                    """, at: parameter.syntax)
            }
        }
        if case .typed(let error) = requirement.throwing,
            TypeSyntax("\(raw: error)").mentions(requirement.genericNames)
        {
            problems.add(
                "rethrows", "@Mock cannot determine what '\(name)' throws: it depends on its caller.",
                at: requirement.place)
        }
    }

    private func checkStubName(_ problems: Problems) {
        guard let argument = requirement.attributes.first(named: "StubName")?.labeledArguments?.first?.expression else {
            return
        }
        let name = argument.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription ?? ""
        guard !name.isPlainName else { return }
        problems.add(
            "noName", "@StubName needs a literal with letters, digits and underscores, such as \"findTag\".",
            at: argument)
    }

    // MARK: The member of the stub

    var stubName: String {
        if let argument = requirement.attributes.first(named: "StubName")?.labeledArguments?.first?.expression,
            let literal = argument.as(StringLiteralExprSyntax.self)
        {
            return literal.segments.trimmedDescription
        }
        if case .property = requirement.kind { return requirement.name }
        guard isOverloaded else { return requirement.name }
        return requirement.name + requirement.labels.filter { $0 != "_" }.map(\.capitalizedFirst).joined()
    }

    var stubClass: String {
        if requirement.setter != nil { return "MockProperty" }
        return requirement.isAsync ? "AsyncMockMethod" : "MockMethod"
    }

    var stubType: String {
        if requirement.setter != nil { return "MockProperty<\(stored(requirement.type))>" }
        return "\(stubClass)<\(argumentsType), \(stored(requirement.type)), \(failure)>"
    }

    private var failure: String { requirement.throwing.failure.withoutSelf }

    private var storedParameters: [Parameter] { requirement.parameters.filter { !$0.isNonescaping } }

    private var argumentsType: String {
        let parameters = storedParameters
        switch parameters.count {
        case 0: return "Void"
        case 1: return stored(parameters[0])
        default: return "(" + parameters.map { "\(tupleLabel($0))\(stored($0))" }.joined(separator: ", ") + ")"
        }
    }

    /// A parameter without a name gets no label.
    private func tupleLabel(_ parameter: Parameter) -> String {
        parameter.syntax.firstName.text == "_" && (parameter.syntax.secondName?.text ?? "_") == "_"
            ? "" : "\(parameter.name.asLabel): "
    }

    /// The type that a parameter is stored as.
    private func stored(_ parameter: Parameter) -> String {
        if parameter.isAutoclosure, let closure = parameter.closure {
            return stored(closure.returnClause.type.trimmed)
        }
        var type = stored(parameter.type)
        // A generic one is stored as any value.
        if parameter.closure != nil, !parameter.type.mentions(requirement.genericNames) {
            type = parameter.typeAttributes.filter { $0 != "escaping" }.map { "@\($0) " }.joined() + type
        }
        return parameter.isVariadic ? "[\(type)]" : type
    }

    /// A type without the names that only the requirement knows.
    private func stored(_ written: TypeSyntax) -> String {
        let type = written.ofValue
        if let opaque = type.as(SomeOrAnyTypeSyntax.self), opaque.someOrAnySpecifier.text == "some" {
            return "any \(opaque.constraint.trimmedDescription)"
        }
        if type.mentions(requirement.genericNames) { return "any Sendable" }
        return type.trimmedDescription.withoutSelf
    }

    // MARK: Writing

    func declaration(_ access: String) -> String {
        let stub = "\(requirement.member("stub")).\(stubName.escaped)"
        if requirement.setter != nil {
            return requirement.declaration(access, get: "\(stub).get()", set: "\(stub).set(newValue)").withoutSelf
        }
        let isConverted = requirement.type.mentions(requirement.genericNames)
        let conversion = isConverted ? ", as: (\(requirement.type.ofValue.trimmedDescription)).self" : ""
        return requirement.declaration(
            access, get: "\(requirement.callKeywords)\(stub)(\(argument)\(conversion))"
        ).withoutSelf
    }

    private var argument: String {
        let parameters = storedParameters
        switch parameters.count {
        case 0: return "()"
        case 1: return value(parameters[0])
        default: return "(" + parameters.map { "\(tupleLabel($0))\(value($0))" }.joined(separator: ", ") + ")"
        }
    }

    private func value(_ parameter: Parameter) -> String {
        if parameter.isAutoclosure { return parameter.evaluated }
        return (parameter.isBorrowed ? "copy " : "") + parameter.reference
    }
}

extension TypeSyntax {
    /// Whether a type `Stub` is written in it, other than as a member of something.
    fileprivate var mentionsStub: Bool {
        tokens(viewMode: .sourceAccurate).contains { token in
            token.text == "Stub" && token.previousToken(viewMode: .sourceAccurate)?.text != "."
        }
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    /// The text with the associated types of `Self` as the generic parameters that they are in a double.
    var withoutSelf: String { replacing(#/\bSelf\./#, with: "") }
}
#endif
