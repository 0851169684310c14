import SwiftSyntax

/// What the functions of a file wait for, and which of them a cancellation ends.
struct CancellationFacts: Sendable {
    /// A call that is waited for.
    struct Call: Sendable, Hashable {
        let name: String
        /// What it is called on, in small letters: `feedservice` of `self.feedService.items()`; empty for a function of the type itself.
        let receiver: String
        /// The type around it, in small letters.
        let owner: String
        /// A cancellation ends it: `Task.sleep`, `Task.checkCancellation`, a request of `URLSession`.
        let isEnded: Bool
    }

    /// A function, a property or a closure with a label.
    struct Function: Sendable {
        let name: String
        /// The type that declares it, in small letters.
        let type: String
        /// Looks for a cancellation itself.
        let checks: Bool
        /// Stands in for another one in tests or while the app is being written.
        let isMock: Bool
        var waits: Set<Call> = []
    }

    private(set) var functions: [Function] = []
    /// The file shows something that a cancellation ends.
    private(set) var showsEnding = false

    init() {}

    init(_ unit: SourceUnit) {
        showsEnding = unit.words.hints.contains(.ending)
        defer { addWithoutWait(unit) }
        guard !unit.index.waits.isEmpty else { return }
        var known: [SyntaxIdentifier: Int] = [:]
        let children = unit.index.variables.filter { $0.modifiers.contains { $0.name.text == "async" } }.map {
            Syntax($0)
        }
        let throwing = unit.index.waits.filter { TaskFacts.isThrowing($0) && !Self.isMadeUpFor($0, unit) }
        for wait in throwing.map({ Syntax($0) }) + children {
            guard let (node, name) = Self.container(of: wait) else { continue }
            let index: Int
            if let found = known[node.id] {
                index = found
            } else {
                index = functions.count
                known[node.id] = index
                functions.append(
                    Function(
                        name: name, type: Self.type(around: node),
                        checks: unit.words.hints.contains(.cancellation)
                            && node.mentions(["checkCancellation", "CancellationError"]),
                        isMock: node.enclosingType.map { Words.nameMock(TypeName.last($0.declaredName)) } ?? false))
            }
            functions[index].waits.formUnion(Self.calls(in: wait, unit))
        }
    }

    /// Adds the asynchronous functions that wait for nothing, so that a call of one is not taken for one of a namesake.
    private mutating func addWithoutWait(_ unit: SourceUnit) {
        let known = Set(functions.map { "\($0.type).\($0.name)" })
        for function in unit.index.functions
        where function.body != nil && function.signature.effectSpecifiers?.asyncSpecifier != nil {
            let type = Self.type(around: Syntax(function))
            guard !known.contains("\(type).\(function.name.text)") else { continue }
            functions.append(
                Function(
                    name: function.name.text, type: type,
                    checks: unit.words.hints.contains(.cancellation)
                        && function.mentions(["checkCancellation", "CancellationError"]),
                    isMock: Words.nameMock(function.enclosingType.map { TypeName.last($0.declaredName) } ?? "")))
        }
    }

    /// The calls that an `await` waits for, and those that closures within wait for.
    static func calls(in wait: some SyntaxProtocol, _ unit: SourceUnit) -> [Call] {
        var calls = wait.descendants(FunctionCallExprSyntax.self, nested: false)
        for inner in wait.descendants(AwaitExprSyntax.self) where inner.nearest(ClosureExprSyntax.self) != nil {
            // A cancellation does not reach a task of its own.
            let call = inner.nearest(ClosureExprSyntax.self).flatMap(TaskContext.call(of:))
            guard call.map(TaskContext.isTask) != true else { continue }
            calls += inner.descendants(FunctionCallExprSyntax.self, nested: false)
        }
        return calls.compactMap { call in
            guard let name = call.calleeName else { return nil }
            let variable = call.receiver.flatMap(lastName) ?? ""
            let type = call.receiver.flatMap { unit.properties.type(ofReceiver: $0) }
            return Call(
                name: name, receiver: variable == "self" ? "" : (type ?? variable).lowercased(),
                owner: Self.type(around: Syntax(call)), isEnded: isEnded(call, name, [variable, type ?? ""]))
        }
    }

    /// The calls that children began which are waited for by name: `items()` of `async let items = service.items()` for `try await items`.
    static func children(
        waitedForIn body: CodeBlockSyntax, _ waits: [AwaitExprSyntax], _ unit: SourceUnit
    ) -> [Call] {
        let children = body.descendants(VariableDeclSyntax.self, nested: false).filter {
            $0.modifiers.contains { $0.name.text == "async" }
        }
        guard !children.isEmpty else { return [] }
        let names = Set(
            waits.flatMap { wait in
                wait.descendants(DeclReferenceExprSyntax.self, nested: false).map(\.baseName.text)
                    + [wait.expression.as(DeclReferenceExprSyntax.self)?.baseName.text].compactMap(\.self)
            })
        return children.flatMap(\.bindings).filter { names.contains($0.pattern.trimmedText) }.flatMap {
            calls(in: $0, unit)
        }
    }

    private static func isEnded(_ call: FunctionCallExprSyntax, _ name: String, _ receivers: [String]) -> Bool {
        switch name {
        case "checkCancellation", "sleep": true
        case "data", "upload", "download", "bytes":
            (receivers.contains { $0.lowercased().contains("session") }
                || call.receiver?.trimmedText.hasPrefix("URLSession") ?? false)
                && ["for", "from"].contains(call.arguments.first?.label?.text)
        default: false
        }
    }

    /// `service` of `self.service`, `feed` of `feed?` and `APIService` of `APIService.shared`.
    private static func lastName(of receiver: ExprSyntax) -> String? {
        var current = receiver
        while true {
            if let chain = current.as(OptionalChainingExprSyntax.self) {
                current = chain.expression
            } else if let member = current.as(MemberAccessExprSyntax.self), let base = member.base,
                ["shared", "default", "current", "standard"].contains(member.declName.baseName.text)
            {
                current = base
            } else {
                break
            }
        }
        return current.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? current.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? current.as(FunctionCallExprSyntax.self)?.calleeName
    }

    private static func type(around node: Syntax) -> String {
        node.enclosingType.map { TypeName.last($0.declaredName).lowercased() } ?? ""
    }

    /// Says whether the function goes on with something else when a wait fails, so that its callers hear nothing of a cancellation.
    ///
    /// One that throws an error of its own afterwards tells them, and so does one that hands the error to a continuation.
    private static func isMadeUpFor(_ wait: AwaitExprSyntax, _ unit: SourceUnit) -> Bool {
        guard let statement = attempt(around: wait),
            let function = statement.enclosingFunction?.as(FunctionDeclSyntax.self),
            statement.catchClauses.contains(where: \.isCatchAll),
            !unit.mentions(["throw "], in: function)
                || function.descendants(ThrowStmtSyntax.self, nested: false).isEmpty
        else { return false }
        // What fails afterwards without a wait may fail because nothing has come.
        let others = function.descendants(TryExprSyntax.self, nested: false).filter {
            $0.questionOrExclamationMark == nil && !statement.body.contains($0)
        }
        guard others.allSatisfy({ !$0.descendants(AwaitExprSyntax.self, nested: false).isEmpty }) else { return false }
        return statement.catchClauses.allSatisfy { clause in
            let name = clause.errorName
            return !clause.body.mentions(["failure"])
                && clause.body.descendants(DeclReferenceExprSyntax.self).allSatisfy {
                    $0.baseName.text != name || $0.isPrinted
                }
        }
    }

    /// The innermost `do` whose catches get what a wait throws.
    private static func attempt(around wait: AwaitExprSyntax) -> DoStmtSyntax? {
        var current = wait.parent
        while let outer = current, !outer.opensScope {
            if let statement = outer.as(DoStmtSyntax.self), statement.body.contains(wait),
                !statement.catchClauses.isEmpty
            {
                return statement
            }
            current = outer.parent
        }
        return nil
    }

    /// The function, property or labelled closure that something stands in: `items` of `FeedClient(items: { … })`.
    private static func container(of wait: Syntax) -> (Syntax, String)? {
        var labelled: (Syntax, String)?
        var current = wait.parent
        while let outer = current {
            if let function = outer.as(FunctionDeclSyntax.self) { return (outer, function.name.text) }
            if outer.is(MemberBlockSyntax.self) { break }
            if labelled == nil, outer.is(ClosureExprSyntax.self),
                let label = outer.parent?.as(LabeledExprSyntax.self)?.label?.text
            {
                labelled = (outer, label)
            }
            if let variable = outer.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false, labelled == nil
            {
                return variable.bindings.first.map { (outer, $0.pattern.trimmedText) }
            }
            current = outer.parent
        }
        return labelled
    }
}
