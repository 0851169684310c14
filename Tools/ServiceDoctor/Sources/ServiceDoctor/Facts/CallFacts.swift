import SwiftSyntax

/// What the calls of a file are made on.
struct CallFacts: Sendable {
    struct Call: Sendable, Hashable {
        let receiver: ErrorExits.Receiver
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        /// The function around a call of the type's own; nil where the system or people run it.
        let caller: Function?
    }

    /// A function, with the labels of its parameters.
    struct Function: Sendable, Hashable {
        let name: String
        let labels: [String]
        /// The labels that no call leaves out.
        let required: [String]

        init(_ function: Candidate.Function) {
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
    /// The properties of types that the file does not tell.
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
        var callers: [SyntaxIdentifier: Function] = [:]
        for call in unit.index.calls {
            for argument in call.arguments { noteHandedOn(argument.expression, besides: variables) }
            guard let name = call.calleeName, name.first?.isLowercase ?? false else { continue }
            let receiver = Self.receiver(of: call, properties)
            var caller: Function?
            if case .own = receiver, let around = call.nearest(FunctionDeclSyntax.self) {
                let known = callers[around.id] ?? Candidate.Function(around: call).map(Function.init)
                callers[around.id] = known
                caller = known
            }
            let labels = call.arguments.map { $0.label?.text ?? "_" }
            calls[name, default: []].insert(Call(receiver: receiver, labels: labels, caller: caller))
        }
        for assignment in unit.index.assignments { assignment.value.forEach { noteHandedOn($0, besides: variables) } }
        for variable in unit.index.variables {
            let isProperty = variable.parent?.is(MemberBlockItemSyntax.self) ?? false
            for binding in variable.bindings {
                if let value = binding.initializer?.value { noteHandedOn(value, besides: variables) }
                guard isProperty, ErrorExits.type(of: binding) == nil,
                    let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
                else { continue }
                untyped.insert(name)
            }
        }
    }

    private mutating func noteHandedOn(_ value: ExprSyntax, besides variables: Set<String>) {
        var names = [value.as(DeclReferenceExprSyntax.self), value.as(MemberAccessExprSyntax.self)?.declName]
        // `#selector(reload)`, `isNew ? create : save`
        if value.is(MacroExpansionExprSyntax.self) || value.is(SequenceExprSyntax.self) {
            names += value.descendants(DeclReferenceExprSyntax.self, nested: false)
        }
        for reference in names.compactMap(\.self) {
            let name = reference.baseName.text
            if handedOn.contains(name) { continue }
            let isMember = reference.parent?.is(MemberAccessExprSyntax.self) ?? false
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

    private static func receiver(
        of call: FunctionCallExprSyntax, _ properties: Set<String>
    ) -> ErrorExits.Receiver {
        guard var base = call.receiver else { return own(call) }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        if let name = base.as(DeclReferenceExprSyntax.self)?.baseName.text {
            if ["self", "Self"].contains(name) { return own(call) }
            if name.first?.isUppercase ?? false { return .type(name) }
            return properties.contains(name) ? .property(name) : isContext(name) ? .type(context) : .unknown
        }
        if let type = ErrorExits.type(of: base) { return .type(type) }
        if let member = base.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "viewContext" {
            return .type(context)
        }
        return base.as(MemberAccessExprSyntax.self).map { .property($0.declName.baseName.text) } ?? .unknown
    }

    /// What Core Data saves: `context` of `let context = container.viewContext`.
    private static let context = "NSManagedObjectContext"

    private static func isContext(_ name: String) -> Bool {
        name == "context" || name == "moc" || name.hasSuffix("Context")
    }

    private static func own(_ call: FunctionCallExprSyntax) -> ErrorExits.Receiver {
        call.enclosingType.map { .own(TypeName.last($0.declaredName)) } ?? .unknown
    }
}

/// Tells which functions something may call.
struct Callers: Sendable {
    private let calls: [String: Set<CallFacts.Call>]
    private let handedOn: Set<String>
    private let untyped: Set<String>

    init(_ facts: some Sequence<CallFacts>) {
        calls = facts.reduce(into: [:]) { $0.merge($1.calls) { $0.union($1) } }
        handedOn = facts.reduce(into: []) { $0.formUnion($1.handedOn) }
        untyped = facts.reduce(into: []) { $0.formUnion($1.untyped) }
    }

    /// Says whether something may call a function on objects of a type, also by way of the type's own functions.
    /// - Parameters:
    ///   - function: The function.
    ///   - type: The type that has it.
    ///   - isDelegate: The system may call the type's functions that have parameters, as it calls delegates.
    ///   - paths: What tells the types of properties.
    func mayCall(
        _ function: CallFacts.Function, of type: String, isDelegate: Bool, in paths: ErrorPaths
    ) -> Bool {
        var seen: Set<CallFacts.Function> = []
        return mayCall(function, paths.family(of: type), isDelegate, paths, &seen)
    }

    private func mayCall(
        _ function: CallFacts.Function, _ family: Set<String>, _ isDelegate: Bool, _ paths: ErrorPaths,
        _ seen: inout Set<CallFacts.Function>
    ) -> Bool {
        let isProperty =
            untyped.contains(function.name) || !paths.types(ofProperty: function.name).isEmpty
        if handedOn.contains(function.name), !isProperty { return true }
        // What calls itself is called by somebody else first.
        guard seen.insert(function).inserted else { return false }
        for call in calls[function.name] ?? [] where function.takes(call.labels) {
            switch call.receiver {
            case .own(let type) where family.contains(type):
                guard let caller = call.caller, !isDelegate || caller.labels.isEmpty else { return true }
                if mayCall(caller, family, isDelegate, paths, &seen) { return true }
            case .type(let type) where family.contains(type): return true
            case .property(let property):
                let types = paths.types(ofProperty: property)
                if types.isEmpty || untyped.contains(property) || !types.isDisjoint(with: family) { return true }
            case .unknown: return true
            case .own, .type: continue
            }
        }
        return false
    }
}
