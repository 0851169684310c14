import SwiftSyntax

extension InjectionReader {
    private static let serviceLabels: Set<String> = [
        "name", "scope", "needs", "arguments", "declaring", "as", "provide", "factory", "onShutdown", "health",
        "manager",
        "policy", "clock", "classifier", "refusals", "failures", "fallbackKind", "fallback",
    ]

    func readRegistration(
        _ call: FunctionCallExprSyntax, _ function: String, isSetAside: Bool, into facts: inout InjectionFacts
    ) {
        guard let framework = framework(of: call, function), let first = call.arguments.first, first.label == nil else {
            return
        }
        let expression = first.expression
        if let type = Self.typeArgument(expression) {
            if call.hasParameter(named: type.text) {
                return noteRegisteringWrapper(call, framework, into: &facts)
            }
            var registration = registration(
                call, name: function, framework: framework, service: type.text, isSetAside: isSetAside)
            if framework == .swinject { noteHandovers(of: call, into: &facts) }
            registration.isAddition = function.hasPrefix("contribute") || function.hasPrefix("decorate")
            if function == "autoregister" {
                facts.unresolved.append(
                    Facts.Unresolved(
                        framework: framework, isRegistration: false, isWrapper: false, place: registration.place))
            }
            facts.registrations.append(registration)
            facts.requests += Self.declaredNeeds(of: call).map { need in
                Facts.Request(
                    framework: framework, key: need.key, isOptional: need.isOptional, isSetAside: isSetAside,
                    isNameUnknown: need.isNameUnknown, place: unit.place(of: need.place))
            }
            for other in Self.forwarded(from: call) {
                var alias = registration
                alias.key.service = other
                facts.registrations.append(alias)
            }
            return
        }
        if let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text, call.hasParameter(named: name) {
            return noteRegisteringWrapper(call, framework, into: &facts)
        }
        // `checks.register("items") { … }` registers something else: a service is never a text.
        guard framework == .service, function.hasPrefix("register"), !expression.is(StringLiteralExprSyntax.self) else {
            return
        }
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
        result.needs = Self.declaredNeeds(of: call).map { need in
            Facts.Need(key: need.key, framework: framework, isEager: true, isKept: true)
        }
        result.creation = creation(of: call, function)
        for (closure, isFactory) in factories(of: call) {
            if !isFactory, case .guardType = result.creation {
                result.standInNeeds += needs(in: closure, isEager: true)
                result.makes += ResultExpressions.of(Syntax(closure)).compactMap { Self.constructed($0) }.map(
                    TypeName.last)
                continue
            }
            result.needs += needs(in: closure, isEager: isFactory)
            if isFactory {
                result.makes += ResultExpressions.of(Syntax(closure)).compactMap { Self.constructed($0) }.map(
                    TypeName.last)
                let parameters = Self.parameterCount(closure)
                result.arity =
                    framework == .swinject
                    ? max(0, parameters - 1) : (call.argument("arguments") == nil ? 0 : parameters)
                if framework == .swinject { result.argumentTypes = Self.argumentTypes(closure) }
                result.onlyForwards = Self.onlyForwards(closure)
            }
        }
        return result
    }

    /// Notes the types that a factory hands its resolver: what they ask for is read where they are declared.
    private func noteHandovers(of call: FunctionCallExprSyntax, into facts: inout InjectionFacts) {
        for (closure, _) in factories(of: call) {
            guard let resolver = Self.firstParameter(of: closure), resolver != "_" else { continue }
            for made in closure.descendants(FunctionCallExprSyntax.self) {
                guard let type = made.constructedType,
                    made.arguments.contains(where: {
                        $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == resolver
                    })
                else { continue }
                facts.handovers.append((TypeName.last(type), .swinject, unit.place(of: made)))
            }
        }
    }

    struct DeclaredNeed {
        let key: Facts.Key
        let isOptional: Bool
        var isNameUnknown = false
        let place: ExprSyntax
    }

    /// The needs in `needs: Clock.self, Log.self`, in `needs: Need((any Store).self, name: "main"), .optional(Log.self)`, and in
    /// `declaring: [ServiceNeed(Log.self)]`.
    static func declaredNeeds(of call: FunctionCallExprSyntax) -> [DeclaredNeed] {
        let listed = call.argument("declaring")?.expression.as(ArrayExprSyntax.self)?.elements.map(\.expression) ?? []
        let others = call.arguments.dropFirst().filter { $0.label?.text != "as" && $0.label?.text != "declaring" }
        return (others.map(\.expression) + listed).compactMap { expression in
            if let type = typeArgument(expression) {
                return DeclaredNeed(
                    key: Facts.Key(service: type.text), isOptional: type.isOptional, place: expression)
            }
            guard let need = expression.as(FunctionCallExprSyntax.self), let function = need.calleeName,
                ["Need", "ServiceNeed", "init", "optional"].contains(function),
                let type = typeArgument(need.arguments.first?.expression)
            else { return nil }
            let name = need.argument("name")?.expression
            return DeclaredNeed(
                key: Facts.Key(service: type.text, name: literal(name)), isOptional: function == "optional",
                isNameUnknown: name != nil && literal(name) == nil, place: expression)
        }
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
        // An extension of the container may have a factory of its own: `mainActorFactory: { r in … }`.
        let factories = call.arguments.filter { $0.label?.text.lowercased().hasSuffix("factory") ?? false }
        let closure = call.trailingClosure ?? factories.first?.expression.as(ClosureExprSyntax.self)
        let others = labels.subtracting(factories.compactMap { $0.label?.text })
        let mayBeSwinject =
            frameworks.contains(.swinject) && ["register", "_register"].contains(function)
            && others.isSubset(of: ["name"])
        let mayBeService = frameworks.contains(.service) && labels.isSubset(of: Self.serviceLabels)
        if mayBeService,
            receiver.hasPrefix("ServiceEnv") || receiver.hasPrefix(".") || receiver.hasSuffix("env")
                || receiver.hasSuffix("Env")
        {
            return .service
        }
        if mayBeSwinject, let closure, closure.signature != nil || Self.takesResolver(closure) { return .swinject }
        if mayBeSwinject, closure == nil, !factories.isEmpty { return .swinject }
        return mayBeService ? .service : nil
    }

    private func scope(of call: FunctionCallExprSyntax, _ framework: Framework) -> (ServiceScope, Bool) {
        switch framework {
        case .service:
            guard let value = call.argument("scope")?.expression else { return (.singleton, false) }
            let text = value.trimmedText
            for scope in [ServiceScope.singleton, .transient, .graph] where text.hasSuffix("." + scope.rawValue) {
                return (scope, true)
            }
            if text.hasSuffix(".weak") { return (.weak, true) }
            if text.contains(".timed(") { return (.timed, true) }
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
    static func chain(after call: FunctionCallExprSyntax) -> [FunctionCallExprSyntax] {
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
