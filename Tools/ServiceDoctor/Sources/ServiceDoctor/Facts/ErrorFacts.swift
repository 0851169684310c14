import SwiftSyntax

/// Which errors of a file have a type of the project's own, or are texts: those that cases of enumerations hold, that functions
/// hand to their closures or return, and that properties keep.
struct ErrorFacts: Sendable {
    /// How many declarations of a name give an error a type, and how many leave it open.
    struct Count: Sendable {
        var typed = 0
        var open = 0
    }

    /// By origin: `case:failed`, `case:CheckResult.failure`, `call:redeem`, `returned:redeem`, `result:lastError`, `property:lastError`,
    /// `property:ItemsModel.error` and `elements:syncErrors`.
    private(set) var origins: [String: Count] = [:]
    /// The errors of the publishers that functions return, by the function's name.
    private(set) var published: [String: Set<String>] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        for type in unit.index.types where type.kind == .enum {
            for member in type.node.memberBlock.members {
                guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
                for element in cases.elements {
                    guard let payload = element.parameterClause else { continue }
                    note("case:\(element.name.text)", payload.parameters.map(\.type), areValues: true)
                    if element.name.text == "failure" {
                        note(
                            "case:\(TypeName.last(type.name)).failure", payload.parameters.map(\.type),
                            areValues: true)
                    }
                }
            }
        }
        guard unit.words.hints.contains(.error) else { return }
        for variable in unit.index.variables where variable.parent?.is(MemberBlockItemSyntax.self) ?? false {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                if name.hasSuffix("rrors") || name.hasSuffix("ailures") {
                    let element = binding.typeAnnotation?.type.as(ArrayTypeSyntax.self)?.element
                    noteText("elements:\(name)", element.map(Self.isText) ?? false)
                }
                guard ErrorState.isErrorName(name) else { continue }
                let isText =
                    binding.initializer?.value.is(StringLiteralExprSyntax.self) ?? false
                    || binding.typeAnnotation.map { Self.isText($0.type) } ?? false
                noteText("property:\(name)", isText)
                if name == "error", let type = variable.enclosingType?.declaredName {
                    noteText("property:\(TypeName.last(type)).error", isText)
                }
            }
        }
        for function in unit.index.functions {
            if let result = function.signature.returnClause?.type, unit.mentions(["rror", "ailure"], in: function.name)
            {
                noteText("result:\(function.name.text)", Self.isText(result))
            }
            if let failure = function.signature.returnClause.flatMap({ Self.failure(of: $0.type) }) {
                if failure.isPublished {
                    published[function.name.text, default: []].insert(TypeName(failure.type).text)
                } else {
                    note("returned:\(function.name.text)", [failure.type])
                }
            }
            let clause = function.signature.parameterClause
            guard unit.mentions(["Error"], in: clause) else { continue }
            let closures = clause.parameters.flatMap {
                $0.type.descendants(FunctionTypeSyntax.self)
                    + [$0.type.as(FunctionTypeSyntax.self)].compactMap(\.self)
            }
            note("call:\(function.name.text)", closures.flatMap { $0.parameters.map(\.type) })
        }
    }

    /// `StoreError` of `Result<Item, StoreError>`, `AnyPublisher<Item, StoreError>` and `some Publisher<Item, StoreError>`.
    private static func failure(of type: TypeSyntax) -> (type: TypeSyntax, isPublished: Bool)? {
        let plain = type.as(SomeOrAnyTypeSyntax.self)?.constraint ?? type
        guard let result = plain.as(IdentifierTypeSyntax.self), results.contains(result.name.text),
            let arguments = result.genericArgumentClause?.arguments, arguments.count == 2,
            case .type(let failure)? = arguments.last?.argument
        else { return nil }
        return (failure, result.name.text != "Result")
    }

    private static let results: Set<String> = ["Result", "AnyPublisher", "Publisher", "Future"]

    /// - Parameters:
    ///   - origin: Where the error comes from.
    ///   - types: The types written there.
    ///   - areValues: They are those of the error itself, so that a text is no error.
    private mutating func note(_ origin: String, _ types: [TypeSyntax], areValues: Bool = false) {
        let names = types.flatMap { type in
            type.descendants(IdentifierTypeSyntax.self).map(\.name.text) + [TypeName(type).text]
        }
        let errors = names.filter { $0.hasSuffix("Error") }
        guard !errors.isEmpty else {
            if areValues, names.contains("String") { origins[origin, default: Count()].typed += 1 }
            return
        }
        if errors.allSatisfy(TechnicalText.untyped.contains) {
            origins[origin, default: Count()].open += 1
        } else {
            origins[origin, default: Count()].typed += 1
        }
    }

    /// What is called an error and is a text has been written for people; anything else leaves it open.
    private mutating func noteText(_ origin: String, _ isText: Bool) {
        if isText {
            origins[origin, default: Count()].typed += 1
        } else {
            origins[origin, default: Count()].open += 1
        }
    }

    private static func isText(_ type: TypeSyntax) -> Bool {
        TypeName(type).text == "String" || type.as(OptionalTypeSyntax.self).map { isText($0.wrappedType) } ?? false
    }

    mutating func add(_ other: ErrorFacts) {
        origins.merge(other.origins) { Count(typed: $0.typed + $1.typed, open: $0.open + $1.open) }
        published.merge(other.published) { $0.union($1) }
    }

    /// Says whether every declaration of a name gives the error a type.
    func areTyped(_ origin: String) -> Bool {
        origins[origin].map { $0.typed > 0 && $0.open == 0 } ?? false
    }

    /// `CheckResult` for `switch result`, where an `if let` or nothing binds `result` to a property of that type.
    private static func ownType(matchedBy branch: SwitchCaseSyntax) -> String? {
        guard let choice = branch.nearest(SwitchExprSyntax.self),
            var name = choice.subject.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let members = choice.enclosingType?.memberBlock.members
        else { return nil }
        if let binding = choice.nearest(IfExprSyntax.self)?.conditions.lazy.compactMap({
            $0.condition.as(OptionalBindingConditionSyntax.self)
        }).first(where: { $0.pattern.trimmedText == name }), let value = binding.initializer?.value {
            name = value.as(DeclReferenceExprSyntax.self)?.baseName.text ?? name
        }
        return members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).first {
            $0.pattern.trimmedText == name
        }?.typeAnnotation.map { TypeName.last(TypeName.withoutArguments(TypeName($0.type).text)) }
    }

    /// `redeem` for `switch result` behind `let result = await client.redeem()`, and for `switch await client.redeem()`.
    private static func function(answering branch: SwitchCaseSyntax) -> String? {
        guard let choice = branch.nearest(SwitchExprSyntax.self) else { return nil }
        var value = choice.subject
        if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
            guard let made = choice.localVariable(named: name)?.initializer?.value else { return nil }
            value = made
        }
        if let wait = value.as(AwaitExprSyntax.self) { value = wait.expression }
        return value.as(FunctionCallExprSyntax.self)?.calleeName
    }

    /// `verify` of `client.verify(code).receive(on: queue).sink { … }`, unless the error is made another one on the way.
    private static func publisher(followedBy call: FunctionCallExprSyntax) -> String? {
        guard call.calleeName == "sink", var source = call.receiver?.as(FunctionCallExprSyntax.self) else { return nil }
        while let inner = source.receiver?.as(FunctionCallExprSyntax.self) {
            guard keepingErrors.contains(source.calleeName ?? "") else { return nil }
            source = inner
        }
        return source.calleeName
    }

    /// What marks the name of a function that returns a publisher.
    private static let publishers = "published:"

    /// Says whether an origin is a function whose publishers only have such errors.
    func arePublished(_ origin: String, where isMeant: (String) -> Bool) -> Bool {
        guard origin.hasPrefix(Self.publishers),
            let types = published[String(origin.dropFirst(Self.publishers.count))]
        else { return false }
        return types.allSatisfy(isMeant)
    }

    /// The operators of Combine that hand an error on as it is.
    private static let keepingErrors: Set<String> = [
        "receive", "subscribe", "map", "compactMap", "filter", "print", "share", "handleEvents", "removeDuplicates",
        "first",
        "delay", "debounce", "throttle", "retry", "collect", "eraseToAnyPublisher",
    ]

    /// Where the error of an expression comes from, if a case or a closure around binds it.
    static func origin(around node: some SyntaxProtocol) -> String? {
        var current = node.parent
        while let outer = current {
            if let branch = outer.as(SwitchCaseSyntax.self), case .case(let label) = branch.label {
                let names = label.descendants(MemberAccessExprSyntax.self).map(\.declName.baseName.text)
                if let name = names.first, !["failure", "success", "finished"].contains(name) { return "case:\(name)" }
                if names.first == "failure" {
                    if let type = ownType(matchedBy: branch) { return "case:\(type).failure" }
                    if let function = function(answering: branch) { return "returned:\(function)" }
                }
            }
            if outer.is(CatchClauseSyntax.self) { return nil }
            if let closure = outer.as(ClosureExprSyntax.self), closure.signature?.parameterClause != nil {
                let call = TaskContext.call(of: closure)
                if let function = call.flatMap(publisher) { return "\(publishers)\(function)" }
                return call?.calleeName.map { "call:\($0)" }
            }
            if outer.is(MemberBlockSyntax.self) { return nil }
            current = outer.parent
        }
        return nil
    }
}
