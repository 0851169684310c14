import SwiftSyntax

/// The errors that leave the functions of a file, and the calls that others come from.
struct ErrorExits: Sendable {
    /// A call that is tried.
    struct Call: Sendable, Hashable {
        let name: String
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        let receiver: Receiver
        /// A call whose errors have no sentence, unless a function of the project is meant.
        var isCoded = false
    }

    /// What a call is made on.
    enum Receiver: Sendable, Hashable {
        case type(String)
        /// The type around the call: `load()` and `self.load()`.
        case own(String)
        /// A property whose type the file does not tell: `profiles` of `storage.profiles.save()`.
        /// `of` is the type around the call if the property is its own, as in an extension; otherwise nil.
        case property(String, of: String?)
        case unknown

        /// The code tells the type.
        var isNamed: Bool {
            switch self {
            case .type, .own: true
            case .property, .unknown: false
            }
        }
    }

    /// Where an error comes from.
    enum Source: Sendable, Hashable {
        case call(Call)
        /// A call in an argument of another one, which mostly throws nothing.
        case argument(Call)
        /// An error that is made where it is thrown.
        case type(String)
        /// A call of the system whose errors are sentences.
        case system
        /// An `NSError` that the project makes with a text of its own.
        case worded
        /// What a call hands to its closure, or puts into what it returns.
        case handed(Call)
        /// What a function is given or a property is set to: `showError`, `property:failure`.
        case given(String)
        /// Something of the system without a sentence.
        case coded
        case other
    }

    /// A way on which an error leaves.
    struct Exit: Sendable, Hashable {
        let source: Source
        /// The error is logged or shown on the way, or hardly ever happens.
        var isTold = false
        /// Only errors of this type come this way.
        var only: String?
        /// It may come this way, as a closure that is handed on may throw it; that nothing else does, it does not say.
        var isPossible = false
        /// Hardly ever happens.
        var isRare = false
    }

    /// A function or an initializer that may throw.
    struct Function: Sendable {
        let name: String
        let type: String
        let labels: [String]
        let exits: [Exit]
        /// Has a catch of its own: what handles nothing and throws nothing may be a stub.
        let handles: Bool
    }

    private(set) var functions: [Function] = []
    /// Those that hand errors to a closure, or put them into what they return.
    private(set) var handing: [Function] = []
    /// The errors that functions are given and properties are set to: `showError` of `showError(error)`, `property:failure`.
    private(set) var given: [String: [Exit]] = [:]
    /// The types of the properties of the file's types, by the properties' names.
    private(set) var properties: [String: Set<String>] = [:]
    /// The same of each type, and what its static functions return: `active()`.
    private(set) var members: [String: [String: Set<String>]] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        let handling = unit.index.doStatements.map(\.node)
        addGiven(unit)
        for function in unit.index.functions {
            addHanding(function, unit)
            noteResult(of: function)
            guard let effects = function.signature.effectSpecifiers?.throwsClause, let body = function.body else {
                continue
            }
            add(function.name.text, function.signature, body, effects, handling, unit)
        }
        for initializer in unit.index.initializers {
            guard let effects = initializer.signature.effectSpecifiers?.throwsClause, let body = initializer.body else {
                continue
            }
            add("init", initializer.signature, body, effects, handling, unit)
        }
        for variable in unit.index.variables where variable.parent?.is(MemberBlockItemSyntax.self) ?? false {
            let owner = variable.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let type = Self.type(of: binding)
                else { continue }
                properties[name, default: []].insert(type)
                members[owner, default: [:]][name, default: []].insert(type)
            }
        }
    }

    /// Notes what a static function without parameters returns, under `active()`.
    private mutating func noteResult(of function: FunctionDeclSyntax) {
        guard let result = function.signature.returnClause?.type, let owner = function.enclosingType,
            function.signature.parameterClause.parameters.isEmpty, function.modifiers.contains(where: \.isOfType)
        else { return }
        // A generic function may return anything.
        let type = function.genericParameterClause == nil ? Self.name(of: result) : "_"
        members[TypeName.last(owner.declaredName), default: [:]]["\(function.name.text)()", default: []].insert(type)
    }

    private mutating func add(
        _ name: String, _ signature: FunctionSignatureSyntax, _ body: CodeBlockSyntax, _ effects: ThrowsClauseSyntax,
        _ handling: [DoStmtSyntax], _ unit: SourceUnit
    ) {
        let exits =
            effects.type.map { [Exit(source: .type(TypeName($0).text))] }
            ?? ErrorExitReader(unit).exits(of: body)
        functions.append(
            Function(
                name: name, type: body.enclosingType.map { TypeName.last($0.declaredName) } ?? "",
                labels: signature.parameterClause.parameters.map(\.firstName.text), exits: exits,
                handles: handling.contains { body.contains($0) }))
    }

    /// The type that is written at a variable, or of what it is made as: `var feed = FeedModel()`, `let feed = FeedModel.shared`.
    static func type(of binding: PatternBindingSyntax) -> String? {
        if let written = binding.typeAnnotation?.type { return name(of: written) }
        return binding.initializer.flatMap { type(of: $0.value) }
    }

    /// The type of `FeedModel()`, `FeedModel.shared` and `model as! FeedModel`.
    static func type(of value: ExprSyntax) -> String? {
        if let type = castType(of: value) { return name(of: type) }
        if let type = value.as(FunctionCallExprSyntax.self)?.constructedType { return TypeName.last(type) }
        guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base,
            singletons.contains(member.declName.baseName.text)
        else { return nil }
        return TypeName(expression: base).map { TypeName.last($0.text) }
    }

    /// `FeedModel` of `model as! FeedModel` and `model as? FeedModel`.
    static func castType(of value: ExprSyntax) -> TypeSyntax? {
        guard let elements = value.as(SequenceExprSyntax.self)?.elements, elements.count == 3,
            elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) })
        else { return nil }
        return elements.last?.as(TypeExprSyntax.self)?.type
    }

    static func name(of type: TypeSyntax) -> String { TypeName.last(TypeName.withoutArguments(TypeName(type).text)) }

    private static let singletons: Set<String> = ["shared", "default", "current", "standard", "main", "instance"]
}

// MARK: - What is handed on

extension ErrorExits {
    private mutating func addHanding(_ function: FunctionDeclSyntax, _ unit: SourceUnit) {
        guard let body = function.body, unit.mentions(["rror", "esult", "ublisher", "uture"], in: function.signature),
            let exits = ErrorExitReader(unit).handed(by: function.signature, body), !exits.isEmpty
        else { return }
        handing.append(
            Function(
                name: function.name.text, type: function.enclosingType.map { TypeName.last($0.declaredName) } ?? "",
                labels: function.signature.parameterClause.parameters.map(\.firstName.text), exits: exits,
                handles: false))
    }
}

extension ErrorExits {
    /// Notes the errors that functions and cases are given, and those that properties are set to.
    private mutating func addGiven(_ unit: SourceUnit) {
        guard unit.words.hints.contains(.error) else { return }
        let reader = ErrorExitReader(unit)
        for call in unit.index.calls {
            guard let name = call.calleeName, !Self.printers.contains(name) else { continue }
            for argument in call.arguments {
                let exits = reader.origin(ofGiven: argument.expression)
                if !exits.isEmpty, !Self.isOfLogger(call) { given[name, default: []] += exits }
            }
        }
        for assignment in unit.index.assignments where assignment.value.count == 1 {
            guard let name = assignment.lastName, let value = assignment.value.first else { continue }
            let exits = reader.origin(ofGiven: value)
            guard !exits.isEmpty else { continue }
            given["property:\(name)", default: []] += exits
            if assignment.ownProperty != nil, let type = assignment.node.enclosingType {
                given["property:\(TypeName.last(type.declaredName)).\(name)", default: []] += exits
            }
        }
    }

    private static let printers: Set<String> = ["print", "NSLog", "String"]

    private static func isOfLogger(_ call: FunctionCallExprSyntax) -> Bool {
        let receiver = call.receiver?.trimmedText.lowercased() ?? ""
        return receiver.hasSuffix("log") || receiver.hasSuffix("logger")
    }
}

extension ErrorExitReader {
    /// Where the error comes from that is given to something: `error`, `.failure(error)`, `Result { try await load() }`.
    fileprivate func origin(ofGiven value: ExprSyntax) -> [Exit] {
        if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return TechnicalText.mayBeError(name) ? origin(of: name, at: value).map(\.possible) : []
        }
        guard let call = value.as(FunctionCallExprSyntax.self) else {
            guard let type = ThrownErrors.type(of: value), type.hasSuffix("rror") else { return [] }
            return [made(value, type).possible]
        }
        if ["Result", "TaskResult"].contains(call.plainName), let work = call.trailingClosure {
            return exits(of: work.statements).map(\.possible)
        }
        if let type = ThrownErrors.type(of: value), type.hasSuffix("rror") { return [made(value, type).possible] }
        guard call.calleeName == "failure", let error = call.arguments.first?.expression else { return [] }
        return origin(ofGiven: error)
    }
}
