import SwiftSyntax

extension InjectionReader {
    /// Reads `var repo: Factory<Repo> { self { Repo(self.db()) } }` and its older forms.
    func readFactory(_ variable: VariableDeclSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard let type = variable.enclosingType, type.declaredName.hasSuffix("Container") || isContainer(type),
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let service = factoryType(binding)
        else { return }
        let body = binding.initializer.map { Syntax($0) } ?? binding.accessorBlock.map { Syntax($0) }
        guard let body else { return }
        let closures = body.descendants(ClosureExprSyntax.self)
        let (scope, isWritten) = factoryScope(body, closures.first)
        var registration = Facts.Registration(
            framework: .factory, key: Facts.Key(service: service, name: name), scope: scope, isScopeWritten: isWritten,
            environment: "Container", isConditional: false, isSetAside: isSetAside, place: unit.place(of: variable))
        if let closure = closures.first {
            registration.makes = ResultExpressions.of(Syntax(closure)).compactMap {
                $0.as(FunctionCallExprSyntax.self)?.constructedType
            }.map(TypeName.last)
            registration.needs = closure.descendants(FunctionCallExprSyntax.self).compactMap { call in
                guard call.arguments.isEmpty, call.trailingClosure == nil, let other = factoryName(call), other != name
                else { return nil }
                let isEager = Self.scope(around: call)?.id == closure.id
                return Facts.Need(
                    key: Facts.Key(service: "", name: other), framework: .factory, isEager: isEager, isKept: isEager)
            }
        }
        facts.registrations.append(registration)
    }

    /// The scope that is chained to a factory, or given to its initialiser as an argument.
    private func factoryScope(_ body: Syntax, _ closure: ClosureExprSyntax?) -> (ServiceScope, Bool) {
        var names: [String] = []
        var node: Syntax? = closure.map { Syntax($0) }
        while let outer = node?.parent, outer.id != body.id {
            if let member = outer.as(MemberAccessExprSyntax.self) { names.append(member.declName.baseName.text) }
            if let call = outer.as(FunctionCallExprSyntax.self), let scope = call.argument("scope")?.expression {
                names.append(scope.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? "custom")
            }
            node = outer
        }
        for name in names {
            switch name {
            case "singleton": return (.singleton, true)
            case "graph": return (.graph, true)
            case "unique": return (.transient, true)
            case "cached", "shared", "custom": return (.custom, true)
            default: continue
            }
        }
        return (.transient, false)
    }

    private func isContainer(_ type: any DeclGroupSyntax) -> Bool {
        type.inheritanceClause?.inheritedTypes.contains { TypeName($0.type).text.hasSuffix("SharedContainer") } ?? false
    }

    private func factoryType(_ binding: PatternBindingSyntax) -> String? {
        let written = binding.typeAnnotation.map { $0.type }
        let generic = written?.as(IdentifierTypeSyntax.self) ?? madeFactory(binding)
        guard let generic, ["Factory", "ParameterFactory"].contains(generic.name.text),
            case .type(let last)? = generic.genericArgumentClause?.arguments.last?.argument
        else { return nil }
        return TypeName(last).text
    }

    private func madeFactory(_ binding: PatternBindingSyntax) -> IdentifierTypeSyntax? {
        guard let value = binding.initializer?.value else { return nil }
        let specializations = value.descendants(GenericSpecializationExprSyntax.self, nested: false)
        guard let made = specializations.first, let name = made.expression.as(DeclReferenceExprSyntax.self) else {
            return nil
        }
        return IdentifierTypeSyntax(name: name.baseName, genericArgumentClause: made.genericArgumentClause)
    }

    /// The property that `self.db()`, `db()` or `Container.shared.db()` asks.
    private func factoryName(_ call: FunctionCallExprSyntax) -> String? {
        if let name = call.plainName { return name }
        guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
            let base = member.base?.trimmedText
        else { return nil }
        guard
            base == "self" || base.hasPrefix("Container") || base.hasSuffix("Container")
                || base.hasSuffix("Container.shared")
        else { return nil }
        return member.declName.baseName.text
    }

    /// Reads `extension ServiceName { static let lastKnown: Self = "last-known" }`.
    func readServiceNames(into facts: inout InjectionFacts) {
        for type in unit.index.types where type.kind == .extension && TypeName.last(type.name) == "ServiceName" {
            for variable in type.node.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
                guard let binding = variable.bindings.first, let value = binding.initializer?.value,
                    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let text = Self.literal(value.as(FunctionCallExprSyntax.self)?.arguments.first?.expression ?? value)
                else { continue }
                facts.serviceNames["." + name] = text
            }
        }
    }

    /// Reads dependency keys, and the properties of `DependencyValues` that lead to them.
    func readDependencyKeys(into facts: inout InjectionFacts) {
        for type in unit.index.types where !type.isSetAside {
            if type.kind == .extension, type.name == "DependencyValues" {
                readValues(type, into: &facts)
            } else if type.inherited.contains("DependencyKey") {
                readKey(type, into: &facts)
            }
        }
    }

    private func readValues(_ type: TypeDeclaration, into facts: inout InjectionFacts) {
        for variable in type.node.memberBlock.members.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
            guard let binding = variable.bindings.first,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                let call = binding.accessorBlock?.descendants(SubscriptCallExprSyntax.self).first,
                let key = Self.typeArgument(call.arguments.first?.expression)
            else { continue }
            facts.valueKeys[name] = Facts.Key(service: TypeName.last(key.text))
        }
    }

    private func readKey(_ type: TypeDeclaration, into facts: inout InjectionFacts) {
        let live = type.node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.first {
            $0.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "liveValue"
        }
        guard let live, let binding = live.bindings.first else { return }
        let own = TypeName.last(type.name)
        let annotated = binding.typeAnnotation.map { TypeName($0.type).text }
        let service = annotated.flatMap { $0 == "Self" ? nil : $0 } ?? own
        let body = binding.initializer.map { Syntax($0) } ?? binding.accessorBlock.map { Syntax($0) }
        var registration = Facts.Registration(
            framework: .dependencies, key: Facts.Key(service: service), scope: .singleton, isScopeWritten: false,
            environment: "live",
            isConditional: false, isSetAside: false, place: unit.place(of: live))
        registration.needs =
            body?.descendants(VariableDeclSyntax.self).compactMap { variable -> Facts.Need? in
                guard let attribute = variable.attributes.attribute(named: ["Dependency"]),
                    let argument = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
                else { return nil }
                if let type = Self.typeArgument(argument) {
                    return Facts.Need(
                        key: Facts.Key(service: type.text), framework: .dependencies, isEager: false, isKept: false)
                }
                guard let property = Self.keyPathName(argument) else { return nil }
                return Facts.Need(
                    key: Facts.Key(service: "", name: property), framework: .dependencies, isEager: false, isKept: false
                )
            } ?? []
        registration.makes = ResultExpressions.of(body ?? Syntax(live)).compactMap {
            $0.as(FunctionCallExprSyntax.self)?.constructedType
        }.map(TypeName.last)
        if let value = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType {
            registration.makes = [TypeName.last(value)]
        }
        if own != service { facts.valueKeys["\(own).key"] = Facts.Key(service: service) }
        facts.registrations.append(registration)
    }
}
