import SwiftSyntax

extension InjectionReader {
    /// The container that a `resolve` of this file asks; nil where the file does not say.
    var requestFramework: Framework? {
        if frameworks.contains(.service) && !frameworks.contains(.swinject) { return .service }
        if frameworks.contains(.swinject) && !frameworks.contains(.service) { return .swinject }
        return frameworks.contains(.service) ? .service : nil
    }

    /// `Repo` of `Provider<Repo>` and `Lazy<Repo>`, which ask later.
    static func unwrappedProvider(_ service: String) -> (service: String, isProvider: Bool) {
        for provider in ["Provider<", "Lazy<"] where service.hasPrefix(provider) && service.hasSuffix(">") {
            return (String(service.dropFirst(provider.count).dropLast()), true)
        }
        return (service, false)
    }

    func readRequest(_ call: FunctionCallExprSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard let type = Self.requestedType(call) else {
            guard let framework = requestFramework, call.receiver != nil else { return }
            let name = call.arguments.first?.expression.as(DeclReferenceExprSyntax.self)?.baseName.text ?? ""
            if call.arguments.isEmpty || call.hasParameter(named: name) { noteWrapper(call, framework, into: &facts) }
            return
        }
        let (service, _) = Self.unwrappedProvider(type.text)
        if call.hasParameter(named: service) {
            if let framework = requestFramework { noteWrapper(call, framework, into: &facts) }
            return
        }
        noteRequestOfType(call, service, into: &facts)
        let name = call.argument("name")?.expression
        let isMany = call.calleeName?.hasPrefix("resolveAll") ?? false
        facts.requests.append(
            Facts.Request(
                framework: framework(of: call), key: Facts.Key(service: service, name: Self.literal(name)),
                isOptional: type.isOptional || isMany || Self.toleratesNothing(call), isSetAside: isSetAside,
                isNameUnknown: name != nil && Self.literal(name) == nil, place: unit.place(of: call)))
    }

    /// What a type asks of Swinject itself is a need of whatever factory makes the type: `init(resolver: Resolver)`.
    private func noteRequestOfType(
        _ call: FunctionCallExprSyntax, _ service: String, into facts: inout InjectionFacts
    ) {
        guard requestFramework == .swinject, let type = call.enclosingType, !isWithinRegistration(call),
            !Self.isOfType(call)
        else { return }
        let function = call.enclosingFunction
        let isMade = function == nil || function?.is(InitializerDeclSyntax.self) ?? false
        let scope = Self.scope(around: call)
        // A stored property's value, or the initializer itself rather than a closure in it.
        let isEager = isMade && (scope?.declGroup != nil || scope?.id == function?.id) && !Self.isLazy(call)
        guard isEager || call.nearest(PatternBindingSyntax.self)?.accessorBlock == nil || function != nil else {
            return
        }
        facts.injected[TypeName.last(type.declaredName), default: []].append(
            Facts.Need(
                key: Facts.Key(service: service, name: Self.literal(call.argument("name")?.expression)),
                framework: .swinject, isEager: isEager, isKept: isEager))
    }

    /// In a static member, which no object needs to be made.
    private static func isOfType(_ call: FunctionCallExprSyntax) -> Bool {
        var current = call.parent
        while let outer = current, outer.declGroup == nil {
            if outer.parent?.is(MemberBlockItemSyntax.self) ?? false {
                let modifiers =
                    outer.as(VariableDeclSyntax.self)?.modifiers ?? outer.as(FunctionDeclSyntax.self)?.modifiers
                return modifiers?.contains(where: \.isOfType) ?? false
            }
            current = outer.parent
        }
        return false
    }

    /// In the value of a `lazy var`, which is made when it is read.
    private static func isLazy(_ call: FunctionCallExprSyntax) -> Bool {
        call.nearest(VariableDeclSyntax.self)?.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) } ?? false
    }

    private func isWithinRegistration(_ call: FunctionCallExprSyntax) -> Bool {
        var node = call.nearest(FunctionCallExprSyntax.self)
        while let outer = node {
            if let name = outer.calleeName, Self.registering.contains(name) || name == "initCompleted" { return true }
            node = outer.nearest(FunctionCallExprSyntax.self)
        }
        return false
    }

    /// Reads `resolve(\Container.logger)` of Factory.
    func readKeyPathRequest(_ call: FunctionCallExprSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard frameworks.contains(.factory), call.plainName == "resolve",
            let path = call.arguments.first?.expression.as(KeyPathExprSyntax.self), let name = Self.factoryName(path)
        else { return }
        let key = Facts.Key(service: "", name: name)
        facts.requests.append(
            Facts.Request(framework: .factory, key: key, isSetAside: isSetAside, place: unit.place(of: call)))
        guard let type = call.enclosingType else { return }
        let isEager = Self.scope(around: call)?.declGroup != nil && !Self.isLazy(call)
        facts.injected[TypeName.last(type.declaredName), default: []].append(
            Facts.Need(key: key, framework: .factory, isEager: isEager, isKept: isEager))
    }

    /// The type that is resolved: the argument's, or what `let clock: any Clock = try env.resolve()` states beside it.
    static func requestedType(_ call: FunctionCallExprSyntax) -> TypeName? {
        if let first = call.arguments.first, first.label == nil { return typeArgument(first.expression) }
        // Other things resolve too; without a type the receiver has to say what this is.
        // `resolveAll()` is typed by what it collects, which the type beside it only holds.
        guard call.receiver?.trimmedText.lowercased().contains("env") ?? false,
            call.calleeName?.hasPrefix("resolveAll") == false
        else { return nil }
        var node = Syntax(call)
        while let outer = node.parent, [.tryExpr, .awaitExpr, .initializerClause].contains(outer.kind) { node = outer }
        if let binding = node.parent?.as(PatternBindingSyntax.self) {
            return binding.typeAnnotation.map { TypeName($0.type) }
        }
        // What a function or getter gives back.
        guard
            node.parent?.is(ReturnStmtSyntax.self) ?? false
                || node.parent?.parent?.as(CodeBlockItemListSyntax.self)?.count == 1
        else { return nil }
        var scope = node.parent
        while let outer = scope, !outer.is(ClosureExprSyntax.self) {
            if let function = outer.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause.map { TypeName($0.type) }
            }
            if let binding = outer.as(PatternBindingSyntax.self) {
                return binding.typeAnnotation.map { TypeName($0.type) }
            }
            scope = outer.parent
        }
        return nil
    }

    private func framework(of call: FunctionCallExprSyntax) -> Framework? {
        guard frameworks.contains(.service), frameworks.contains(.swinject) else { return requestFramework }
        let receiver = call.receiver?.trimmedText.lowercased() ?? ""
        return receiver.contains("env") ? .service : .swinject
    }

    /// Asked for with `try?`, `if let` or `??`: nothing is an answer.
    private static func toleratesNothing(_ call: FunctionCallExprSyntax) -> Bool {
        if call.nearest(CatchClauseSyntax.self) != nil || call.nearest(DoStmtSyntax.self)?.catchClauses.isEmpty == false
        {
            return true
        }
        var node = call.parent
        while let outer = node {
            if let attempt = outer.as(TryExprSyntax.self),
                attempt.questionOrExclamationMark?.tokenKind == .postfixQuestionMark
            {
                return true
            }
            if outer.is(OptionalBindingConditionSyntax.self) || outer.is(OptionalChainingExprSyntax.self) {
                return true
            }
            if let sequence = outer.as(SequenceExprSyntax.self) {
                return sequence.elements.contains { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" }
            }
            if outer.is(CodeBlockItemSyntax.self) || outer.opensScope { return false }
            node = outer.parent
        }
        return false
    }

    private func noteWrapper(_ call: FunctionCallExprSyntax, _ framework: Framework, into facts: inout InjectionFacts) {
        if let function = call.nearest(FunctionDeclSyntax.self)?.name.text { facts.resolvingFunctions.insert(function) }
        let isPropertyWrapper = call.enclosingType?.attributes.names.contains("propertyWrapper") ?? false
        if let type = call.enclosingType, isPropertyWrapper {
            // In the getter it asks when the property is read; anywhere else while the owner is made.
            let isLazy = call.nearest(PatternBindingSyntax.self).map { $0.enclosingType?.id == type.id } ?? false
            let wrapper = TypeName.last(type.declaredName)
            let known = facts.resolvingWrappers[wrapper]
            facts.resolvingWrappers[wrapper] = Facts.Wrapper(
                framework: framework, isLazy: isLazy && known?.isLazy ?? true)
        }
        var wrapper = Facts.Unresolved(
            framework: framework, isRegistration: false, isWrapper: true, place: unit.place(of: call))
        wrapper.hidesRequests = !isPropertyWrapper
        facts.unresolved.append(wrapper)
    }

    private static let wrappers: Set<String> = ["Service", "MainService", "Provider", "MainProvider"]
    private static let plainWrappers: Set<String> = [
        "State", "Binding", "Published", "StateObject", "ObservedObject", "EnvironmentObject", "Environment",
        "Bindable", "IBOutlet",
        "MainActor", "ViewBuilder", "Sendable", "objc", "available", "discardableResult", "FocusState", "AppStorage",
        "Query",
        "Attribute", "Relationship", "ObservationIgnored", "Test", "Flag", "Option", "Argument",
    ]

    func read(_ variable: VariableDeclSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        if frameworks.contains(.factory) { readFactory(variable, isSetAside: isSetAside, into: &facts) }
        guard !variable.attributes.isEmpty, let binding = variable.bindings.first else { return }
        let owner = variable.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        let annotated = binding.typeAnnotation.map { TypeName($0.type) }
        for case .attribute(let attribute) in variable.attributes {
            let wrapper = TypeName.last(
                TypeName(attribute.attributeName).text.split(separator: ":").last.map(String.init) ?? "")
            let arguments = attribute.arguments?.as(LabeledExprListSyntax.self)
            if frameworks.contains(.service), Self.wrappers.contains(wrapper) {
                readWrapper(wrapper, arguments, annotated, owner, variable, isSetAside, into: &facts)
            } else if let path = arguments?.first?.expression.as(KeyPathExprSyntax.self),
                let framework = Self.keyPathFramework(wrapper), frameworks.contains(framework),
                let property = framework == .factory ? Self.factoryName(path) : Self.keyPathName(ExprSyntax(path))
            {
                let key = Facts.Key(service: "", name: property)
                facts.requests.append(
                    Facts.Request(framework: framework, key: key, isSetAside: isSetAside, place: place(of: variable)))
                // `@Injected` resolves while its owner is made; the others when they are first read.
                let isEager = framework == .factory && wrapper.hasPrefix("Injected")
                facts.injected[owner, default: []].append(
                    Facts.Need(key: key, framework: framework, isEager: isEager, isKept: framework == .factory))
            } else if wrapper == "Dependency", let type = Self.typeArgument(arguments?.first?.expression) {
                let key = Facts.Key(service: type.text)
                facts.requests.append(
                    Facts.Request(
                        framework: .dependencies, key: key, isSetAside: isSetAside, place: place(of: variable)))
                facts.injected[owner, default: []].append(
                    Facts.Need(key: key, framework: .dependencies, isEager: false, isKept: false))
            } else if !Self.plainWrappers.contains(wrapper), wrapper.first?.isUppercase ?? false, let annotated {
                let written = Self.typeArgument(arguments?.first?.expression)
                facts.wrappedProperties.append(
                    Facts.WrappedProperty(
                        wrapper: wrapper, owner: owner,
                        key: Facts.Key(
                            service: (written ?? annotated).text,
                            name: Self.literal(arguments?.first { $0.label?.text == "name" }?.expression)),
                        isOptional: annotated.isOptional, isSetAside: isSetAside, place: place(of: variable)))
            }
        }
    }

    private func readWrapper(
        _ wrapper: String, _ arguments: LabeledExprListSyntax?, _ annotated: TypeName?, _ owner: String,
        _ variable: VariableDeclSyntax,
        _ isSetAside: Bool, into facts: inout InjectionFacts
    ) {
        let written = Self.typeArgument(arguments?.first { $0.label == nil }?.expression)
        guard let type = written ?? annotated, !variable.hasParameter(named: type.text) else { return }
        let name = arguments?.first { $0.label?.text == "name" }?.expression
        let key = Facts.Key(service: type.text, name: Self.literal(name))
        facts.requests.append(
            Facts.Request(
                framework: .service, key: key, isOptional: annotated?.isOptional ?? false, isSetAside: isSetAside,
                isNameUnknown: name != nil && key.name == nil, place: place(of: variable)))
        facts.injected[owner, default: []].append(
            Facts.Need(key: key, framework: .service, isEager: false, isKept: !wrapper.hasSuffix("Provider")))
    }

    /// A property stands where its attribute does, which is what asks.
    private func place(of variable: VariableDeclSyntax) -> Place { unit.place(of: variable) }

    static func keyPathName(_ expression: ExprSyntax?) -> String? {
        guard let path = expression?.as(KeyPathExprSyntax.self), let last = path.components.last else { return nil }
        return last.component.as(KeyPathPropertyComponentSyntax.self)?.declName.baseName.text
    }

    private static func keyPathFramework(_ wrapper: String) -> Framework? {
        switch wrapper {
        case "Dependency": .dependencies
        case "Injected", "LazyInjected", "WeakLazyInjected", "InjectedObject", "InjectedObservable", "DynamicInjected",
            "InjectedType":
            .factory
        default: nil
        }
    }
}
