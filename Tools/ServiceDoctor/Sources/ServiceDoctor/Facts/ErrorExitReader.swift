import SwiftSyntax

/// Reads which errors leave a piece of code.
struct ErrorExitReader {
    typealias Exit = ErrorExits.Exit

    let unit: SourceUnit
    /// The names of the task groups around.
    private var groups: Set<String> = []
    /// What the catches around have caught, by the error's name, the innermost last.
    private var caught: [(name: String, exits: [Exit])] = []

    init(_ unit: SourceUnit) { self.unit = unit }

    /// Returns the errors that leave a body, closures and functions within left out.
    func exits(of body: some SyntaxProtocol) -> [Exit] {
        body.children(viewMode: .sourceAccurate).flatMap(read)
    }

    private func read(_ node: Syntax) -> [Exit] {
        switch node.kind {
        case .token: return []
        case .tryExpr:
            guard let attempt = node.as(TryExprSyntax.self), attempt.questionOrExclamationMark == nil else { return [] }
            return read(attempt)
        case .throwStmt: return node.as(ThrowStmtSyntax.self).map(read) ?? []
        case .doStmt: return node.as(DoStmtSyntax.self).map(read) ?? []
        case .forStmt:
            guard let loop = node.as(ForStmtSyntax.self), loop.tryKeyword != nil, !isGroup(loop.sequence) else { break }
            return exits(of: node) + [Exit(source: .other)]
        case .functionCallExpr:
            guard let call = node.as(FunctionCallExprSyntax.self), isChild(call) else { break }
            return closures(of: call).flatMap { exits(of: $0.statements) }
        default: break
        }
        return node.opensScope ? [] : exits(of: node)
    }

    private func read(_ statement: DoStmtSyntax) -> [Exit] {
        let body = exits(of: statement.body)
        if let type = statement.throwsClause?.type, statement.catchClauses.isEmpty {
            return [Exit(source: .type(TypeName(type).text))]
        }
        let calls = body.filter { !$0.isArgument }
        let onlyWaits = !calls.isEmpty && calls.allSatisfy(\.isPause)
        let isHandled = statement.catchClauses.contains(where: \.isCatchAll)
        return (isHandled ? [] : body)
            + statement.catchClauses.flatMap { clause in
                var inner = self
                inner.caught.append((clause.errorName, Self.reaching(clause, body)))
                let exits = inner.exits(of: clause.body)
                return onlyWaits ? exits.map(\.rare) : exits
            }
    }

    /// What of a body's errors a catch gets: `catch let error as StoreError` those of that type.
    static func reaching(_ clause: CatchClauseSyntax, _ body: [Exit]) -> [Exit] {
        let isTold = clause.reportsBeforeThrowing
        let type = clause.isCatchAll ? nil : clause.caughtTypes.first.map(TypeName.last)
        return body.map { exit in
            Exit(
                source: exit.source, isTold: exit.isTold || isTold, only: exit.only ?? type,
                isPossible: exit.isPossible,
                isRare: exit.isRare)
        }
    }

    private func read(_ statement: ThrowStmtSyntax) -> [Exit] {
        if let name = statement.expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let known = caught.last(where: { $0.name == name })
        {
            return known.exits
        }
        let isTold =
            statement.isLogged || statement.isForAddress
            || statement.nearest(CatchClauseSyntax.self)?.reportsBeforeThrowing ?? false
        guard let type = ThrownErrors.type(thrownBy: statement) else { return [Exit(source: .other, isTold: isTold)] }
        var exit = made(statement.expression, type)
        exit.isTold = isTold
        exit.isRare = statement.isForAddress || statement.isForKindOfAnswer
        return [exit]
    }

    /// An error of a type that is made in some place.
    func made(_ error: ExprSyntax, _ type: String) -> Exit {
        let info = error.as(FunctionCallExprSyntax.self)?.argument("userInfo")?.expression
        let isWorded = type == "NSError" && info.map { !Self.hasNoText($0) } ?? false
        return Exit(source: isWorded ? .worded : .type(type))
    }

    /// `nil`, `[:]` and other literals without a description.
    private static func hasNoText(_ info: ExprSyntax) -> Bool {
        if info.is(NilLiteralExprSyntax.self) { return true }
        return info.is(DictionaryExprSyntax.self)
            && !info.tokens(viewMode: .sourceAccurate).contains {
                $0.text.hasPrefix("NSLocalized") || $0.text.hasPrefix("localized")
            }
    }
}

// MARK: - What is tried

extension ErrorExitReader {
    private func read(_ attempt: TryExprSyntax) -> [Exit] {
        if ForcedValue.onlyEncodes(ExprSyntax(attempt)) { return [Exit(source: .system, isTold: true)] }
        if TaskFacts.waitsForAnswer(attempt) { return [] }
        // `try item = load()`
        let sequence = attempt.parent?.parent?.as(SequenceExprSyntax.self)
        let isFirst = sequence?.elements.first?.id == ExprSyntax(attempt).id
        let tried = isFirst ? sequence.map { Syntax($0) } ?? Syntax(attempt) : Syntax(attempt)
        let children = unit.index.hasChildTasks ? Self.children(waitedForBy: attempt).map { Syntax($0) } : []
        let found = ([tried] + children).flatMap(exits(ofCallsIn:))
        return found.isEmpty ? [Exit(source: .other)] : found
    }

    /// What `async let` began that an expression waits for: `client.items()` for `items` of `try await items`.
    private static func children(waitedForBy attempt: TryExprSyntax) -> [InitializerClauseSyntax] {
        attempt.descendants(DeclReferenceExprSyntax.self, nested: false).compactMap { reference in
            guard let binding = reference.localVariable(named: reference.baseName.text),
                let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
                variable.modifiers.contains(where: { $0.name.text == "async" })
            else { return nil }
            return binding.initializer
        }
    }

    private func exits(ofCallsIn tried: Syntax) -> [Exit] {
        let calls = tried.descendants(FunctionCallExprSyntax.self, nested: false)
        let outer = calls.filter { call in !calls.contains { $0.id != call.id && $0.contains(call) } }
        return outer.flatMap { call in
            read(call) + withinClosures(of: call)
                + calls.filter { $0.id != call.id && call.contains($0) }.map { inner in
                    Exit(source: Self.isOfSystem(inner) ? .system : .argument(self.call(inner)))
                }
        }
    }

    private func read(_ call: FunctionCallExprSyntax) -> [Exit] {
        if Self.isOfSystem(call) { return [Exit(source: .system)] }
        let name = call.calleeName ?? ""
        if ["setData", "addDocument"].contains(name), call.argument("from") != nil, !call.isAwaited {
            return [Exit(source: .system, isTold: true)]
        }
        if name == "encode", call.receiver?.trimmedText.contains("ncoder") ?? false {
            return [Exit(source: .system, isTold: true)]
        }
        // What a group's children throw counts where they are added.
        if let receiver = call.receiver, isGroup(receiver), ["next", "waitForAll"].contains(name) { return [] }
        guard Self.transparent.contains(name) || name == "run" && call.receiver?.trimmedText == "MainActor" else {
            return [Exit(source: .call(self.call(call)))]
        }
        return closures(of: call).flatMap { closure in
            var inner = self
            if name.hasSuffix("TaskGroup"), let group = closure.firstParameter { inner.groups.insert(group) }
            return inner.exits(of: closure.statements)
        }
    }

    /// What the closures may throw that a tried call is given, and the continuations in them.
    private func withinClosures(of call: FunctionCallExprSyntax) -> [Exit] {
        if call.calleeName?.hasPrefix("with") ?? false, call.calleeName?.hasSuffix("Continuation") ?? false {
            return resumed(within: call)
        }
        return closures(of: call).flatMap { exits(of: $0.statements) }.map(\.possible)
    }

    private static func isOfSystem(_ call: FunctionCallExprSyntax) -> Bool {
        FileCalls.contain(call) || SystemSentences.contain(call)
    }

    /// Functions that throw what their closures throw.
    private static let transparent: Set<String> = [
        "withTaskGroup", "withThrowingTaskGroup", "withThrowingDiscardingTaskGroup", "withTaskCancellationHandler",
    ]

    private func closures(of call: FunctionCallExprSyntax) -> [ClosureExprSyntax] {
        call.arguments.compactMap { $0.expression.as(ClosureExprSyntax.self) }
            + [call.trailingClosure].compactMap(\.self) + call.additionalTrailingClosures.map(\.closure)
    }

    private func isGroup(_ expression: ExprSyntax) -> Bool {
        expression.as(DeclReferenceExprSyntax.self).map { groups.contains($0.baseName.text) } ?? false
    }

    /// `group.addTask { … }`
    private func isChild(_ call: FunctionCallExprSyntax) -> Bool {
        call.receiver.map(isGroup) ?? false && call.calleeName?.hasPrefix("addTask") ?? false
    }

    func call(_ call: FunctionCallExprSyntax) -> ErrorExits.Call {
        let isCoded = CodedErrors.contain(call)
        let labels = call.arguments.map { $0.label?.text ?? "_" }
        if let type = call.constructedType {
            return ErrorExits.Call(name: "init", labels: labels, receiver: .type(TypeName.last(type)), isCoded: isCoded)
        }
        return ErrorExits.Call(
            name: call.calleeName ?? "", labels: labels, receiver: receiver(of: call), isCoded: isCoded)
    }

    private func receiver(of call: FunctionCallExprSyntax) -> ErrorExits.Receiver {
        let owner = call.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        guard var base = call.receiver else {
            // A closure that the function was given, or has made, may do anything.
            let name = call.plainName ?? ""
            return name.isEmpty || call.hasParameter(named: name) || call.localVariable(named: name) != nil
                ? .unknown : .own(owner)
        }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        if ["self", "Self"].contains(base.trimmedText) { return .own(owner) }
        if let type = TypeName(expression: base)?.text ?? ErrorExits.type(of: base) {
            return .type(TypeName.last(type))
        }
        guard let name = base.lastMember else { return .unknown }
        if let member = base.as(MemberAccessExprSyntax.self), member.base?.trimmedText != "self" {
            return .property(name, of: nil)
        }
        if base.is(DeclReferenceExprSyntax.self) {
            if let local = call.localVariable(named: name) {
                return ErrorExits.type(of: local).map { .type($0) } ?? .unknown
            }
            if let parameter = Self.parameter(named: name, around: call) {
                return .type(ErrorExits.name(of: parameter))
            }
        }
        return unit.properties.type(of: name, around: call).map { .type($0) } ?? .property(name, of: owner)
    }

    /// The type of a parameter of the functions around.
    private static func parameter(named name: String, around node: some SyntaxProtocol) -> TypeSyntax? {
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            let clause =
                outer.as(FunctionDeclSyntax.self)?.signature.parameterClause
                ?? outer.as(InitializerDeclSyntax.self)?.signature.parameterClause
            if let found = clause?.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name }) {
                return found.type
            }
            current = outer.parent
        }
        return nil
    }
}

extension ClosureExprSyntax {
    /// `group` of `{ group in … }`.
    fileprivate var firstParameter: String? {
        switch signature?.parameterClause {
        case .simpleInput(let names)?: names.first?.name.text
        case .parameterClause(let clause)?: clause.parameters.first?.firstName.text
        case nil: nil
        }
    }
}

extension FunctionCallExprSyntax {
    /// `try await call()`: without the `await`, Firestore's `setData(from: item)` only encodes, and reports to a closure.
    fileprivate var isAwaited: Bool {
        let whole = nearest(TryExprSyntax.self)?.expression
        return whole?.is(AwaitExprSyntax.self) ?? false
    }
}
