import SwiftSyntax

/// What the calls of a file are made on.
struct CallFacts: Sendable {
    struct Call: Sendable, Hashable {
        let receiver: ErrorExits.Receiver
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        /// How many closures stand behind the parentheses.
        let closures: Int
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
            guard let function = Candidate.Function(around: node), ![.property, .capitalized].contains(function.kind),
                !Mentions.isCalledWithoutName(function.name)
            else { return nil }
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

        /// Says whether a call may mean it.
        /// - Parameter isFirstLeftOut: Calls leave out the label of the first argument, as those of Swift 2 do.
        func takes(_ call: Call, isFirstLeftOut: Bool) -> Bool {
            let given = isFirstLeftOut ? Array(call.labels.dropFirst()) : call.labels
            let labels = isFirstLeftOut ? Array(labels.dropFirst()) : labels
            guard TaskCallers.fits(given, labels) else { return false }
            let required = isFirstLeftOut ? required.filter(labels.contains) : required
            // A closure behind the parentheses may be what has a label, whatever its type is called.
            let missing = Set(required).reduce(0) { count, label in
                count + max(0, required.count { $0 == label } - given.count { $0 == label })
            }
            return missing <= call.closures
        }
    }

    /// By the name of the function.
    private(set) var calls: [String: Set<Call>] = [:]
    /// What is handed on without a call, and may be a function: `save` of `Button(action: save)`.
    private(set) var handedOn: Set<String> = []
    /// What is a function of this file as well, and no variable where it is handed on.
    private(set) var functionsHandedOn: Set<String> = []
    /// The types whose initialisers are: `Item` of `map(Item.init)`; empty where it is `.init`.
    private(set) var initializersHandedOn: Set<String> = []
    /// The properties of types that the file does not tell, alone and behind the type that has them: `model` and `Screen.model`.
    var untyped: Set<String> = []
    /// The properties that hold a singleton, with that singleton: `Feed.shared` of `let feed = Feed.shared`.
    var singletons: [String: Set<String>] = [:]
    /// The static properties that hold an object of their own type: `Feed.shared` of `static let shared = Feed()`.
    var keptSelves: Set<String> = []
    /// The static properties that hold anything else: another type of the same name may have one.
    var keptOthers: Set<String> = []
    /// Names that stand for other types: aliases, parameters for types, and what protocols leave open.
    private(set) var openNames: Set<String> = []

    init() {}

    init(_ unit: SourceUnit) {
        let own = Set(Self.names(unit.index.variables) { $0.parent?.is(MemberBlockItemSyntax.self) ?? false })
        let parameters = (unit.index.functions.map(\.signature) + unit.index.initializers.map(\.signature)).lazy
            .flatMap(\.parameterClause.parameters)
        let others = Set(
            Self.names(unit.index.variables) { !($0.parent?.is(MemberBlockItemSyntax.self) ?? false) }
                + parameters.map { ($0.secondName ?? $0.firstName).text })
        let variables = own.union(others)
        let functions = Set(unit.index.functions.map(\.name.text))
        addOpenNames(unit)
        var surroundings: [SyntaxIdentifier: Surroundings] = [:]
        let asksForArguments = unit.bytes.contains(word: "arguments.contains(")
        for call in unit.index.calls {
            if asksForArguments, call.isForTestRun { continue }
            for argument in call.arguments { noteHandedOn(argument.expression, besides: variables, functions) }
            let around = Surroundings.of(call, &surroundings)
            guard let (name, receiver) = Self.called(by: call, in: around.type, own) else { continue }
            let labels = call.arguments.map { $0.label?.text ?? "_" }
            calls[name, default: []].insert(
                Call(
                    receiver: receiver, labels: labels,
                    closures: (call.trailingClosure == nil ? 0 : 1) + call.additionalTrailingClosures.count,
                    object: call.receiver.flatMap(Self.object), caller: around.caller, user: around.type))
        }
        for assignment in unit.index.assignments {
            assignment.value.forEach { noteHandedOn($0, besides: variables, functions) }
        }
        for value in unit.index.variables.flatMap(\.bindings).compactMap({ $0.initializer?.value }) {
            noteHandedOn(value, besides: variables, functions)
        }
        addProperties(unit)
    }

    /// What a call stands in.
    private struct Surroundings {
        let type: String
        let caller: Caller?

        /// - Parameter known: Those of the blocks that have been looked at: many calls stand in one.
        static func of(_ call: FunctionCallExprSyntax, _ known: inout [SyntaxIdentifier: Surroundings]) -> Surroundings
        {
            var block = call.parent
            while let outer = block, outer.kind != .codeBlockItemList {
                block = outer.kind == .memberBlock ? nil : outer.parent
            }
            if let block, let surroundings = known[block.id] { return surroundings }
            let surroundings = Surroundings(
                type: call.enclosingType.map { TypeName.last($0.declaredName) } ?? "",
                caller: call.nearest(FunctionDeclSyntax.self) == nil ? nil : Caller(around: call))
            if let block { known[block.id] = surroundings }
            return surroundings
        }
    }

    private mutating func addOpenNames(_ unit: SourceUnit) {
        openNames.formUnion(unit.index.aliases.map(\.name.text))
        for type in unit.index.types {
            let generic = type.node.asProtocol((any WithGenericParametersSyntax).self)
            openNames.formUnion(generic?.genericParameterClause?.parameters.map(\.name.text) ?? [])
            guard type.kind == .protocol else { continue }
            let open = type.node.memberBlock.members.compactMap { $0.decl.as(AssociatedTypeDeclSyntax.self) }
            openNames.formUnion(open.map(\.name.text))
        }
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

    private mutating func noteHandedOn(
        _ value: ExprSyntax, besides variables: Set<String>, _ functions: Set<String>
    ) {
        var names = [value.as(DeclReferenceExprSyntax.self), value.as(MemberAccessExprSyntax.self)?.declName]
        // `#selector(reload)`, `isNew ? create : save`, `[reload]`, `["Reload": reload]`, `(reload, 1)`
        if [.macroExpansionExpr, .sequenceExpr, .arrayExpr, .dictionaryExpr, .tupleExpr, .ifExpr].contains(value.kind) {
            names += value.descendants(DeclReferenceExprSyntax.self, nested: false)
        }
        for reference in names.compactMap(\.self) {
            let name = reference.baseName.text
            if functionsHandedOn.contains(name) { continue }
            let member = reference.parent?.as(MemberAccessExprSyntax.self)
            // `ids.map(Item.init)`
            if name == Self.initializer {
                initializersHandedOn.formUnion(member?.base.map { [$0.trimmedText] } ?? [""])
            }
            let isMember = member != nil
            let isFunction = functions.contains(name)
            guard isMember || isFunction || !variables.contains(name),
                isMember || !ErrorState.isLocal(name, at: reference)
            else { continue }
            // A variable of the type around has the name.
            if !isMember, variables.contains(name), Self.hasVariable(reference.enclosingType, named: name) { continue }
            handedOn.insert(name)
            if isFunction, !isMember { functionsHandedOn.insert(name) }
        }
        // `Selector("reload")`
        if let text = value.as(StringLiteralExprSyntax.self)?.plainText,
            value.nearest(FunctionCallExprSyntax.self)?.plainName == "Selector"
        {
            handedOn.insert(String(text.prefix { $0 != ":" }))
        }
    }

    private static func hasVariable(_ type: (any DeclGroupSyntax)?, named name: String) -> Bool {
        type?.memberBlock.members.contains { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.contains { $0.pattern.trimmedText == name } ?? false
        } ?? false
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
            // A variable may have the name of a property, and be something else.
            if properties.contains(name), !base.isBoundAnew(name) {
                return .property(name, of: user)
            }
            return isContext(name) ? .type(context) : local(name, at: base) ?? .unknown
        }
        if let type = ErrorExits.type(of: base) { return .type(type) }
        if let member = base.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "viewContext" {
            return .type(context)
        }
        // `Session.active().end()`
        if let maker = base.as(FunctionCallExprSyntax.self) {
            guard let member = maker.calledExpression.as(MemberAccessExprSyntax.self), maker.arguments.isEmpty,
                maker.trailingClosure == nil, let owner = owner(of: member)
            else { return .unknown }
            return .property("\(member.declName.baseName.text)()", of: owner)
        }
        // What a call returns may be a tuple.
        guard let member = base.as(MemberAccessExprSyntax.self), member.base?.is(FunctionCallExprSyntax.self) != true
        else { return .unknown }
        return .property(
            member.declName.baseName.text, of: member.base?.trimmedText == "self" ? user : owner(of: member))
    }

    /// `Session` of `Session.active`, but not a parameter for types.
    private static func owner(of member: MemberAccessExprSyntax) -> String? {
        guard let type = member.base.flatMap(TypeName.init(expression:)).map({ TypeName.last($0.text) }),
            !member.hasParameter(named: type)
        else { return nil }
        return type
    }

    /// The type of a variable that the code around makes: `Realm` of `let realm = try Realm()`, but not `T` of `let item = T()`, nor
    /// that of `var store: any Storing = Store()`, which may be another one later.
    private static func local(_ name: String, at base: ExprSyntax) -> ErrorExits.Receiver? {
        guard let binding = base.localVariable(named: name), binding.typeAnnotation == nil else { return nil }
        var value = binding.initializer?.value
        while let attempt = value?.as(TryExprSyntax.self) { value = attempt.expression }
        // `let feed = Feed.shared`
        if let member = value?.as(MemberAccessExprSyntax.self), let type = value.flatMap(ErrorExits.type(of:)) {
            return .property(member.declName.baseName.text, of: type)
        }
        guard let type = value?.as(FunctionCallExprSyntax.self)?.constructedType, !base.hasParameter(named: type) else {
            return nil
        }
        return .type(TypeName.last(type))
    }

    /// What Core Data saves: `context` of `let context = container.viewContext`.
    private static let context = "NSManagedObjectContext"

    private static func isContext(_ name: String) -> Bool {
        name == "context" || name == "moc" || name.hasSuffix("Context")
    }
}
