import SwiftSyntax

extension InjectionReader {
    private static let serviceLabels: Set<String> = [
        "name", "scope", "needs", "arguments", "factory", "onShutdown", "health", "manager", "fallbackKind", "fallback",
    ]

    func readRegistration(
        _ call: FunctionCallExprSyntax, _ function: String, isSetAside: Bool, into facts: inout InjectionFacts
    ) {
        guard let framework = framework(of: call, function), let first = call.arguments.first, first.label == nil else {
            return
        }
        let expression = first.expression
        if let type = Self.typeArgument(expression) {
            if Self.isParameter(type.text, at: call) {
                return noteWrapper(call, framework, isRegistration: true, into: &facts)
            }
            var registration = registration(
                call, name: function, framework: framework, service: type.text, isSetAside: isSetAside)
            registration.isAddition = function.hasPrefix("contribute") || function.hasPrefix("decorate")
            if function == "autoregister" {
                facts.unresolved.append(
                    Facts.Unresolved(
                        framework: framework, isRegistration: false, isWrapper: false, place: registration.place))
            }
            facts.registrations.append(registration)
            for other in Self.forwarded(from: call) {
                var alias = registration
                alias.key.service = other
                facts.registrations.append(alias)
            }
            return
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text, Self.isParameter(name, at: call) {
            return noteWrapper(call, framework, isRegistration: true, into: &facts)
        }
        guard framework == .service, function.hasPrefix("register") else { return }
        guard let type = instanceType(expression) else {
            facts.unresolved.append(
                Facts.Unresolved(
                    framework: framework, isRegistration: true, isWrapper: false, place: unit.place(of: call)))
            return
        }
        var registration = registration(
            call, name: function, framework: framework, service: type, isSetAside: isSetAside)
        registration.makes = [TypeName.last(type)]
        facts.registrations.append(registration)
    }

    /// Makes a registration of a call, with what its factory needs and makes.
    func registration(
        _ call: FunctionCallExprSyntax, name function: String, framework: Framework, service: String, isSetAside: Bool
    ) -> Facts.Registration {
        let (scope, isWritten) = scope(of: call, framework)
        var result = Facts.Registration(
            framework: framework,
            key: Facts.Key(service: service, name: Self.literal(call.argument("name")?.expression)),
            scope: scope, isScopeWritten: isWritten, environment: environment(of: call, framework),
            assembly: Self.assembly(around: call), isConditional: Self.isConditional(call), isSetAside: isSetAside,
            place: unit.place(of: call))
        if call.argument("name") != nil, result.key.name == nil { result.isConditional = true }
        if result.environment.isEmpty { result.isConditional = true }
        for argument in call.arguments {
            guard let type = Self.typeArgument(argument.expression), argument.id != call.arguments.first?.id else {
                continue
            }
            result.needs.append(
                Facts.Need(key: Facts.Key(service: type.text), framework: framework, isEager: true, isKept: true))
        }
        for (closure, isFactory) in factories(of: call) {
            result.needs += needs(in: closure, isEager: isFactory)
            if isFactory {
                result.makes += MockAsLiveRule.results(of: Syntax(closure)).compactMap { Self.constructed($0) }.map(
                    TypeName.last)
                let parameters = Self.parameterCount(closure)
                result.arity =
                    framework == .swinject
                    ? max(0, parameters - 1) : (call.argument("arguments") == nil ? 0 : parameters)
            }
        }
        return result
    }

    private static func constructed(_ expression: ExprSyntax) -> String? {
        var expression = expression
        while true {
            if let attempt = expression.as(TryExprSyntax.self) {
                expression = attempt.expression
            } else if let wait = expression.as(AwaitExprSyntax.self) {
                expression = wait.expression
            } else if let sequence = expression.as(SequenceExprSyntax.self), let first = sequence.elements.first {
                expression = first
            } else {
                return expression.as(FunctionCallExprSyntax.self)?.constructedType
            }
        }
    }

    /// Which container a call registers with; nil where it is some other `register`.
    private func framework(of call: FunctionCallExprSyntax, _ function: String) -> Framework? {
        if function == "autoregister" { return frameworks.contains(.swinject) ? .swinject : nil }
        let labels = Set(call.arguments.compactMap { $0.label?.text })
        let receiver = call.receiver?.trimmedText ?? ""
        let closure = call.trailingClosure ?? call.argument("factory")?.expression.as(ClosureExprSyntax.self)
        let mayBeSwinject =
            frameworks.contains(.swinject) && function == "register" && labels.isSubset(of: ["name", "factory"])
        let mayBeService = frameworks.contains(.service) && labels.isSubset(of: Self.serviceLabels)
        if mayBeService,
            receiver.hasPrefix("ServiceEnv") || receiver.hasPrefix(".") || receiver.hasSuffix("env")
                || receiver.hasSuffix("Env")
        {
            return .service
        }
        if mayBeSwinject, let closure, Self.parameterCount(closure) > 0 || closure.signature != nil { return .swinject }
        if mayBeSwinject, closure == nil, call.argument("factory") != nil { return .swinject }
        return mayBeService ? .service : nil
    }

    private static func parameterCount(_ closure: ClosureExprSyntax) -> Int {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): list.count
        case .parameterClause(let clause): clause.parameters.count
        case nil: 0
        }
    }

    /// The closures of a registration, and whether they are the factory or run later.
    private func factories(of call: FunctionCallExprSyntax) -> [(ClosureExprSyntax, Bool)] {
        var closures: [(ClosureExprSyntax, Bool)] = []
        for argument in call.arguments {
            let label = argument.label?.text
            guard label != "onShutdown" else { continue }
            if let closure = argument.expression.as(ClosureExprSyntax.self) {
                closures.append((closure, label != "fallback"))
            }
        }
        if let closure = call.trailingClosure { closures.append((closure, true)) }
        for element in call.additionalTrailingClosures where element.label.text != "onShutdown" {
            closures.append((element.closure, element.label.text != "fallback"))
        }
        for link in Self.chain(after: call) where link.calleeName == "initCompleted" {
            if let closure = link.trailingClosure { closures.append((closure, false)) }
        }
        return closures
    }

    /// What a factory's body asks for, in helpers of the same file too.
    private func needs(in closure: ClosureExprSyntax, isEager: Bool) -> [Facts.Need] {
        var needs = needs(in: Syntax(closure), owner: Syntax(closure), isEager: isEager)
        for call in closure.descendants(FunctionCallExprSyntax.self, nested: false) {
            guard let name = call.plainName, !Self.resolving.contains(name) else { continue }
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

    private func needs(in body: Syntax, owner: Syntax?, isEager: Bool) -> [Facts.Need] {
        body.descendants(FunctionCallExprSyntax.self).compactMap { call in
            guard let name = call.calleeName, Self.resolving.contains(name),
                let type = Self.typeArgument(call.arguments.first?.expression)
            else { return nil }
            let (service, isProvider) = Self.unwrappedProvider(type.text)
            guard !Self.isParameter(service, at: call), let framework = requestFramework else { return nil }
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

    private func scope(of call: FunctionCallExprSyntax, _ framework: Framework) -> (ServiceScope, Bool) {
        switch framework {
        case .service:
            guard let value = call.argument("scope")?.expression else { return (.singleton, false) }
            let text = value.trimmedText
            for scope in [ServiceScope.singleton, .transient, .graph] where text.hasSuffix("." + scope.rawValue) {
                return (scope, true)
            }
            return (text.contains(".custom") ? .custom : .unknown, true)
        case .swinject:
            guard let link = Self.chain(after: call).first(where: { $0.calleeName == "inObjectScope" }),
                let text = link.arguments.first?.expression.trimmedText
            else { return (.graph, false) }
            switch text {
            case ".container": return (.singleton, true)
            case ".transient": return (.transient, true)
            case ".graph": return (.graph, true)
            default: return (.unknown, true)
            }
        case .factory, .dependencies:
            return (.unknown, false)
        }
    }

    /// The calls chained after a registration: `.inObjectScope(.container).initCompleted { … }`.
    private static func chain(after call: FunctionCallExprSyntax) -> [FunctionCallExprSyntax] {
        var links: [FunctionCallExprSyntax] = []
        var node = Syntax(call)
        while let member = node.parent?.as(MemberAccessExprSyntax.self),
            let link = member.parent?.as(FunctionCallExprSyntax.self),
            link.calledExpression.id == member.id
        {
            links.append(link)
            node = Syntax(link)
        }
        return links
    }

    private static func forwarded(from call: FunctionCallExprSyntax) -> [String] {
        chain(after: call).filter { $0.calleeName == "implements" }.flatMap { link in
            link.arguments.compactMap { typeArgument($0.expression)?.text }
        }
    }

    /// Names the environment so that two registrations with the same name are surely in the same one.
    private func environment(of call: FunctionCallExprSyntax, _ framework: Framework) -> String {
        let receiver = call.receiver?.trimmedText ?? "self"
        if framework == .service, ["ServiceEnv.online", "ServiceEnv.dev", "ServiceEnv.test"].contains(receiver) {
            return receiver
        }
        let scope = Self.scope(around: call)
        if scope?.is(ClosureExprSyntax.self) == true,
            scope?.parent?.as(FunctionCallExprSyntax.self)?.calleeName == "withOverrides"
        {
            return ""
        }
        return "\(unit.name):\(scope?.position.utf8Offset ?? 0):\(receiver)"
    }

    private static func assembly(around call: FunctionCallExprSyntax) -> String? {
        guard let function = scope(around: call)?.as(FunctionDeclSyntax.self), function.name.text == "assemble" else {
            return nil
        }
        return call.enclosingType.map { TypeName.last($0.declaredName) }
    }

    private static func isConditional(_ call: FunctionCallExprSyntax) -> Bool {
        var current = call.parent
        while let node = current {
            switch node.kind {
            case .ifExpr, .switchCase, .guardStmt, .forStmt, .whileStmt, .repeatStmt, .ifConfigClause, .catchClause,
                .doStmt:
                return true
            default: break
            }
            if node.opensScope { return false }
            current = node.parent
        }
        return false
    }

    /// The type of an instance that is registered without one, where the source says it.
    private func instanceType(_ expression: ExprSyntax) -> String? {
        if let type = Self.constructed(expression) { return type }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let scope = Self.scope(around: expression)
        else { return nil }
        let bindings = scope.descendants(VariableDeclSyntax.self, nested: true).flatMap(\.bindings).filter {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }
        guard bindings.count == 1, let binding = bindings.first else { return nil }
        if let type = binding.typeAnnotation { return TypeName(type.type).text }
        return binding.initializer.flatMap { Self.constructed($0.value) }
    }

    private func noteWrapper(
        _ call: FunctionCallExprSyntax, _ framework: Framework, isRegistration: Bool, into facts: inout InjectionFacts
    ) {
        if let function = call.nearest(FunctionDeclSyntax.self)?.name.text {
            facts.registeringFunctions.insert(function)
        }
        facts.unresolved.append(
            Facts.Unresolved(
                framework: framework, isRegistration: isRegistration, isWrapper: true, place: unit.place(of: call)))
    }

    func readAssembling(_ call: FunctionCallExprSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard !isSetAside else { return }
        var made = call.arguments.compactMap { $0.expression.as(FunctionCallExprSyntax.self)?.constructedType }
        for argument in call.arguments {
            guard let list = argument.expression.as(ArrayExprSyntax.self) else { continue }
            made += list.elements.compactMap { $0.expression.as(FunctionCallExprSyntax.self)?.constructedType }
        }
        if made.count > 1 { facts.assembledTogether.append(made.map(TypeName.last)) }
    }
}
