import SwiftSyntax

/// Reads errors that are not thrown: a function hands them to a closure, a continuation or a result.
extension ErrorExitReader {
    /// Where the error comes from that a name means: what a catch gets, or what a call hands to its closure.
    func origin(of name: String, at node: some SyntaxProtocol) -> [Exit] {
        if let value = node.localVariable(named: name)?.initializer?.value { return errors(in: value) }
        var meant = name
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            if let clause = outer.as(CatchClauseSyntax.self), clause.errorName == name {
                return clause.nearest(DoStmtSyntax.self).map { Self.reaching(clause, exits(of: $0.body)) } ?? []
            }
            if let subject = Self.subject(of: outer, binding: meant) {
                if let call = Self.call(in: subject) { return handed(by: call) }
                if let taken = Self.caseName(in: outer, binding: meant) { return [Self.given(taken)] }
                if let member = subject.as(MemberAccessExprSyntax.self)?.declName.baseName.text, member != "result" {
                    return [given(propertyNamed: member, of: subject, at: node)]
                }
                guard let root = Self.rootName(of: subject) else { return [] }
                if let local = node.localVariable(named: root), let value = local.initializer?.value {
                    return Self.call(in: value).map(handed) ?? []
                }
                meant = root
            }
            if let closure = outer.as(ClosureExprSyntax.self),
                closure.signature?.parameterClause?.mentions([meant]) ?? (meant == "$0"),
                let call = TaskContext.call(of: closure)
            {
                return handed(by: call)
            }
            if let given = Self.given(as: meant, to: outer) { return given }
            current = outer.parent
        }
        guard let type = node.enclosingType else { return [] }
        let owner = TypeName.last(type.declaredName)
        return [Self.given("property:\(owner).\(meant)"), Self.given(owner)]
    }

    /// What a property is set to: that of a type, where it is known, or else any of that name.
    private func given(propertyNamed name: String, of subject: ExprSyntax, at node: some SyntaxProtocol) -> Exit {
        let owner = subject.as(MemberAccessExprSyntax.self)?.base
        let type =
            owner?.trimmedText == "self"
            ? node.enclosingType.map { TypeName.last($0.declaredName) }
            : owner.flatMap(Self.rootName).flatMap { unit.properties.type(of: $0, around: node) }.map(TypeName.last)
        return Self.given("property:\(type.map { "\($0)." } ?? "")\(name)")
    }

    private static func given(_ name: String) -> Exit { Exit(source: .given(name), isPossible: true) }

    /// What a function's parameter of a name is given.
    private static func given(as name: String, to node: Syntax) -> [Exit]? {
        let clause =
            node.as(FunctionDeclSyntax.self)?.signature.parameterClause
            ?? node.as(InitializerDeclSyntax.self)?.signature.parameterClause
        guard let clause, clause.parameters.contains(where: { ($0.secondName ?? $0.firstName).text == name }) else {
            return nil
        }
        guard let function = node.as(FunctionDeclSyntax.self)?.name.text else {
            return node.enclosingType.map { [given(TypeName.last($0.declaredName))] }
        }
        return CodedErrors.delegates.contains(function)
            ? [Exit(source: .coded, isPossible: true)] : [given(function)]
    }

    /// `loadingFailed` of `case .loadingFailed(let error)`, but not `failure`, which every result has.
    private static func caseName(in node: Syntax, binding name: String) -> String? {
        let patterns: [PatternSyntax]
        if let choice = node.as(SwitchCaseSyntax.self), case .case(let label) = choice.label {
            patterns = label.caseItems.map(\.pattern)
        } else {
            patterns =
                node.as(IfExprSyntax.self)?.conditions.compactMap {
                    $0.condition.as(MatchingPatternConditionSyntax.self)?.pattern
                } ?? []
        }
        let call = patterns.first { $0.mentions([name]) }?.descendants(FunctionCallExprSyntax.self).first
        return call?.calleeName.flatMap { ["failure", "some"].contains($0) ? nil : $0 }
    }

    /// What a call hands to its closure: what the function does that it calls, or one of the chain it is the end of.
    func handed(by call: FunctionCallExprSyntax) -> [Exit] {
        var exits: [Exit] = []
        var next: FunctionCallExprSyntax? = call
        while let part = next {
            exits.append(Exit(source: .handed(self.call(part)), isPossible: true))
            next = part.receiver?.as(FunctionCallExprSyntax.self)
        }
        return exits
    }

    /// What `switch`, `if case` and `if let` around a node take a name out of: `result` of `case .failure(let error) = result`.
    private static func subject(of node: Syntax, binding name: String) -> ExprSyntax? {
        if let choice = node.as(SwitchCaseSyntax.self), case .case(let label) = choice.label, label.mentions([name]) {
            return choice.nearest(SwitchExprSyntax.self)?.subject
        }
        guard let branch = node.as(IfExprSyntax.self) else { return nil }
        for element in branch.conditions {
            if let match = element.condition.as(MatchingPatternConditionSyntax.self), match.pattern.mentions([name]) {
                return match.initializer.value
            }
        }
        return TechnicalText.otherValue(boundTo: name, in: branch.conditions)
    }

    private static func call(in value: ExprSyntax) -> FunctionCallExprSyntax? {
        if let waited = value.as(AwaitExprSyntax.self) { return call(in: waited.expression) }
        if let tried = value.as(TryExprSyntax.self) { return call(in: tried.expression) }
        return value.as(FunctionCallExprSyntax.self)
    }

    /// `response` of `response.result`.
    private static func rootName(of value: ExprSyntax) -> String? {
        var current = value
        while let base = current.as(MemberAccessExprSyntax.self)?.base { current = base }
        return current.as(DeclReferenceExprSyntax.self)?.baseName.text
    }
}

// MARK: - Functions that hand errors on

extension ErrorExitReader {
    /// The errors that a function hands to the closure it is given, or puts into the result or publisher it returns; nil for a
    /// function that does neither.
    func handed(by signature: FunctionSignatureSyntax, _ body: CodeBlockSyntax) -> [Exit]? {
        let closures = signature.parameterClause.parameters.filter { Self.takesError($0.type) }
        let result = signature.returnClause?.type
        let returnsError = result.map { type in
            ["Result", "Publisher", "Future"].contains { type.trimmedText.contains($0) }
        }
        guard !closures.isEmpty || returnsError ?? false else { return nil }
        let typed = (closures.map { Syntax($0.type) } + [result.map { Syntax($0) }].compactMap(\.self))
            .compactMap(Self.failure).first
        if let typed { return [Exit(source: .type(typed), isPossible: true)] }
        let names = Set(closures.map { ($0.secondName ?? $0.firstName).text })
        let isPublisher = result?.trimmedText.contains("Publisher") ?? false
        return body.descendants(FunctionCallExprSyntax.self).flatMap { call in
            given(to: call, asOneOf: names)
                + (isPublisher ? [Exit(source: .handed(self.call(call)), isPossible: true)] : [])
        }
    }

    /// What a continuation throws: `continuation.resume(throwing: error)`.
    func resumed(within call: FunctionCallExprSyntax) -> [Exit] {
        call.descendants(FunctionCallExprSyntax.self).flatMap { given(to: $0, asOneOf: []) }
    }

    /// The errors in the arguments of a call that hands them on.
    private func given(to call: FunctionCallExprSyntax, asOneOf closures: Set<String>) -> [Exit] {
        let name = call.calleeName ?? ""
        // `completion?(…)`
        let called = call.calledExpression.as(OptionalChainingExprSyntax.self)?.expression ?? call.calledExpression
        if let own = called.as(DeclReferenceExprSyntax.self)?.baseName.text, closures.contains(own) {
            return call.arguments.flatMap { errors(in: $0.expression) }
        }
        switch name {
        case "failure": return call.arguments.first.map { errors(in: $0.expression) } ?? []
        case "resume":
            return (call.argument("throwing") ?? call.argument("with")).map { errors(in: $0.expression) } ?? []
        case "Fail": return call.argument("error").map { errors(in: $0.expression) } ?? []
        default:
            let passes = call.arguments.contains {
                $0.expression.as(DeclReferenceExprSyntax.self).map { closures.contains($0.baseName.text) } ?? false
            }
            return passes ? handed(by: call) : []
        }
    }

    /// Where the errors come from that a value is or has: `error`, `error ?? Missing()`, `StoreError.locked`.
    private func errors(in value: ExprSyntax) -> [Exit] {
        if value.is(NilLiteralExprSyntax.self) || value.is(ClosureExprSyntax.self) { return [] }
        if let name = value.as(DeclReferenceExprSyntax.self)?.baseName.text {
            return TechnicalText.mayBeError(name) || name == "result" ? origin(of: name, at: value).map(\.possible) : []
        }
        if let forced = value.as(ForceUnwrapExprSyntax.self) { return errors(in: forced.expression) }
        if let sequence = value.as(SequenceExprSyntax.self) { return sequence.elements.flatMap(errors) }
        if let tuple = value.as(TupleExprSyntax.self) { return tuple.elements.flatMap { errors(in: $0.expression) } }
        guard let type = ThrownErrors.type(of: value), TypeName.last(type).hasSuffix("rror") else { return [] }
        return [made(value, type).possible]
    }

    private static func takesError(_ type: TypeSyntax) -> Bool {
        let isClosure =
            type.is(FunctionTypeSyntax.self) || !type.descendants(FunctionTypeSyntax.self).isEmpty
        let text = type.trimmedText
        return isClosure && (text.contains("Error") || text.contains("Result"))
    }

    /// The failure of a `Result` whose errors have a type of their own.
    private static func failure(of type: Syntax) -> String? {
        let results =
            type.descendants(IdentifierTypeSyntax.self) + [type.as(IdentifierTypeSyntax.self)].compactMap(\.self)
        for result in results where ["Result", "AnyPublisher", "Future"].contains(result.name.text) {
            guard let arguments = result.genericArgumentClause?.arguments, arguments.count == 2,
                case .type(let failure)? = arguments.last?.argument
            else { continue }
            let name = TypeName(failure).text
            if !["Error", "any Error", "Swift.Error", "Never", "NSError"].contains(name) { return TypeName.last(name) }
        }
        return nil
    }
}

extension ErrorExits.Exit {
    /// `try await Task.sleep(for: .seconds(1))`
    var isPause: Bool {
        if case .call(let call) = source { call.name == "sleep" && call.receiver == .type("Task") } else { false }
    }

    var isArgument: Bool { if case .argument = source { true } else { false } }

    var rare: Self {
        var exit = self
        exit.isRare = true
        return exit
    }

    var possible: Self {
        var exit = self
        exit.isPossible = true
        return exit
    }
}
