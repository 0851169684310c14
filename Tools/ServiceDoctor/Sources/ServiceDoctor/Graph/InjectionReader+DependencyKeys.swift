import SwiftSyntax

extension InjectionReader {
    /// Reads dependency keys, and the properties of `DependencyValues` that lead to them.
    func readDependencyKeys(into facts: inout InjectionFacts) {
        readSetValues(into: &facts)
        for type in unit.index.types where !type.isSetAside {
            if type.kind == .extension, type.name == "DependencyValues" {
                readValues(type, into: &facts)
            } else if type.inherited.contains("DependencyKey") {
                readKey(type, into: &facts)
            } else if type.inherited.contains("TestDependencyKey"), unit.kind == .production {
                let conformance = type.node.inheritanceClause?.inheritedTypes.first {
                    TypeName($0.type).text == "TestDependencyKey"
                }
                let place = conformance.map { unit.place(of: $0) } ?? unit.place(of: type.node)
                facts.testKeys.append((TypeName.last(type.name), place))
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
            framework: .dependencies, key: Facts.Key(service: service, name: own == service ? nil : own),
            scope: .singleton, isScopeWritten: false,
            environment: "live",
            isConditional: false, isSetAside: false, place: unit.place(of: live))
        if let body {
            registration.needs = keyNeeds(in: body, of: own)
            for helper in ownHelpers(in: body, of: own) { registration.needs += keyNeeds(in: helper, of: own) }
        }
        registration.makes = ResultExpressions.of(body ?? Syntax(live)).compactMap {
            $0.as(FunctionCallExprSyntax.self)?.constructedType
        }.map(TypeName.last)
        if let value = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType {
            registration.makes = [TypeName.last(value)]
        }
        if own != service { facts.valueKeys["\(own).key"] = Facts.Key(service: service, name: own) }
        facts.registrations.append(registration)
    }

    /// What a live value asks of other keys: with `@Dependency`, or by their own live values.
    private func keyNeeds(in body: Syntax, of own: String) -> [Facts.Need] {
        let properties = body.descendants(VariableDeclSyntax.self).compactMap { variable -> Facts.Need? in
            guard let attribute = variable.attributes.attribute(named: ["Dependency"]),
                let argument = attribute.arguments?.as(LabeledExprListSyntax.self)?.first?.expression
            else { return nil }
            let key: Facts.Key
            if let type = Self.typeArgument(argument) {
                key = Facts.Key(service: type.text)
            } else if let property = Self.keyPathName(argument) {
                key = Facts.Key(service: "", name: property)
            } else {
                return nil
            }
            let isEager = isRead(variable, outsideClosuresOf: body)
            return Facts.Need(key: key, framework: .dependencies, isEager: isEager, isKept: false)
        }
        let values = body.descendants(MemberAccessExprSyntax.self).compactMap { member -> Facts.Need? in
            guard member.declName.baseName.text == "liveValue", let base = member.base,
                let type = TypeName(expression: base)?.text, TypeName.last(type) != own, type != "Self"
            else { return nil }
            return Facts.Need(
                key: Facts.Key(service: TypeName.last(type) + ".key"), framework: .dependencies,
                isEager: isOwnScope(member, of: body), isKept: false)
        }
        return properties + values
    }

    /// The functions of the key itself that its live value calls: `static let liveValue = Self.live()`.
    private func ownHelpers(in body: Syntax, of own: String) -> [Syntax] {
        let calls =
            body.descendants(FunctionCallExprSyntax.self)
            + [body.as(InitializerClauseSyntax.self)?.value.as(FunctionCallExprSyntax.self)].compactMap(\.self)
        let names = Set(
            calls.compactMap { call -> String? in
                let base = call.receiver?.trimmedText
                let isOwn =
                    base == "Self" || base == own
                    || base == nil && call.calledExpression.is(MemberAccessExprSyntax.self)
                return isOwn ? call.calleeName : nil
            })
        guard !names.isEmpty else { return [] }
        return unit.index.functions.filter { function in
            names.contains(function.name.text)
                && function.enclosingType.map { TypeName.last($0.declaredName) } == own
        }.compactMap { $0.body.map { Syntax($0) } }
    }

    /// A property that is read while the value is made, not only in the closures that it consists of.
    private func isRead(_ variable: VariableDeclSyntax, outsideClosuresOf body: Syntax) -> Bool {
        guard let name = variable.bindings.first?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            isOwnScope(variable, of: body)
        else { return false }
        return body.descendants(DeclReferenceExprSyntax.self).contains {
            $0.baseName.text == name && !variable.contains($0) && isOwnScope($0, of: body)
        }
    }

    private func isOwnScope(_ node: some SyntaxProtocol, of body: Syntax) -> Bool {
        var current = node.parent
        while let outer = current, outer.id != body.id {
            if let closure = outer.as(ClosureExprSyntax.self) {
                // `let liveValue = { … }()` runs at once.
                guard closure.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == closure.id else {
                    return false
                }
            } else if outer.opensScope, !outer.is(AccessorDeclSyntax.self) {
                return false
            }
            current = outer.parent
        }
        return true
    }

    /// Notes which properties of `DependencyValues` an app sets itself: `$0.database = .live`.
    func readSetValues(into facts: inout InjectionFacts) {
        guard unit.kind == .production else { return }
        for assignment in unit.index.assignments {
            guard let member = assignment.target.as(MemberAccessExprSyntax.self),
                let base = member.base?.as(DeclReferenceExprSyntax.self)?.baseName.text,
                base == "$0" || base == "values" || base == "dependencies"
            else { continue }
            facts.setValues.insert(member.declName.baseName.text)
        }
        for call in unit.index.calls where call.calleeName == "dependency" || call.calleeName == "transformDependency" {
            if let name = Self.keyPathName(call.arguments.first?.expression) { facts.setValues.insert(name) }
        }
    }
}
