import SwiftSyntax

/// Finds where an error was kept whose text is shown.
extension TechnicalText {
    /// Where the error that a text shows was kept: `property:lastError` within `if let error = store.lastError`.
    static func boundOrigin(in text: ExprSyntax) -> String? {
        for token in text.tokens(viewMode: .sourceAccurate) {
            guard let shown = token.parent?.as(DeclReferenceExprSyntax.self), mayBeError(shown.baseName.text) else {
                continue
            }
            if let list = listOfElements(named: shown) { return "elements:\(list)" }
            guard let value = boundValue(of: shown) else { continue }
            if let member = value.as(MemberAccessExprSyntax.self) {
                let name = member.declName.baseName.text
                if Words.of(name).count > 1 { return "property:\(name)" }
                // A type of the system may have an `error` as well.
                return member.base.flatMap(writtenType).map { "property:\($0).\(name)" }
            }
            return value.as(FunctionCallExprSyntax.self)?.calleeName.map { "result:\($0)" }
        }
        return nil
    }

    /// The value that an `if let` or `guard let` around binds a name to.
    private static func boundValue(of shown: DeclReferenceExprSyntax) -> ExprSyntax? {
        let name = shown.baseName.text
        var current = shown.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if outer.is(CatchClauseSyntax.self) { return nil }
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(shown),
                let value = otherValue(boundTo: name, in: choice.conditions)
            {
                return value
            }
            if let block = outer.as(CodeBlockItemListSyntax.self),
                let value = guardedValue(of: name, in: block, before: ExprSyntax(shown))
            {
                return value
            }
            current = outer.parent
        }
        return nil
    }

    /// `syncErrors` for the `error` of `ForEach(model.syncErrors, id: \.self) { error in … }`, also of `Array(syncErrors.enumerated())`.
    private static func listOfElements(named shown: DeclReferenceExprSyntax) -> String? {
        var current = shown.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self), !outer.is(CatchClauseSyntax.self) {
            if let closure = outer.as(ClosureExprSyntax.self),
                closure.signature?.parameterClause?.mentions([shown.baseName.text]) ?? false
            {
                guard let call = TaskContext.call(of: closure), call.plainName == "ForEach" else { return nil }
                return call.arguments.first.flatMap { lastName(of: $0.expression) }
            }
            current = outer.parent
        }
        return nil
    }

    /// `ForEach(errors, id: \.self) { … }` over a property of the type around that is a list of texts.
    static func isOfTexts(_ closure: ClosureExprSyntax) -> Bool {
        guard let call = TaskContext.call(of: closure), call.plainName == "ForEach",
            let name = call.arguments.first.flatMap({ lastName(of: $0.expression) }),
            let members = closure.enclosingType?.memberBlock.members
        else { return false }
        let property = members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).first {
            $0.pattern.trimmedText == name
        }
        return property?.typeAnnotation?.type.trimmedText == "[String]"
    }

    private static func lastName(of list: ExprSyntax) -> String? {
        if let call = list.as(FunctionCallExprSyntax.self) {
            if call.plainName == "Array" { return call.arguments.first.flatMap { lastName(of: $0.expression) } }
            return call.receiver.flatMap(lastName)
        }
        return list.as(MemberAccessExprSyntax.self)?.declName.baseName.text
            ?? list.as(DeclReferenceExprSyntax.self)?.baseName.text
    }

    /// The type of a property of the type around, where it is written or made there: `ItemsModel` for `model`.
    private static func writtenType(of receiver: ExprSyntax) -> String? {
        guard let name = receiver.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let members = receiver.enclosingType?.memberBlock.members
        else { return nil }
        let binding = members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }
        let type =
            binding?.typeAnnotation.map { TypeName($0.type).text }
            ?? binding?.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType
        return type.map { TypeName.last(TypeName.withoutArguments($0)) }
    }

    /// A variable that is a text without an error's own: `let failure = isSaved ? "Not sent." : "Not saved."`.
    static func isText(_ variable: PatternBindingSyntax) -> Bool {
        guard let value = variable.initializer?.value, !isTechnical(value) else { return false }
        if value.is(StringLiteralExprSyntax.self) { return true }
        guard let choice = value.as(SequenceExprSyntax.self),
            let first = choice.elements.lazy.compactMap({ $0.as(UnresolvedTernaryExprSyntax.self) }).first
        else { return false }
        return first.thenExpression.is(StringLiteralExprSyntax.self)
            && choice.elements.last?.is(StringLiteralExprSyntax.self) ?? false
    }

    /// `if let error = form.errorMessage`, `if let error = shortMessage(answer.failure)`
    static func isCalledText(_ value: ExprSyntax, at use: ExprSyntax) -> Bool {
        // A text has no `localizedDescription`.
        if use.parent?.is(MemberAccessExprSyntax.self) ?? false { return false }
        let called = value.as(FunctionCallExprSyntax.self)?.calleeName
        guard let name = called ?? value.as(MemberAccessExprSyntax.self)?.declName.baseName.text else { return false }
        let words = Words.of(name)
        return ["message", "text"].contains(words.last) && (called == nil || !work.contains(words[0]))
    }

    /// What functions begin with that answer with an error: `send` of `if let error = sendMessage(text)`.
    private static let work: Set<String> = [
        "send", "save", "store", "validate", "check", "verify", "post", "submit", "upload", "delete", "remove", "load",
        "fetch", "write", "parse", "update", "set", "add", "insert", "edit", "process", "handle", "publish", "decrypt",
    ]

    /// `if let e = item.episode`: a letter that stands for something that is not called an error.
    static func isSomethingElse(_ name: String, _ value: ExprSyntax) -> Bool {
        guard ["e", "err"].contains(name),
            let bound = value.as(MemberAccessExprSyntax.self)?.declName.baseName.text
                ?? value.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return Set(Words.of(bound)).isDisjoint(with: [
            "e", "err", "error", "errors", "failure", "exception", "cause", "reason",
        ])
    }

    static func mayBeError(_ name: String) -> Bool {
        let last = Words.of(name).last ?? ""
        return ["error", "err", "e", "failure"].contains(last)
    }
}
