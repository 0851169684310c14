import SwiftSyntax

/// The errors that leave the functions of a file, and the calls that others come from.
struct ErrorExits: Sendable {
    /// A call that is tried.
    struct Call: Sendable, Hashable {
        let name: String
        /// The labels of its arguments, those of closures behind the parentheses left out.
        let labels: [String]
        let receiver: Receiver
    }

    /// What a call is made on.
    enum Receiver: Sendable, Hashable {
        case type(String)
        /// The type around the call: `load()` and `self.load()`.
        case own(String)
        /// A property whose type the file does not tell: `profiles` of `storage.profiles.save()`.
        case property(String)
        case unknown
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
        case other
    }

    /// A way on which an error leaves.
    struct Exit: Sendable, Hashable {
        let source: Source
        /// The error is logged or shown on the way, or hardly ever happens.
        var isTold = false
        /// Only errors of this type come this way.
        var only: String?
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
    /// The types of the properties of the file's types, by the properties' names.
    private(set) var properties: [String: Set<String>] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        let handling = unit.index.doStatements.map(\.node)
        for function in unit.index.functions {
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
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let type = Self.type(of: binding)
                else { continue }
                properties[name, default: []].insert(type)
            }
        }
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

    /// The type of `FeedModel()` and `FeedModel.shared`.
    static func type(of value: ExprSyntax) -> String? {
        if let type = value.as(FunctionCallExprSyntax.self)?.constructedType { return TypeName.last(type) }
        guard let member = value.as(MemberAccessExprSyntax.self), let base = member.base,
            singletons.contains(member.declName.baseName.text)
        else { return nil }
        return TypeName(expression: base).map { TypeName.last($0.text) }
    }

    static func name(of type: TypeSyntax) -> String { TypeName.last(TypeName.withoutArguments(TypeName(type).text)) }

    private static let singletons: Set<String> = ["shared", "default", "current", "standard", "main", "instance"]
}
