import SwiftSyntax

extension InjectionReader {
    private static let injectables: Set<String> = [
        "Injectable", "AsyncInjectable", "MainInjectable", "ArgumentInjectable",
    ]

    /// Reads which types the container creates with their initialiser and which types guard a service, whether a macro writes
    /// that or the file does.
    func readCreatedTypes(into facts: inout InjectionFacts) {
        for type in unit.index.types {
            if type.node.attributes.macro("Injectable") != nil {
                facts.injectables.append(injectable(type))
            } else if type.inherited.contains(where: Self.injectables.contains) {
                if let written = writtenInjectable(type) { facts.injectables.append(written) }
            }
            if type.kind == .protocol {
                if let macro = type.node.attributes.macro("Resilient") {
                    facts.guards.append(Self.guardType(type, macro))
                }
            } else if let written = Self.writtenGuard(type) {
                facts.guards.append(written)
            }
        }
    }

    // MARK: Initialisers

    /// What the parameters of the initialiser ask for: a service each, but for those that are passed or have a default value.
    private func injectable(_ type: TypeDeclaration) -> Facts.Injectable {
        let initializers = type.node.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        let marked = initializers.first { $0.attributes.macro("Inject") != nil }
        let parameters = (marked ?? initializers.first)?.signature.parameterClause.parameters
        var result = Facts.Injectable(
            name: type.node.qualifiedName, genericParameters: Self.genericParameters(of: type), needs: [], requests: [],
            arity: 0, isSetAside: type.isSetAside)
        for parameter in parameters ?? [] {
            if parameter.attributes.macro("Passed") != nil {
                result.arity += 1
                continue
            }
            let named = parameter.attributes.macro("Named")
            guard named != nil || parameter.defaultValue == nil else { continue }
            let name = named?.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
            let written = TypeName(parameter.type)
            let key = Facts.Key(service: written.text, name: Self.literal(name))
            result.requests.append(
                Facts.Request(
                    framework: .service, key: key, isOptional: written.isOptional, isSetAside: type.isSetAside,
                    isNameUnknown: named != nil && key.name == nil, place: unit.place(of: parameter)))
            result.needs.append(Facts.Need(key: key, framework: .service, isEager: true, isKept: true))
        }
        return result
    }

    /// What a conformance written by hand lists in `needs`; its `make(in:)` asks for them itself.
    private func writtenInjectable(_ type: TypeDeclaration) -> Facts.Injectable? {
        let needs = type.node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.first {
            $0.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "needs"
        }
        guard let needs else { return nil }
        let listed = needs.descendants(FunctionCallExprSyntax.self).compactMap { call -> Facts.Need? in
            guard ["ServiceNeed", "init"].contains(call.calleeName ?? ""),
                let service = Self.typeArgument(call.arguments.first?.expression)
            else { return nil }
            let key = Facts.Key(service: service.text, name: Self.literal(call.argument("name")?.expression))
            return Facts.Need(key: key, framework: .service, isEager: true, isKept: true)
        }
        return Facts.Injectable(
            name: type.node.qualifiedName, genericParameters: Self.genericParameters(of: type), needs: listed,
            requests: [], arity: type.inherited.contains("ArgumentInjectable") ? 1 : 0, isSetAside: type.isSetAside)
    }

    private static func genericParameters(of type: TypeDeclaration) -> [String] {
        Syntax(type.node).genericParameters?.map(\.name.text) ?? []
    }

    // MARK: Guards

    /// The guard that `@Resilient` writes beside a protocol, or for the one in `@Resilient(of: (any ExportService).self)`.
    private static func guardType(_ type: TypeDeclaration, _ macro: AttributeSyntax) -> Facts.Guard {
        let arguments = macro.arguments?.as(LabeledExprListSyntax.self)
        let other = typeArgument(arguments?.first { $0.label?.text == "of" }?.expression)?.text
        var path = type.node.qualifiedName.split(separator: ".").map(String.init)
        let own = path.removeLast()
        let hasStandIn = type.node.memberBlock.members.contains { member in
            let attributes =
                member.decl.as(FunctionDeclSyntax.self)?.attributes
                ?? member.decl.as(VariableDeclSyntax.self)?.attributes
            return attributes?.macro("Fallback").map { $0.arguments == nil } ?? false
        }
        return Facts.Guard(
            name: (path + ["Resilient" + own]).joined(separator: "."), service: other ?? type.node.qualifiedName,
            hasStandIn: hasStandIn, isSetAside: type.isSetAside)
    }

    /// A guard written by hand: what its `guarding` gives back is the service.
    private static func writtenGuard(_ type: TypeDeclaration) -> Facts.Guard? {
        let hasStandIn = type.inherited.contains("ResilientGuardWithStandIn")
        guard hasStandIn || type.inherited.contains("ResilientGuard") else { return nil }
        let functions = type.node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        guard let result = functions.first(where: { $0.name.text == "guarding" })?.signature.returnClause else {
            return nil
        }
        return Facts.Guard(
            name: type.node.qualifiedName, service: TypeName(result.type).text, hasStandIn: hasStandIn,
            isSetAside: type.isSetAside)
    }

    /// What a registration leaves to a type that is declared elsewhere; nil if its factory creates the service.
    func creation(of call: FunctionCallExprSyntax, _ function: String) -> Facts.Creation? {
        let type = Self.typeArgument(call.arguments.first?.expression)
        if function == "registerResilient" { return type.map { .guardType($0.text) } }
        guard function.hasPrefix("register") else { return nil }
        if let implementation = Self.typeArgument(call.argument("as")?.expression) {
            return .initializer(of: implementation.text)
        }
        let hasFactory =
            call.argument("factory") != nil || call.argument("arguments") != nil || !factories(of: call).isEmpty
        return hasFactory || type == nil ? nil : .ownInitializer
    }
}

extension AttributeListSyntax {
    /// The attribute of a macro or a property wrapper, also where its module stands before it.
    func macro(_ name: String) -> AttributeSyntax? {
        for case .attribute(let attribute) in self {
            let type = attribute.attributeName
            let written = type.as(IdentifierTypeSyntax.self)?.name ?? type.as(MemberTypeSyntax.self)?.name
            if written?.text == name { return attribute }
        }
        return nil
    }
}
