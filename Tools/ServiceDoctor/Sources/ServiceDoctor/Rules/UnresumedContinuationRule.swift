import SwiftSyntax

struct UnresumedContinuationRule: Rule {
    let description = RuleDescription(
        id: "unresumed_continuation",
        severity: .error,
        summary: "Finds a path on which a continuation is never resumed.",
        reason: """
            The caller of the function waits forever: the screen keeps loading, and the task keeps everything alive \
            that it holds. Nothing crashes. A checked continuation logs that it leaked, an unsafe one logs nothing. A note, with another \
            message, where only a missing `self` would leave, although the method that waits is its own.
            """,
        exceptions: """
            What cannot be followed: continuations that are kept or handed on, closures that are called more than \
            once, what follows once another closure has the continuation, loops, and calls with several closures.

            A warning, not an error, if the closure is given neither the value nor the error that it asks for: \
            callbacks give one of the two.
            """,
        notes: [
            """
            Only a missing `self` would leave, although the method that waits is its own, be it in `withTaskCancellationHandler`.
            """,
            """
            In an app, a callback would have to break that contract, and the closure does not cast what it is given.
            """,
            """
            What is missing are parts of one answer, comes from a function of the same file, or is an encoded value.
            """,
            """
            The closure collects parts and resumes with them, or asks whether a Core Data context is still there.
            """,
            "It is an argument of a private function whose callers have all unwrapped it.",
            "Nothing in the app calls what waits.",
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard unit.words.hints.contains(.continuation) else { return [] }
        var candidates: [Place: Candidate] = [:]
        for call in unit.index.calls {
            guard let name = call.plainName, Self.makers.contains(name),
                let closure = call.trailingClosure ?? call.arguments.last?.expression.as(ClosureExprSyntax.self)
            else { continue }
            let continuation = Self.name(in: closure)
            // `{ _ in }` waits forever on purpose.
            guard continuation != "_" else { continue }
            for leak in ContinuationPaths(closure, continuation: continuation).leaks {
                let node: Syntax =
                    switch leak {
                    case .exit(let statement): statement
                    case .end(let closure): Syntax(closure)
                    }
                let place = unit.place(of: node)
                let finding =
                    Self.isKeptAlive(node, in: call)
                    ? finding(
                        place, "'self' is there as long as its method waits, so that this is never reached.",
                        severity: .note, fix: "Capture self strongly.")
                    : finding(
                        place, "On this path the continuation is never resumed, and the caller waits forever.",
                        severity: Self.severity(of: leak, continuation, in: unit),
                        fix: "Resume it before every way out, with an error where there is no value.")
                candidates[place] = Candidate(
                    finding: finding, function: Candidate.Function(around: call), types: call.enclosingTypeNames,
                    breaksContract: Self.breaksContract(leak, continuation))
            }
        }
        return Array(candidates.values)
    }

    /// A whole app shows who calls what waits, and that it is the app's own code that would have to give neither.
    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).map { candidate in
            var finding = candidate.finding
            if project.isApp && candidate.breaksContract || project.isSeenByNobody(candidate)
                || candidate.function.map(project.isCalledOnOthersOnly) ?? false
            {
                finding.severity = .note
            }
            return finding
        }
    }

    private static func breaksContract(_ leak: ContinuationPaths.Leak, _ continuation: String) -> Bool {
        guard case .end(let closure) = leak else { return false }
        return AnswerMembers.asked(by: closure, continuation: continuation) == .contract
    }

    private static func isGiven(_ closure: ClosureExprSyntax, in unit: SourceUnit) -> Bool {
        guard let call = TaskContext.call(of: closure), let callee = call.calleeName,
            call.plainName != nil || call.receiver?.trimmedText == "self"
        else { return false }
        return unit.index.functions.contains { $0.name.text == callee && !$0.contains(closure) }
    }

    /// Only an encoded value is missing: `guard let data = try? encoder.encode(item) else { return }`.
    private static func hardlyHappens(_ leak: ContinuationPaths.Leak) -> Bool {
        switch leak {
        case .exit(let leave):
            guard let check = leave.nearest(GuardStmtSyntax.self), check.body.contains(leave) else { return false }
            return check.conditions.allSatisfy(encodes) || isKnownCast(check)
        case .end(let closure):
            let last = closure.statements.last?.item.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
            return last.map { $0.elseBody == nil && $0.conditions.allSatisfy(encodes) } ?? false
        }
    }

    /// `guard let empty = Empty() as? Answer else { return }` where `Answer.self == Empty.self`.
    private static func isKnownCast(_ check: GuardStmtSyntax) -> Bool {
        guard check.conditions.count == 1,
            let value = check.conditions.first?.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value,
            let cast = value.as(SequenceExprSyntax.self)?.elements,
            let type = cast.last?.as(TypeExprSyntax.self)?.trimmedText,
            let own = cast.first?.as(FunctionCallExprSyntax.self)?.constructedType
        else { return false }
        let compared = ["\(type).self", "==", "\(own).self"]
        var current = check.parent
        while let outer = current, !outer.opensScope {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(check),
                choice.conditions.contains(where: { compares($0, compared) })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    private static func compares(_ condition: ConditionElementSyntax, _ compared: [String]) -> Bool {
        let elements = condition.condition.as(SequenceExprSyntax.self)?.elements.map(\.trimmedText)
        return elements == compared || elements == compared.reversed()
    }

    /// `context.perform { [weak context] in guard let context else { return } … }`: a context stays until it has run the closure.
    private static func isReceiver(_ leak: ContinuationPaths.Leak) -> Bool {
        guard case .exit(let leave) = leak, let check = leave.nearest(GuardStmtSyntax.self),
            check.conditions.count == 1,
            let binding = check.conditions.first?.condition.as(OptionalBindingConditionSyntax.self),
            let closure = leave.nearest(ClosureExprSyntax.self),
            let call = TaskContext.call(of: closure), var receiver = call.receiver,
            ["perform", "performAndWait"].contains(call.calleeName)
        else { return false }
        if let chain = receiver.as(OptionalChainingExprSyntax.self) { receiver = chain.expression }
        let name = receiver.trimmedText
        return (binding.initializer?.value.trimmedText ?? binding.pattern.trimmedText) == name
            && closure.signature?.capture?.items.contains {
                $0.specifier?.specifier.tokenKind == .keyword(.weak) && $0.name.text == name
            } ?? false
    }

    /// `bytes.append(part)` with `continuation.resume(returning: bytes)`: the closure is called for each part, and resumes after the last.
    private static func isPart(_ leak: ContinuationPaths.Leak, _ continuation: String) -> Bool {
        let closure: ClosureExprSyntax? =
            switch leak {
            case .exit(let leave): leave.nearest(ClosureExprSyntax.self)
            case .end(let closure): closure
            }
        guard let closure, !tellsErrors(closure) else { return false }
        let calls = closure.descendants(FunctionCallExprSyntax.self)
        let ends = calls.filter { $0.calleeName == "resume" && $0.receiver?.trimmedText == continuation }
        let collected = calls.filter { call in
            let block = call.nearest(CodeBlockItemListSyntax.self)
            return call.calleeName == "append"
                && !ends.contains { $0.nearest(CodeBlockItemListSyntax.self)?.id == block?.id }
        }.compactMap { $0.receiver?.trimmedText }
        return ends.contains { call in
            call.arguments.contains { argument in
                collected.contains(argument.expression.trimmedText)
                    && ForcedValue.localValue(named: argument.expression.trimmedText, at: closure) != nil
            }
        }
    }

    /// `{ part, error in … }`
    private static func tellsErrors(_ closure: ClosureExprSyntax) -> Bool {
        let words = closure.signature?.parameterClause?.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
        return words.map { !Set($0).isDisjoint(with: ["error", "failure"]) } ?? false
    }

    /// `let data = try? encoder.encode(item)` or `let text = String(data: data, encoding: .utf8)`
    private static func encodes(_ condition: ConditionElementSyntax) -> Bool {
        guard let value = condition.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value else {
            return false
        }
        if let attempt = value.as(TryExprSyntax.self) { return ForcedValue.onlyEncodes(attempt.expression) }
        let call = value.as(FunctionCallExprSyntax.self)
        return call?.plainName == "String" && call?.argument("data") != nil && call?.argument("encoding") != nil
    }

    private static let makers: Set<String> = [
        "withCheckedContinuation", "withCheckedThrowingContinuation", "withUnsafeContinuation",
        "withUnsafeThrowingContinuation",
    ]

    /// `guard let self else { return }` in a method of the object itself, which its caller holds until the method returns, or in a
    /// task that holds the object as long as it waits. Another task in the method may go on after that.
    private static func isKeptAlive(_ leave: Syntax, in call: FunctionCallExprSyntax) -> Bool {
        guard let check = leave.nearest(GuardStmtSyntax.self), ContinuationPaths.binds(check.conditions),
            let method = call.enclosingFunction?.as(FunctionDeclSyntax.self), let type = method.enclosingType,
            !method.modifiers.contains(where: \.isOfType), isOfMethod(check, leave)
        else { return false }
        var inner = Syntax(call)
        // `try await withTaskCancellationHandler { … }` is a part of the method.
        while let closure = inner.nearest(ClosureExprSyntax.self), method.contains(closure),
            closure.signature?.capture == nil,
            TaskContext.call(of: closure)?.plainName == "withTaskCancellationHandler",
            TaskContext.call(of: closure)?.trailingClosure?.id == closure.id
        {
            inner = Syntax(closure)
        }
        guard let closure = inner.nearest(ClosureExprSyntax.self), method.contains(closure) else {
            return method.signature.effectSpecifiers?.asyncSpecifier != nil
        }
        guard closure.signature?.capture == nil, let task = TaskContext.call(of: closure), TaskContext.isTask(task)
        else { return false }
        let own = type.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings)
        return closure.statements.contains { $0.mentions(Set(own.map(\.pattern.trimmedText))) && !$0.contains(call) }
    }

    /// `self` is the method's own, not another object that a capture or the `guard` calls so.
    private static func isOfMethod(_ check: GuardStmtSyntax, _ leave: Syntax) -> Bool {
        let values = check.conditions.compactMap {
            $0.condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value
        }
        let captured = leave.nearest(ClosureExprSyntax.self)?.signature?.capture?.items.first { $0.name.text == "self" }
        return values.allSatisfy { $0.trimmedText == "self" } && captured?.initializer == nil
    }

    /// Milder at the end of a closure that has resumed with the value or the error of its answer, and where only an encoded value
    /// is missing; nil elsewhere.
    private static func severity(of leak: ContinuationPaths.Leak, _ continuation: String, in unit: SourceUnit)
        -> Severity?
    {
        if hardlyHappens(leak) || isPart(leak, continuation) || isReceiver(leak)
            || UnwrappedArguments.close(leak, in: unit)
        {
            return .note
        }
        guard case .end(let closure) = leak else { return nil }
        return switch AnswerMembers.asked(by: closure, continuation: continuation) {
        case .members: .note
        // A function of the same file gives one of the two, as its author sees.
        case .parameters, .contract: isGiven(closure, in: unit) ? .note : .warning
        case nil: nil
        }
    }

    private static func name(in closure: ClosureExprSyntax) -> String {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): list.first?.name.text ?? "$0"
        case .parameterClause(let clause):
            clause.parameters.first.map { ($0.secondName ?? $0.firstName).text } ?? "$0"
        case nil: "$0"
        }
    }
}
