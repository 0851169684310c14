import SwiftSyntax

/// What the calls of a file are made on.
struct CallFacts: Sendable {
    struct Call: Sendable, Hashable {
        let receiver: ErrorExits.Receiver
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        /// The variable that it is made on, which has no functions of its type.
        let object: String?
        /// The function around the call; nil where the system or people run it.
        let caller: Caller?
        /// The type around the call.
        let user: String
    }

    /// A function of a type, which calls others.
    struct Caller: Sendable, Hashable {
        let function: Function
        let type: String

        init(function: Function, type: String) {
            self.function = function
            self.type = type
        }

        /// The function that something stands in; nil where others than calls by name may run it.
        fileprivate init?(around node: some SyntaxProtocol) {
            guard let function = Candidate.Function(around: node), function.kind != .property else { return nil }
            self.init(function: Function(function), type: function.type)
        }
    }

    /// A function, with the labels of its parameters.
    struct Function: Sendable, Hashable {
        let name: String
        let labels: [String]
        /// The labels that no call leaves out.
        let required: [String]
        let isStatic: Bool

        init(_ function: Candidate.Function) {
            isStatic = function.isStatic
            name = function.name
            labels = function.labels
            required = function.required
        }

        /// Says whether a call with these labels may mean it.
        func takes(_ given: [String]) -> Bool {
            TaskCallers.fits(given, labels)
                && required.allSatisfy { label in
                    given.count { $0 == label } >= required.count { $0 == label }
                }
        }
    }

    /// By the name of the function.
    private(set) var calls: [String: Set<Call>] = [:]
    /// What is handed on without a call, and may be a function: `save` of `Button(action: save)`.
    private(set) var handedOn: Set<String> = []
    /// The types whose initialisers are: `Item` of `map(Item.init)`; empty where it is `.init`.
    private(set) var initializersHandedOn: Set<String> = []
    /// The properties of types that the file does not tell, alone and behind the type that has them: `model` and `Screen.model`.
    private(set) var untyped: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        let own = Set(Self.names(unit.index.variables) { $0.parent?.is(MemberBlockItemSyntax.self) ?? false })
        let parameters = (unit.index.functions.map(\.signature) + unit.index.initializers.map(\.signature)).lazy
            .flatMap(\.parameterClause.parameters)
        // A variable may have the name of a property, and be something else.
        let others = Set(
            Self.names(unit.index.variables) { !($0.parent?.is(MemberBlockItemSyntax.self) ?? false) }
                + parameters.map { ($0.secondName ?? $0.firstName).text })
        let properties = own.subtracting(others)
        let variables = own.union(others)
        var callers: [SyntaxIdentifier: Caller] = [:]
        let asksForArguments = unit.bytes.contains(word: "arguments.contains(")
        for call in unit.index.calls {
            if asksForArguments, call.isForTestRun { continue }
            for argument in call.arguments { noteHandedOn(argument.expression, besides: variables) }
            let user = call.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
            guard let (name, receiver) = Self.called(by: call, in: user, properties) else { continue }
            var caller: Caller?
            if let around = call.nearest(FunctionDeclSyntax.self) {
                caller = callers[around.id] ?? Caller(around: call)
                callers[around.id] = caller
            }
            let labels = call.arguments.map { $0.label?.text ?? "_" }
            calls[name, default: []].insert(
                Call(
                    receiver: receiver, labels: labels, object: call.receiver.flatMap(Self.object),
                    caller: caller, user: user))
        }
        for assignment in unit.index.assignments { assignment.value.forEach { noteHandedOn($0, besides: variables) } }
        for variable in unit.index.variables {
            let isProperty = variable.parent?.is(MemberBlockItemSyntax.self) ?? false
            for binding in variable.bindings {
                if let value = binding.initializer?.value { noteHandedOn(value, besides: variables) }
                guard isProperty, !Self.tellsType(binding),
                    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
                else { continue }
                untyped.insert(name)
                if let owner = variable.enclosingType {
                    untyped.insert(Self.member(name, of: TypeName.last(owner.declaredName)))
                }
            }
        }
    }

    static func member(_ name: String, of type: String) -> String { "\(type).\(name)" }

    /// Says whether a property is of one type, which is no parameter that its owner has for types, and no part of what a protocol leaves open.
    private static func tellsType(_ property: PatternBindingSyntax) -> Bool {
        guard let type = ErrorExits.type(of: property), !type.contains("&"), type != "Self" else { return false }
        var current = property.parent
        while let outer = current {
            if let generic = outer.asProtocol((any WithGenericParametersSyntax).self),
                generic.genericParameterClause?.parameters.contains(where: { $0.name.text == type }) ?? false
            {
                return false
            }
            if let open = outer.as(ProtocolDeclSyntax.self),
                open.memberBlock.members.contains(where: {
                    $0.decl.as(AssociatedTypeDeclSyntax.self)?.name.text == type
                })
            {
                return false
            }
            current = outer.parent
        }
        return true
    }

    /// What a call in a type runs: a function, or `init` of the type that it makes.
    private static func called(
        by call: FunctionCallExprSyntax, in user: String, _ properties: Set<String>
    ) -> (name: String, receiver: ErrorExits.Receiver)? {
        guard let name = call.calleeName else { return nil }
        if name.first?.isLowercase ?? false { return (name, receiver(of: call, in: user, properties)) }
        // Without arguments, the type makes its initialiser itself as a rule.
        guard !call.arguments.isEmpty, let type = call.constructedType else { return nil }
        return (initializer, .type(TypeName.last(type)))
    }

    static let initializer = "init"

    private mutating func noteHandedOn(_ value: ExprSyntax, besides variables: Set<String>) {
        var names = [value.as(DeclReferenceExprSyntax.self), value.as(MemberAccessExprSyntax.self)?.declName]
        // `#selector(reload)`, `isNew ? create : save`
        if value.is(MacroExpansionExprSyntax.self) || value.is(SequenceExprSyntax.self) {
            names += value.descendants(DeclReferenceExprSyntax.self, nested: false)
        }
        for reference in names.compactMap(\.self) {
            let name = reference.baseName.text
            if handedOn.contains(name) { continue }
            let member = reference.parent?.as(MemberAccessExprSyntax.self)
            // `ids.map(Item.init)`
            if name == Self.initializer {
                initializersHandedOn.formUnion(member?.base.map { [$0.trimmedText] } ?? [""])
            }
            let isMember = member != nil
            guard isMember || !variables.contains(name) && !ErrorState.isLocal(name, at: reference) else { continue }
            handedOn.insert(name)
        }
        // `Selector("reload")`
        if let text = value.as(StringLiteralExprSyntax.self)?.plainText,
            value.nearest(FunctionCallExprSyntax.self)?.plainName == "Selector"
        {
            handedOn.insert(String(text.prefix { $0 != ":" }))
        }
    }

    private static func names(
        _ variables: [VariableDeclSyntax], where isMeant: (VariableDeclSyntax) -> Bool
    ) -> [String] {
        variables.filter(isMeant).flatMap(\.bindings).compactMap {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        }
    }

    /// `store`, `self.store` and `store?.items`, but no `Store`, `self` or `type(of: store)`, nor what may be a type by its name.
    private static func object(_ base: ExprSyntax) -> String? {
        let whole =
            base.as(OptionalChainingExprSyntax.self)?.expression ?? base.as(ForceUnwrapExprSyntax.self)?.expression
            ?? base
        let reference = whole.as(MemberAccessExprSyntax.self)?.declName ?? whole.as(DeclReferenceExprSyntax.self)
        guard let name = reference?.baseName.text, name.first?.isLowercase ?? false, name != "self",
            !["type", "class", "cls", "kind"].contains(Words.of(name).last)
        else { return nil }
        return name
    }

    private static func receiver(
        of call: FunctionCallExprSyntax, in user: String, _ properties: Set<String>
    ) -> ErrorExits.Receiver {
        let own: ErrorExits.Receiver = user.isEmpty ? .unknown : .own(user)
        guard var base = call.receiver else {
            // `.init(json: data)` is of whatever type is wanted there.
            return call.calledExpression.is(MemberAccessExprSyntax.self) ? .unknown : own
        }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
            if ["self", "Self"].contains(name) { return own }
            if name.first?.isUppercase ?? false { return .type(name) }
            if properties.contains(name) { return .property(name, of: user) }
            return isContext(name) ? .type(context) : local(name, at: base).map { .type($0) } ?? .unknown
        }
        if let type = ErrorExits.type(of: base) { return .type(type) }
        if let member = base.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "viewContext" {
            return .type(context)
        }
        guard let member = base.as(MemberAccessExprSyntax.self) else { return .unknown }
        return .property(member.declName.baseName.text, of: member.base?.trimmedText == "self" ? user : nil)
    }

    /// The type of a variable that the code around makes: `Realm` of `let realm = try Realm()`, but not `T` of `let item = T()`, nor
    /// that of `var store: any Storing = Store()`, which may be another one later.
    private static func local(_ name: String, at base: ExprSyntax) -> String? {
        guard let binding = base.localVariable(named: name), binding.typeAnnotation == nil else { return nil }
        var value = binding.initializer?.value
        while let attempt = value?.as(TryExprSyntax.self) { value = attempt.expression }
        guard let type = value?.as(FunctionCallExprSyntax.self)?.constructedType, !base.hasParameter(named: type) else {
            return nil
        }
        return TypeName.last(type)
    }

    /// What Core Data saves: `context` of `let context = container.viewContext`.
    private static let context = "NSManagedObjectContext"

    private static func isContext(_ name: String) -> Bool {
        name == "context" || name == "moc" || name.hasSuffix("Context")
    }
}

/// Tells which functions something may call.
struct Callers: Sendable {
    /// Who may call a type's functions besides code that names them.
    enum Openness {
        /// Nobody.
        case closed
        /// The system, as it calls delegates: those that have parameters.
        case delegate
        case open
    }

    private let calls: [String: Set<CallFacts.Call>]
    private let handedOn: Set<String>
    private let initializersHandedOn: Set<String>
    private let untyped: Set<String>
    /// Other names of types.
    private let aliases: Set<String>
    private let idle: IdleTypes

    /// - Parameters:
    ///   - facts: The calls of each file.
    ///   - aliases: Other names of types.
    ///   - idle: The types that nobody makes or uses, whose calls never run.
    init(_ facts: some Sequence<CallFacts>, aliases: Set<String>, idle: IdleTypes) {
        self.aliases = aliases
        self.idle = idle
        calls = facts.reduce(into: [:]) { $0.formUnions($1.calls) }
        handedOn = facts.reduce(into: []) { $0.formUnion($1.handedOn) }
        initializersHandedOn = facts.reduce(into: []) { $0.formUnion($1.initializersHandedOn) }
        untyped = facts.reduce(into: []) { $0.formUnion($1.untyped) }
    }

    /// Says whether something may call a function on objects of a type, also by way of others that it knows by their types.
    /// - Parameters:
    ///   - function: The function.
    ///   - type: The type that has it.
    ///   - paths: What tells the types of properties.
    ///   - openness: Who else may call a type's functions.
    func mayCall(
        _ function: CallFacts.Function, of type: String, in paths: ErrorPaths, openness: (String) -> Openness
    ) -> Bool {
        var seen: Set<CallFacts.Caller> = []
        return mayCall(CallFacts.Caller(function: function, type: type), paths, openness, &seen)
    }

    private func mayCall(
        _ callee: CallFacts.Caller, _ paths: ErrorPaths, _ openness: (String) -> Openness,
        _ seen: inout Set<CallFacts.Caller>
    ) -> Bool {
        let function = callee.function
        if isHandedOn(callee, paths) { return true }
        // What calls itself is called by somebody else first.
        guard seen.insert(callee).inserted, seen.count < Self.farthest else { return false }
        let family = paths.family(of: callee.type)
        for call in calls[function.name] ?? [] where function.takes(call.labels) {
            // Some types begin with a small letter: `iCloudExporter`.
            if function.isStatic, let object = call.object, object != callee.type { continue }
            guard !idle.contains(call.user), mayBe(call.receiver, of: family, paths) else { continue }
            guard let caller = call.caller else { return true }
            switch openness(caller.type) {
            case .open: return true
            case .delegate where !caller.function.labels.isEmpty: return true
            case .closed, .delegate: if mayCall(caller, paths, openness, &seen) { return true }
            }
        }
        return false
    }

    /// Says whether what a call is made on may be of one of these types.
    private func mayBe(_ receiver: ErrorExits.Receiver, of family: Set<String>, _ paths: ErrorPaths) -> Bool {
        switch receiver {
        case .own(let type), .type(let type): return family.contains(type)
        case .unknown: return true
        case .property(let property, let owner):
            var types = owner.map { paths.types(ofProperty: property, of: $0) } ?? []
            if let owner, untyped.contains(CallFacts.member(property, of: owner)) { types = [] }
            if types.isEmpty {
                if untyped.contains(property) { return true }
                types = paths.types(ofProperty: property)
            }
            return types.isEmpty || !types.isDisjoint(with: family) || !types.isDisjoint(with: aliases)
        }
    }

    private static let farthest = 64

    private func isHandedOn(_ callee: CallFacts.Caller, _ paths: ErrorPaths) -> Bool {
        let name = callee.function.name
        if name == CallFacts.initializer {
            return initializersHandedOn.contains(callee.type) || initializersHandedOn.contains("")
        }
        let isProperty = untyped.contains(name) || !paths.types(ofProperty: name).isEmpty
        return handedOn.contains(name) && !isProperty
    }
}
