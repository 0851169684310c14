import SwiftSyntax

/// Reads what a file registers and asks for, in every container it uses.
struct InjectionReader {
    typealias Facts = InjectionFacts

    let unit: SourceUnit
    let frameworks: Set<Framework>

    init(_ unit: SourceUnit) {
        self.unit = unit
        let imports = unit.index.imports
        var frameworks: Set<Framework> = []
        let own: Set = ["Service", "ServiceHealth", "ServiceLifecycleAdapter", "ServiceMacros", "ServiceTesting"]
        if !own.isDisjoint(with: imports)
            // A file that is about another container may have a type of its own that is called so.
            || unit.words.hints.contains(.service)
                && !imports.contains(where: { $0.hasPrefix("Swinject") || Framework.unread[$0] != nil })
        {
            frameworks.insert(.service)
        }
        if imports.contains(where: { $0.hasPrefix("Swinject") }) { frameworks.insert(.swinject) }
        if imports.contains("Factory") || imports.contains("FactoryKit") { frameworks.insert(.factory) }
        if imports.contains("Dependencies") || imports.contains("ComposableArchitecture")
            || unit.words.hints.contains(.dependencies)
        {
            frameworks.insert(.dependencies)
        }
        self.frameworks = frameworks
    }

    func read() -> InjectionFacts {
        var facts = InjectionFacts()
        if !frameworks.isEmpty || !unit.words.hints.isDisjoint(with: [.metatype, .assemble]) {
            for call in unit.index.calls { read(call, isSetAside: false, into: &facts) }
            for call in unit.index.setAsideCalls { read(call, isSetAside: true, into: &facts) }
        }
        for variable in unit.index.variables { read(variable, isSetAside: false, into: &facts) }
        for variable in unit.index.setAsideVariables { read(variable, isSetAside: true, into: &facts) }
        if frameworks.contains(.factory) {
            for assignment in unit.index.assignments { readDefaultScope(assignment, into: &facts) }
        }
        readUnreadContainers(into: &facts)
        if frameworks.contains(.service) {
            readServiceNames(into: &facts)
            readCreatedTypes(into: &facts)
        }
        if frameworks.contains(.dependencies) { readDependencyKeys(into: &facts) }
        return facts
    }

    /// Notes the containers that a file imports and that cannot be read.
    private func readUnreadContainers(into facts: inout InjectionFacts) {
        guard unit.kind == .production else { return }
        for module in unit.index.imports.sorted() {
            guard let name = Framework.unread[module] else { continue }
            let statement = unit.tree.statements.lazy.compactMap { $0.item.as(ImportDeclSyntax.self) }
                .first { $0.path.first?.name.text == module }
            let place = statement.map { unit.place(of: $0) } ?? unit.place(ofOffset: 0)
            facts.unreadContainers.append((name, place))
        }
    }

    static let registering: Set<String> = [
        "register", "registerMain", "registerAsync", "registerResilient", "contribute", "contributeMain", "decorate",
        "decorateMain",
        "autoregister", "_register",
    ]
    static let resolving: Set<String> = ["resolve", "resolveMain", "resolveAsync", "resolveAll", "resolveAllMain"]

    private func read(_ call: FunctionCallExprSyntax, isSetAside: Bool, into facts: inout InjectionFacts) {
        guard let name = call.calleeName else { return }
        if name == "register", frameworks.contains(.factory), call.arguments.isEmpty || call.argument("factory") != nil
        {
            readReplacement(call, isSetAside: isSetAside, into: &facts)
        } else if name == "resolve", call.arguments.first?.expression.is(KeyPathExprSyntax.self) ?? false {
            readKeyPathRequest(call, isSetAside: isSetAside, into: &facts)
        } else if Self.registering.contains(name), call.receiver != nil || call.plainName != nil {
            readRegistration(call, name, isSetAside: isSetAside, into: &facts)
        } else if Self.resolving.contains(name) {
            readRequest(call, isSetAside: isSetAside, into: &facts)
        } else if name == "assemble" || name == "Assembler" || name == "apply" {
            readAssembling(call, isSetAside: isSetAside, into: &facts)
        } else if ["Service", "MainService", "Provider", "MainProvider"].contains(name), call.plainName != nil,
            let type = Self.typeArgument(call.arguments.first?.expression), frameworks.contains(.service)
        {
            let key = Facts.Key(service: type.text, name: Self.literal(call.argument("name")?.expression))
            facts.requests.append(
                Facts.Request(framework: .service, key: key, isSetAside: isSetAside, place: unit.place(of: call)))
            if let owner = call.enclosingType {
                facts.injected[TypeName.last(owner.declaredName), default: []].append(
                    Facts.Need(key: key, framework: .service, isEager: false, isKept: !name.hasSuffix("Provider")))
            }
        } else if name == "service" || name == "mainService", unit.index.imports.contains("ServiceLifecycleAdapter"),
            let type = Self.typeArgument(call.arguments.first?.expression)
        {
            // A group of services that run resolves what it is given: `.service(Poller.self)`.
            let name = call.argument("name")?.expression
            facts.requests.append(
                Facts.Request(
                    framework: .service, key: Facts.Key(service: type.text, name: Self.literal(name)),
                    isSetAside: isSetAside, isNameUnknown: name != nil && Self.literal(name) == nil,
                    place: unit.place(of: call)))
        } else if let type = Self.typeArgument(call.arguments.first?.expression), name.first?.isLowercase ?? false,
            call.arguments.first?.label == nil
        {
            // Most of them decode something, or ask about a type.
            let hasFactory =
                call.trailingClosure != nil || call.arguments.contains { $0.expression.is(ClosureExprSyntax.self) }
            var registration =
                hasFactory
                ? registration(call, name: name, framework: .service, service: type.text, isSetAside: isSetAside)
                : Facts.Registration(
                    framework: .service,
                    key: Facts.Key(service: type.text, name: Self.literal(call.argument("name")?.expression)),
                    scope: .singleton, isScopeWritten: false,
                    environment: "", isConditional: true, isSetAside: isSetAside, place: unit.place(of: call))
            registration.isConditional = true
            if !hasFactory { registration.creation = .ownInitializer }
            facts.typedCalls.append(Facts.TypedCall(function: name, registration: registration, isSetAside: isSetAside))
        }
    }

    /// The type in `Repo.self`.
    static func typeArgument(_ expression: ExprSyntax?) -> TypeName? {
        guard let member = expression?.as(MemberAccessExprSyntax.self),
            member.declName.baseName.tokenKind == .keyword(.self),
            let base = member.base
        else { return nil }
        return TypeName(expression: base)
    }

    /// A name as it is written: `"primary"`, `.primary`, `ServiceName("primary")` and `ServiceName.primary`.
    static func literal(_ expression: ExprSyntax?) -> String? {
        guard let expression else { return nil }
        if let string = expression.as(StringLiteralExprSyntax.self) { return string.plainText }
        if let call = expression.as(FunctionCallExprSyntax.self), call.plainName == "ServiceName" {
            return literal(call.arguments.first?.expression)
        }
        if let member = expression.as(MemberAccessExprSyntax.self),
            member.base == nil || member.base?.trimmedText == "ServiceName"
        {
            return "." + member.declName.baseName.text
        }
        return nil
    }
}
