import SwiftSyntax

extension InjectionReader {
    /// The closures of a registration, and whether they are the factory or run later.
    func factories(of call: FunctionCallExprSyntax) -> [(ClosureExprSyntax, Bool)] {
        var closures: [(ClosureExprSyntax, Bool)] = []
        for argument in call.arguments {
            let label = argument.label?.text
            guard !Self.hooks.contains(label ?? "") else { continue }
            if let closure = argument.expression.as(ClosureExprSyntax.self) {
                closures.append((closure, label != "fallback"))
            }
        }
        if let closure = call.trailingClosure { closures.append((closure, true)) }
        for element in call.additionalTrailingClosures where !Self.hooks.contains(element.label.text) {
            closures.append((element.closure, element.label.text != "fallback"))
        }
        for link in Self.chain(after: call) where link.calleeName == "initCompleted" {
            if let closure = link.trailingClosure { closures.append((closure, false)) }
        }
        return closures
    }

    /// `{ Mailer(storage: $0.resolve(Storage.self)!) }`
    static func takesResolver(_ closure: ClosureExprSyntax) -> Bool {
        closure.statements.tokens(viewMode: .sourceAccurate).contains { $0.text == "$0" }
    }

    /// The closures of a registration that create nothing.
    private static let hooks: Set<String> = ["onShutdown", "refusals", "failures"]

    /// What a factory's body asks for, in helpers of the same file too.
    func needs(in closure: ClosureExprSyntax, isEager: Bool) -> [Facts.Need] {
        var needs = needs(in: Syntax(closure), owner: Syntax(closure), isEager: isEager)
        for call in closure.descendants(FunctionCallExprSyntax.self, nested: false) {
            guard let name = Self.ownFunction(call), !Self.resolving.contains(name) else { continue }
            let helpers = unit.index.functions.filter { $0.name.text == name }
            guard helpers.count == 1, let body = helpers.first?.body else { continue }
            needs += self.needs(in: Syntax(body), owner: helpers.first.map { Syntax($0) }, isEager: isEager).map {
                var need = $0
                need.isKept = false
                return need
            }
        }
        return needs
    }

    /// The name of a function of the type around, or of the file: `probes(env)`, `Self.probes(env)`.
    private static func ownFunction(_ call: FunctionCallExprSyntax) -> String? {
        if let name = call.plainName { return name }
        let base = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind
        return base == .keyword(.Self) || base == .keyword(.self) ? call.calleeName : nil
    }

    private func needs(in body: Syntax, owner: Syntax?, isEager: Bool) -> [Facts.Need] {
        body.descendants(FunctionCallExprSyntax.self).compactMap { call in
            guard let name = call.calleeName, Self.resolving.contains(name),
                let type = Self.requestedType(call)
            else { return nil }
            let (service, isProvider) = Self.unwrappedProvider(type.text)
            guard !call.hasParameter(named: service), let framework = requestFramework else { return nil }
            let isOwn = Self.scope(around: call)?.id == owner?.id
            let key = Facts.Key(service: service, name: Self.literal(call.argument("name")?.expression))
            let eager = isEager && isOwn && !isProvider
            return Facts.Need(key: key, framework: framework, isEager: eager, isKept: eager && Self.isKept(call))
        }
    }

    /// Handed on to what the factory makes, rather than looked at and dropped.
    private static func isKept(_ call: FunctionCallExprSyntax) -> Bool {
        var node = Syntax(call)
        while let outer = node.parent,
            outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) || outer.is(ForceUnwrapExprSyntax.self)
        {
            node = outer
        }
        if let argument = node.parent?.as(LabeledExprSyntax.self) {
            return argument.parent?.parent?.as(FunctionCallExprSyntax.self)?.constructedType != nil
        }
        guard let binding = node.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = binding.nearest(CodeBlockItemListSyntax.self)
        else { return false }
        return block.descendants(FunctionCallExprSyntax.self).contains { made in
            made.constructedType != nil
                && made.arguments.contains { $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name }
        }
    }

    static func scope(around node: some SyntaxProtocol) -> Syntax? {
        var current = node.parent
        while let outer = current, !outer.opensScope { current = outer.parent }
        return current
    }

    /// Notes a generic function around a registration, whose callers are read instead.
    func noteRegisteringWrapper(
        _ call: FunctionCallExprSyntax, _ framework: Framework, into facts: inout InjectionFacts
    ) {
        if let function = call.nearest(FunctionDeclSyntax.self)?.name.text {
            facts.registeringFunctions.insert(function)
            if call.calleeName == "registerResilient" { facts.guardingFunctions.insert(function) }
            facts.wrapperNeeds[function] = wrapperNeeds(call, framework)
        }
        facts.unresolved.append(
            Facts.Unresolved(
                framework: framework, isRegistration: true, isWrapper: true, place: unit.place(of: call)))
    }

    /// What every service that is registered through a wrapper needs; an empty key is the same service by another name.
    private func wrapperNeeds(_ call: FunctionCallExprSyntax, _ framework: Framework) -> [Facts.Need] {
        let registered = call.arguments.first?.expression.trimmedText
        let declared = Self.declaredNeeds(of: call).filter { !call.hasParameter(named: $0.key.service) }.map {
            Facts.Need(key: $0.key, framework: framework, isEager: true, isKept: true)
        }
        // `needs: Need(type, name: .live)`, with the parameter that is registered.
        let ownNames = call.arguments.compactMap { argument -> Facts.Need? in
            guard let need = argument.expression.as(FunctionCallExprSyntax.self), need.calleeName == "Need",
                need.arguments.first?.expression.trimmedText == registered,
                let name = Self.literal(need.argument("name")?.expression)
            else { return nil }
            return Facts.Need(
                key: Facts.Key(service: "", name: name), framework: framework, isEager: true, isKept: true)
        }
        return declared + ownNames
            + factories(of: call).flatMap { closure, isFactory in
                let same = closure.descendants(FunctionCallExprSyntax.self).filter {
                    $0.calleeName.map(Self.resolving.contains) == true
                        && $0.arguments.first?.expression.trimmedText == registered
                }.compactMap { Self.literal($0.argument("name")?.expression) }
                return needs(in: closure, isEager: isFactory)
                    + same.map {
                        Facts.Need(
                            key: Facts.Key(service: "", name: $0), framework: framework, isEager: isFactory,
                            isKept: isFactory)
                    }
            }
    }
}
