import SwiftSyntax

/// Recognises the state in which controllers keep what went wrong.
enum ErrorState {
    /// Says whether a property's name says that it holds an error or its message.
    static func isErrorName(_ name: String) -> Bool {
        guard mayBeErrorName(name) else { return false }
        let words = Words.of(name)
        guard let last = words.last, words.contains(where: { $0 == "error" || $0 == "failure" || $0 == "err" }) else {
            return words == ["alert", "message"] || words == ["alert", "text"]
        }
        return !others.contains(last) && words.first != "on"
    }

    /// Spares splitting most names: "error", "err", "failure" and "alert" hold "rr", "re" or "rt".
    private static func mayBeErrorName(_ name: String) -> Bool {
        var last: UInt8 = 0
        for byte in name.utf8 {
            let lower = byte | 0x20
            if last == UInt8(ascii: "r"), lower == last || lower == UInt8(ascii: "e") || lower == UInt8(ascii: "t") {
                return true
            }
            last = lower
        }
        return false
    }

    /// What has the word in its name, and is something about errors.
    private static let others: Set<String> = [
        "count", "handler", "handling", "log", "logger", "code", "color", "view", "label", "publisher", "subject",
        "continuation", "reporter", "tracker", "domain", "rate", "id", "callback", "type", "store",
    ]

    /// Says whether a name is a phase that a failure is a case of.
    static func isPhaseName(_ name: String) -> Bool {
        guard let byte = name.utf8.last, phaseEnds.contains(byte | 0x20), let last = Words.of(name).last else {
            return false
        }
        return ["state", "phase", "status"].contains(last)
    }

    /// The last letters of the words for a phase.
    private static let phaseEnds: [UInt8] = [UInt8(ascii: "e"), UInt8(ascii: "s")]

    /// Says whether an assignment makes a controller show a failure.
    static func isFailure(_ assignment: Assignment) -> Bool {
        guard let name = assignment.shownProperty else { return false }
        if isErrorName(name) {
            if assignment.assignsNil || assignment.assignsEmptyString || assignment.assignsEmptyCollection {
                return false
            }
            return assignment.assignedBool != false
        }
        return isPhaseName(name) && assignsFailureCase(assignment)
    }

    /// `.failed(error)`, `.error`, `.failure(…)`.
    static func assignsFailureCase(_ assignment: Assignment) -> Bool {
        guard assignment.value.count == 1, var value = assignment.value.first else { return false }
        if let call = value.as(FunctionCallExprSyntax.self) { value = call.calledExpression }
        guard let member = value.as(MemberAccessExprSyntax.self) else { return false }
        let words = Words.of(member.declName.baseName.text)
        return words.contains { ["error", "failed", "failure", "errored"].contains($0) }
    }

    /// Says whether a bare name is a variable of the function around it rather than a property.
    static func isLocal(_ name: String, at node: some SyntaxProtocol) -> Bool {
        var current: Syntax? = Syntax(node)
        while let inner = current, let outer = inner.parent {
            if let list = outer.as(CodeBlockItemListSyntax.self),
                let start = BlockMemory.declaration(of: name, in: list), start < inner.position
            {
                return true
            }
            if let branch = outer.as(IfExprSyntax.self), branch.body.id == inner.id, binds(name, branch.conditions) {
                return true
            }
            if let branch = outer.as(SwitchCaseSyntax.self), branch.statements.id == inner.id, binds(name, branch.label)
            {
                return true
            }
            let signature =
                outer.as(FunctionDeclSyntax.self)?.signature ?? outer.as(InitializerDeclSyntax.self)?.signature
            let parameters = signature?.parameterClause.parameters
            if parameters?.contains(where: { ($0.secondName ?? $0.firstName).text == name }) ?? false { return true }
            if outer.is(MemberBlockSyntax.self) { return false }
            current = outer
        }
        // At the top level there is no type whose state it could be.
        return true
    }

    /// `if var state = states[id]`, `if case .failure(let error) = result`
    private static func binds(_ name: String, _ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            if let match = element.condition.as(MatchingPatternConditionSyntax.self) {
                return binds(name, match.pattern)
            }
            return element.condition.as(OptionalBindingConditionSyntax.self)?.pattern.trimmedText == name
        }
    }

    /// `case .failure(let error):`
    private static func binds(_ name: String, _ label: SwitchCaseSyntax.Label) -> Bool {
        guard case .case(let label) = label else { return false }
        return label.caseItems.contains { binds(name, $0.pattern) }
    }

    private static func binds(_ name: String, _ pattern: PatternSyntax) -> Bool {
        pattern.tokens(viewMode: .sourceAccurate).contains {
            $0.text == name && $0.parent?.is(IdentifierPatternSyntax.self) ?? false
        }
    }

    /// The failures that a catch puts into its type's state, in order.
    static func failures(in clause: CatchClauseSyntax, of unit: SourceUnit) -> [Assignment] {
        guard !clause.body.statements.isEmpty else { return [] }
        let body = clause.body.position.utf8Offset..<clause.body.endPosition.utf8Offset
        return unit.index.assignments.filter { assignment in
            guard body.contains(assignment.offset), let name = assignment.shownProperty, isFailure(assignment) else {
                return false
            }
            guard let member = assignment.target.as(MemberAccessExprSyntax.self) else {
                return !isLocal(name, at: assignment.node)
            }
            let copy = member.base?.as(DeclReferenceExprSyntax.self)?.baseName
            return assignment.node.enclosingType != nil
                && copy.map { $0.tokenKind == .keyword(.self) || !isLocal($0.text, at: assignment.node) } ?? true
        }
    }
}
