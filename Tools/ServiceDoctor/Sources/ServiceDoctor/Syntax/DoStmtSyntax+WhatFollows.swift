import SwiftSyntax

/// What the code around a `do` says of its failure.
extension DoStmtSyntax {
    /// The statement behind it in the same block.
    var next: CodeBlockItemSyntax? {
        guard let item = parent?.as(CodeBlockItemSyntax.self), let list = item.parent?.as(CodeBlockItemListSyntax.self),
            let index = list.index(of: item), list.index(after: index) < list.endIndex
        else { return nil }
        return list[list.index(after: index)]
    }

    /// The one type that this can throw, where only throwing leads to what follows: `do throws(Miss) { return … }`.
    var failureBeforeWhatFollows: String? {
        guard let type = throwsClause?.type, let last = body.statements.last?.item,
            last.is(ReturnStmtSyntax.self) || last.is(ContinueStmtSyntax.self) || last.is(BreakStmtSyntax.self)
        else { return nil }
        return TypeName(type).text
    }

    /// `do { return try load() } catch {}` and then `return nil` or `false`: the caller is told that there is nothing.
    var isBeforeNothing: Bool { next?.item.as(ReturnStmtSyntax.self)?.saysNo ?? false }

    /// Returns or leaves a loop where it succeeds, and something other than the end of the function follows: the answer for a
    /// failure.
    var answersAfterwards: Bool {
        let last = body.statements.last?.item
        let leavesLoop = last?.is(BreakStmtSyntax.self) ?? false || last?.is(ContinueStmtSyntax.self) ?? false
        if leavesLoop { return true }
        guard !body.descendants(ReturnStmtSyntax.self, nested: false).isEmpty else { return false }
        var current: Syntax? = Syntax(self)
        while let node = current, let outer = node.parent {
            if let list = outer.as(CodeBlockItemListSyntax.self), list.last?.position != node.position {
                return true
            }
            if outer.opensScope { return false }
            current = outer
        }
        return false
    }

    /// `do { try key.unlock(); isValid = true } catch {}`: what was false stays false.
    var findsOut: Bool {
        if isProbe { return true }
        guard let sequence = body.statements.last?.item.as(SequenceExprSyntax.self),
            let assignment = Assignment(sequence), assignment.assignedBool == true
        else { return false }
        if body.statements.count <= 2 { return true }
        guard let name = assignment.target.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        // A variable of the function is there to be asked afterwards, however much is done before it is set.
        let initial = localVariable(named: name)?.initializer?.value.as(BooleanLiteralExprSyntax.self)
        return initial?.literal.tokenKind == .keyword(.false)
    }

    /// `do { _ = try await client.trends() } catch is NotFound { hasTrends = false } catch {}`: only one failure says something.
    private var isProbe: Bool {
        guard body.statements.count == 1,
            let sequence = body.statements.first?.item.as(SequenceExprSyntax.self),
            sequence.elements.first?.is(DiscardAssignmentExprSyntax.self) ?? false
        else { return false }
        return catchClauses.contains { clause in
            guard clause.body.statements.count == 1,
                let set = clause.body.statements.first?.item.as(SequenceExprSyntax.self)
            else { return false }
            return Assignment(set)?.assignedBool != nil
        }
    }

    /// `var folders: [Folder] = []` and then `do { folders = try load() } catch {}`: what follows uses the value that it has.
    var keepsDefault: Bool {
        var targets: [ExprSyntax] = []
        for item in body.statements {
            if let sequence = item.item.as(SequenceExprSyntax.self), let assignment = Assignment(sequence) {
                // `try folders = load()` is written as well.
                targets.append(assignment.target.as(TryExprSyntax.self)?.expression ?? assignment.target)
            } else if !item.item.is(VariableDeclSyntax.self), !item.mentions(["checkCancellation"]) {
                return false
            }
        }
        guard let name = targets.first?.trimmedText, targets.allSatisfy({ $0.trimmedText == name }), !keepsSomething
        else {
            return false
        }
        return localVariable(named: name)?.holdsValue ?? false || isSetBefore(name)
    }

    /// `book = known` in the same block, before `do { book = try await sync(known) } catch {}`.
    private func isSetBefore(_ name: String) -> Bool {
        guard let list = parent?.parent?.as(CodeBlockItemListSyntax.self) else { return false }
        return list.contains { item in
            guard item.position < position, let sequence = item.item.as(SequenceExprSyntax.self),
                let assignment = Assignment(sequence), assignment.target.trimmedText == name,
                let value = assignment.value.first, assignment.value.count == 1
            else { return false }
            // A phase, `.loading`, is no value to go on with.
            return value.is(DeclReferenceExprSyntax.self) || value.as(MemberAccessExprSyntax.self)?.base != nil
        }
    }

    /// Returns where it succeeds, and comes to a `throw` at the end of a block around where it does not.
    var throwsAfterwards: Bool {
        guard !body.descendants(ReturnStmtSyntax.self, nested: false).isEmpty || isOneOfSeveral else { return false }
        if isBeforeNothing { return true }
        var current = parent
        while let node = current, !node.opensScope {
            if let block = node.as(CodeBlockItemListSyntax.self), block.last?.item.is(ThrowStmtSyntax.self) ?? false {
                return true
            }
            current = node.parent
        }
        return false
    }

    /// `do { keys.append(try HexKey(text)) } catch {}` beside `do { keys.append(try Base64Key(text)) } catch {}`: one way after another.
    private var isOneOfSeveral: Bool {
        guard let block = nearest(CodeBlockItemListSyntax.self) else { return false }
        return block.contains { item in
            guard let other = item.item.as(DoStmtSyntax.self), other.id != id else { return false }
            return other.catchClauses.contains { $0.body.statements.isEmpty }
        }
    }

    /// An optional step of a throwing function or closure, which throws the errors of its earlier steps.
    var isOptionalStep: Bool {
        var current = parent
        while let outer = current, !outer.opensScope {
            if outer.is(ForStmtSyntax.self) || outer.is(WhileStmtSyntax.self) || outer.is(RepeatStmtSyntax.self) {
                return false
            }
            current = outer.parent
        }
        let effects =
            current?.as(FunctionDeclSyntax.self)?.signature.effectSpecifiers
            ?? current?.as(InitializerDeclSyntax.self)?.signature.effectSpecifiers
        // `perform { try await load(); do { try await loadMore() } catch {} }`, but no task, whose error nobody gets.
        let isHandedOn =
            current?.as(ClosureExprSyntax.self).flatMap(TaskContext.call(of:)).map { !TaskContext.isTask($0) } ?? false
        guard let function = current, effects?.throwsClause != nil || isHandedOn, !keepsSomething else { return false }
        return function.descendants(TryExprSyntax.self, nested: false).contains {
            $0.questionOrExclamationMark == nil && $0.position < position && $0.nearest(DoStmtSyntax.self) == nil
        }
    }

    /// `try await order.save(on: database)`: no step is optional that keeps what the function is about.
    private var keepsSomething: Bool {
        DoStatement(self).throwingExpressions.flatMap(\.triedCalls).contains { call in
            let words = Words.of(call.calleeName ?? "")
            return Self.keeping.contains(words.first ?? "") && (words.count == 1 || words.first == "save")
        }
    }

    private static let keeping: Set<String> = ["save", "create", "insert", "commit"]

    /// What follows looks again, and gives the answer.
    var isBeforeSecondLook: Bool { isBeforeSecondAttempt || isBeforeAnswer }

    /// `_ = try await accounts(refreshed: true)`, and `try await accounts(refreshed: false)` follows: its error is handed on.
    private var isBeforeSecondAttempt: Bool {
        let tried = Set(DoStatement(self).throwingExpressions.flatMap(\.triedCalls).compactMap(\.calleeName))
        let attempts = next?.descendants(TryExprSyntax.self, nested: false) ?? []
        return !tried.isEmpty
            && attempts.contains { attempt in
                attempt.questionOrExclamationMark == nil
                    && attempt.triedCalls.contains { tried.contains($0.calleeName ?? "") }
            }
    }

    /// `return find(id)` follows, and `find` was called before as well.
    private var isBeforeAnswer: Bool {
        guard let look = next?.item.as(ReturnStmtSyntax.self)?.expression,
            let call = (look.as(AwaitExprSyntax.self)?.expression ?? look).as(FunctionCallExprSyntax.self),
            let name = call.calleeName, let function = enclosingFunction
        else { return false }
        return function.descendants(FunctionCallExprSyntax.self, nested: false).contains {
            $0.position < position && $0.calleeName == name
        }
    }

    /// What follows tells the caller of the failure: the next statement throws where the variable that this sets is missing, or the
    /// function ends with `return nil`, `return false` or a text, as this returns where it succeeds.
    var failsAfterwards: Bool {
        if let check = next?.item.as(GuardStmtSyntax.self),
            !check.body.descendants(ThrowStmtSyntax.self, nested: false).isEmpty, setsWhat(check.conditions)
        {
            return true
        }
        guard body.statements.last?.item.is(ReturnStmtSyntax.self) ?? false else { return false }
        var current: Syntax? = Syntax(self)
        while let node = current, let outer = node.parent, !node.opensScope {
            // The next round of a loop has a failure of its own.
            if [.forStmt, .whileStmt, .repeatStmt].contains(outer.kind) { return false }
            let list = outer.as(CodeBlockItemListSyntax.self)
            if let item = list?.first(where: { $0.position > node.position }) {
                // `onFinished(.failed)`
                if let call = item.item.as(FunctionCallExprSyntax.self), let name = call.plainName,
                    call.hasParameter(named: name)
                {
                    return true
                }
                guard let leave = item.item.as(ReturnStmtSyntax.self), let value = leave.expression else {
                    return false
                }
                let texts =
                    value.descendants(StringLiteralExprSyntax.self)
                    + [value.as(StringLiteralExprSyntax.self)].compactMap(\.self)
                return leave.saysNo || texts.contains { $0.plainText?.isEmpty != true }
            }
            current = outer
        }
        return false
    }

    private func setsWhat(_ conditions: ConditionElementListSyntax) -> Bool {
        body.statements.contains { item in
            let name = item.item.as(SequenceExprSyntax.self).flatMap { Assignment($0)?.ownProperty }
            return name.map { conditions.mentions([$0]) } ?? false
        }
    }

    /// Returns where it succeeds, and what follows does the same in another way: it calls a function with arguments for the answer, or
    /// sets what this sets.
    var recoversAfterwards: Bool {
        guard !body.descendants(ReturnStmtSyntax.self, nested: false).isEmpty else { return false }
        let set = Set(
            body.descendants(SequenceExprSyntax.self, nested: false).compactMap { Assignment($0)?.ownProperty })
        var current = Syntax(self)
        while let outer = current.parent, !current.opensScope {
            // The next round of a loop has a failure of its own.
            if [.forStmt, .whileStmt, .repeatStmt].contains(outer.kind) { return false }
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.position > current.position {
                if let answer = item.item.as(ReturnStmtSyntax.self) { return answer.asksFunction }
                let own = item.item.as(SequenceExprSyntax.self).flatMap { Assignment($0) }
                if let own, let name = own.ownProperty, set.contains(name), !own.isEmptied { return true }
            }
            current = outer
        }
        return false
    }

    /// In a loop, reads one element and appends it to a list of the function, or finds out whether one is the right one.
    var readsElement: Bool {
        var current = parent
        var isInLoop = false
        while let outer = current, !isInLoop, !outer.is(MemberBlockSyntax.self) {
            let call = outer.as(ClosureExprSyntax.self).flatMap(TaskContext.call(of:))
            isInLoop = outer.is(ForStmtSyntax.self) || call?.calleeName == "forEach"
            if outer.opensScope, !isInLoop { return false }
            current = outer.parent
        }
        guard isInLoop, body.descendants(AwaitExprSyntax.self).isEmpty, let last = body.statements.last?.item else {
            return false
        }
        let tried = last.as(TryExprSyntax.self)?.expression.as(FunctionCallExprSyntax.self)
        if let call = last.as(FunctionCallExprSyntax.self) ?? tried, call.calleeName == "append",
            let name = call.receiver?.as(DeclReferenceExprSyntax.self)?.baseName.text
        {
            return localVariable(named: name) != nil && body.statements.count <= 2
        }
        guard let assignment = last.as(SequenceExprSyntax.self).flatMap({ Assignment($0) }),
            assignment.assignedBool == true,
            let flag = assignment.target.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return localVariable(named: flag) != nil
    }

    /// `var items: [Item]?`, `do { items = try … } catch { … }` and `return items`: the caller gets `nil`.
    var leavesNothing: Bool {
        guard body.statements.count == 1, let sequence = body.statements.first?.item.as(SequenceExprSyntax.self),
            let name = Assignment(sequence)?.target.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let variable = localVariable(named: name),
            variable.initializer.map({ $0.value.is(NilLiteralExprSyntax.self) }) ?? variable.holdsValue,
            let function = enclosingFunction?.as(FunctionDeclSyntax.self)
        else { return false }
        let leave = function.body?.statements.last?.item.as(ReturnStmtSyntax.self)
        return leave?.expression?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }

    /// Part of a `do` that answers every failure with `nil` or the like: a part that fails is left out in the same way.
    var isPartOfNothing: Bool {
        var current = parent
        while let outer = current, !outer.opensScope {
            if let statement = outer.as(DoStmtSyntax.self), statement.body.contains(self) {
                return statement.catchClauses.contains { clause in
                    let only = clause.body.statements.count == 1 ? clause.body.statements.first : nil
                    let answer = only?.item.as(ReturnStmtSyntax.self)
                    return clause.isCatchAll && (answer?.saysNo ?? false || answer?.givesEmptyList ?? false)
                }
            }
            current = outer.parent
        }
        return false
    }
}

extension ReturnStmtSyntax {
    /// `return nil` and `return false`
    fileprivate var saysNo: Bool {
        expression?.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.false)
            || expression?.is(NilLiteralExprSyntax.self) ?? false
    }

    /// `return await search(text)`, but no new value: `return Settings()`.
    fileprivate var asksFunction: Bool {
        var value = expression
        if let wait = value?.as(AwaitExprSyntax.self) { value = wait.expression }
        guard let call = value?.as(FunctionCallExprSyntax.self), call.constructedType == nil else { return false }
        return !call.arguments.isEmpty
    }

    fileprivate var givesEmptyList: Bool { expression?.as(ArrayExprSyntax.self)?.elements.isEmpty ?? false }
}

extension Assignment {
    /// `items = []`, `page = nil`, `isLoading = false`: takes back what was there.
    fileprivate var isEmptied: Bool {
        guard value.count == 1 else { return false }
        return assignsNil || assignsEmptyString || assignedBool != nil
            || value[0].as(ArrayExprSyntax.self)?.elements.isEmpty ?? false
    }
}
