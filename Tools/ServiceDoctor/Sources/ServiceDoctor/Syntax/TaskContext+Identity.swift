import SwiftSyntax

/// What the `id:` of a view's task says about when it changes.
extension TaskContext {
    /// `.task(id: auth.isSignedIn)`; and `.task(id: auth.username)`, where the work asks `auth` whether there is anybody.
    static func tellsSignedIn(_ id: ExprSyntax, to call: FunctionCallExprSyntax) -> Bool {
        if id.tellsSignedIn { return true }
        let path = id.tokens(viewMode: .sourceAccurate).prefix { $0.text != "??" }.compactMap { token -> String? in
            if case .identifier(let text) = token.tokenKind { text } else { nil }
        }
        guard let keeper = path.first, !sessions.isDisjoint(with: Words.of(keeper)),
            tellsWho(path.dropFirst().flatMap(Words.of))
        else { return false }
        return asks(keeper, in: call)
    }

    private static let sessions: Set<String> = [
        "auth", "authentication", "session", "wallet", "account", "login", "identity",
    ]

    /// `username`, `isConnected`, `currentUser`, `userID`, `user?.id`
    private static func tellsWho(_ words: [String]) -> Bool {
        words.contains { ["username", "connected", "uid"].contains($0) } || words.starts(with: ["current", "user"])
            || words.contains("user") && words.contains("id")
    }

    /// `guard auth.isSignedIn else { return }` in what a task runs, or in a function of the type that it calls.
    private static func asks(_ keeper: String, in call: FunctionCallExprSyntax) -> Bool {
        guard let closure = call.trailingClosure else { return false }
        func asks(_ node: some SyntaxProtocol) -> Bool {
            node.descendants(ConditionElementListSyntax.self).contains { $0.mentions([keeper]) }
        }
        if asks(closure) { return true }
        let called = Set(closure.descendants(FunctionCallExprSyntax.self).compactMap(\.calleeName))
        return call.enclosingType?.memberBlock.members.contains { member in
            guard let function = member.decl.as(FunctionDeclSyntax.self), called.contains(function.name.text) else {
                return false
            }
            return function.body.map(asks) ?? false
        } ?? false
    }

    /// `.task(id: attempt)`, where `@State private var attempt = UUID()` is only set to try again after a failure.
    static func isForRetry(_ id: ExprSyntax, in view: any DeclGroupSyntax) -> Bool {
        guard let name = id.as(DeclReferenceExprSyntax.self)?.baseName.text,
            view.memberBlock.members.contains(where: { isToken(name, $0.decl) })
        else { return false }
        let uses = view.memberBlock.descendants(DeclReferenceExprSyntax.self)
        guard !uses.contains(where: { $0.baseName.text == "$\(name)" }) else { return false }
        let changes = uses.filter { $0.baseName.text == name && $0.isAssignedTo }
        return !changes.isEmpty
            && changes.allSatisfy { change in
                if isAfterFailure(change) { return true }
                guard let function = change.enclosingFunction?.as(FunctionDeclSyntax.self) else { return false }
                if tellsRetry(function.name.text) { return true }
                let calls = uses.filter { $0.baseName.text == function.name.text && !function.contains($0) }
                return !calls.isEmpty && calls.allSatisfy(isAfterFailure)
            }
    }

    private static func isToken(_ name: String, _ member: DeclSyntax) -> Bool {
        guard let variable = member.as(VariableDeclSyntax.self), variable.attributes.names.contains("State") else {
            return false
        }
        return variable.bindings.contains {
            $0.pattern.trimmedText == name
                && $0.initializer?.value.as(FunctionCallExprSyntax.self)?.plainName == "UUID"
        }
    }

    /// `if let loadError { ErrorView(action: retry) }`, or an action that is called a retry.
    private static func isAfterFailure(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let label = outer.as(LabeledExprSyntax.self)?.label?.text, tellsRetry(label) { return true }
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(node),
                choice.conditions.tokens(viewMode: .sourceAccurate).contains(where: { ErrorState.isErrorName($0.text) })
            {
                return true
            }
            if let label = outer.as(SwitchCaseSyntax.self)?.label,
                label.tokens(viewMode: .sourceAccurate).contains(where: { tellsFailure($0.text) })
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    private static func tellsFailure(_ name: String) -> Bool {
        !Set(Words.of(name)).isDisjoint(with: ["error", "failed", "failure", "errored"])
    }

    private static func tellsRetry(_ name: String) -> Bool {
        let words = Words.of(name)
        return words.contains("retry") || words.contains("retrying") || words.suffix(2) == ["try", "again"]
    }
}
