import SwiftSyntax

/// Reads the containers of Factory, whose names are unique with their container's: `Container.database`.
extension InjectionReader {
    /// Reads `var repo: Factory<Repo> { self { Repo(self.db()) } }` and its older forms, and the properties between.
    func readFactory(_ variable: VariableDeclSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard let type = variable.enclosingType, type.declaredName.hasSuffix("Container") || isContainer(type),
            let binding = variable.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return }
        let container = TypeName.last(type.declaredName)
        let body = binding.initializer.map { Syntax($0) } ?? binding.accessorBlock.map { Syntax($0) }
        guard let body else { return }
        guard let service = factoryType(binding) else {
            let needs = factoryNeeds(in: body, of: container, owner: nil, without: name)
            if !needs.isEmpty { facts.factoryHelpers["\(container).\(name)"] = needs }
            return
        }
        let closures = body.descendants(ClosureExprSyntax.self)
        let (scope, isWritten) = factoryScope(body, closures.first)
        var registration = Facts.Registration(
            framework: .factory, key: Facts.Key(service: service, name: "\(container).\(name)"), scope: scope,
            isScopeWritten: isWritten, environment: container, isConditional: false, isSetAside: isSetAside,
            place: unit.place(of: variable))
        if let closure = closures.first {
            registration.makes = ResultExpressions.of(Syntax(closure)).compactMap {
                $0.as(FunctionCallExprSyntax.self)?.constructedType
            }.map(TypeName.last)
            registration.needs = factoryNeeds(
                in: Syntax(closure), of: container, owner: Syntax(closure), without: name)
        }
        registration.isPromise = body.descendants(FunctionCallExprSyntax.self).contains { $0.calleeName == "promised" }
        facts.registrations.append(registration)
    }

    /// What a factory or a property between asks of its own container and of others.
    /// - Parameters:
    ///   - body: Where to look.
    ///   - container: The container around.
    ///   - owner: The closure that is the factory; nil for a property, all of which runs when it is read.
    ///   - name: The factory's own name.
    private func factoryNeeds(
        in body: Syntax, of container: String, owner: Syntax?, without name: String
    ) -> [Facts.Need] {
        func need(_ name: String, at node: some SyntaxProtocol) -> Facts.Need {
            let isEager = owner == nil || Self.scope(around: node)?.id == owner?.id
            return Facts.Need(
                key: Facts.Key(service: "", name: name), framework: .factory, isEager: isEager, isKept: isEager)
        }
        let calls = body.descendants(FunctionCallExprSyntax.self).compactMap { call -> Facts.Need? in
            guard call.arguments.isEmpty, call.trailingClosure == nil,
                let other = factoryName(call, container), other != "\(container).\(name)"
            else { return nil }
            return need(other, at: call)
        }
        let members = body.descendants(MemberAccessExprSyntax.self).compactMap { member -> Facts.Need? in
            // `self.logger`, which leads to the factory of another container.
            guard member.base?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self),
                member.parent?.is(FunctionCallExprSyntax.self) != true, member.declName.baseName.text != name
            else { return nil }
            return need("\(container).\(member.declName.baseName.text)", at: member)
        }
        return calls + members
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
            if let scope = Self.factoryScopes[name] { return (scope, true) }
        }
        return (.transient, false)
    }

    private static let factoryScopes: [String: ServiceScope] = [
        "singleton": .singleton, "graph": .graph, "unique": .transient, "cached": .custom, "custom": .custom,
        "shared": .weak,
    ]

    /// Reads `manager.defaultScope = .singleton` in a container.
    func readDefaultScope(_ assignment: Assignment, into facts: inout InjectionFacts) {
        guard assignment.lastName == "defaultScope", let type = assignment.node.enclosingType,
            let value = assignment.value.first?.as(MemberAccessExprSyntax.self), assignment.value.count == 1
        else { return }
        let container = TypeName.last(type.declaredName)
        facts.defaultScopes[container] = Self.factoryScopes[value.declName.baseName.text] ?? .custom
    }

    /// Reads `Container.shared.window.register { window }`.
    func readReplacement(_ call: FunctionCallExprSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        let closure = call.trailingClosure ?? call.argument("factory")?.expression.as(ClosureExprSyntax.self)
        let container = call.enclosingType.map { TypeName.last($0.declaredName) } ?? "Container"
        guard let closure, let name = Self.factoryName(call.receiver, in: container) else { return }
        facts.replacements.append(
            Facts.Replacement(
                name: name,
                needs: factoryNeeds(in: Syntax(closure), of: container, owner: Syntax(closure), without: name),
                isSetAside: isSetAside || unit.kind == .test))
    }

    /// `mailer` of `Container.shared.mailer`, and of `mailer` alone in the container itself.
    private static func factoryName(_ receiver: ExprSyntax?, in container: String) -> String? {
        if let member = receiver?.as(MemberAccessExprSyntax.self), member.base != nil {
            return member.declName.baseName.text
        }
        return container.hasSuffix("Container") ? receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text : nil
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

    /// The factory that `self.db()`, `db()`, `Container.shared.db()` or `container.db.resolve()` asks.
    private func factoryName(_ call: FunctionCallExprSyntax, _ container: String) -> String? {
        if let name = call.plainName { return "\(container).\(name)" }
        guard var member = call.calledExpression.as(MemberAccessExprSyntax.self) else { return nil }
        if member.declName.baseName.text == "resolve", let inner = member.base?.as(MemberAccessExprSyntax.self) {
            member = inner
        }
        // The call may be broken over lines.
        guard let base = member.base?.trimmedText.filter({ !$0.isWhitespace }) else { return nil }
        let name = member.declName.baseName.text
        if base == "self" { return "\(container).\(name)" }
        let type = base.hasSuffix(".shared") ? String(base.dropLast(".shared".count)) : base
        guard type.hasSuffix("Container") || type == "container" else { return nil }
        return type == "container" ? "Container.\(name)" : "\(TypeName.last(type)).\(name)"
    }

    /// The factory that `\.database` or `\SharedContainer.database` leads to.
    static func factoryName(_ path: KeyPathExprSyntax) -> String? {
        guard let last = path.components.last,
            let name = last.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
        else { return nil }
        let container = path.root.map { TypeName.last(TypeName($0).text) } ?? "Container"
        return "\(container).\(name)"
    }
}
