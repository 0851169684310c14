import SwiftSyntax

/// Recognises the technical text of an error in an expression.
enum TechnicalText {
    /// Pieces of words of which one is in every technical text: `error.localizedDescription`, `failure`, `\(e)`, `describing: err`.
    static let words: [StaticString] = ["rr", "ailure", "Description", "(e)", "escribing:", "eflecting:"]

    /// Says whether an expression puts an error's own text into its value: `error.localizedDescription`, `"\(error)"`
    /// or `String(describing: error)`, of an error whose type says nothing about messages.
    static func isTechnical(_ expression: ExprSyntax) -> Bool {
        // A cast on the way to a better text means that the author has thought about it.
        if expression.is(UnresolvedAsExprSyntax.self)
            || expression.descendants(SequenceExprSyntax.self).contains(where: isCast)
        {
            return false
        }
        let members =
            expression.descendants(MemberAccessExprSyntax.self, nested: false)
            + [expression.as(MemberAccessExprSyntax.self)].compactMap(\.self)
        if members.contains(where: isDescription) { return true }
        let strings =
            expression.descendants(StringLiteralExprSyntax.self, nested: false)
            + [expression.as(StringLiteralExprSyntax.self)].compactMap(\.self)
        if strings.contains(where: interpolatesError) { return true }
        let calls =
            expression.descendants(FunctionCallExprSyntax.self, nested: false)
            + [expression.as(FunctionCallExprSyntax.self)].compactMap(\.self)
        return calls.contains { call in
            guard call.plainName == "String", let value = call.argument("describing") ?? call.argument("reflecting")
            else {
                return false
            }
            return isUntypedError(value.expression)
        }
    }

    private static func isDescription(_ member: MemberAccessExprSyntax) -> Bool {
        guard ["localizedDescription", "debugDescription"].contains(member.declName.baseName.text),
            var base = member.base
        else { return false }
        if let chain = base.as(OptionalChainingExprSyntax.self) { base = chain.expression }
        // `(error as NSError)`
        if let tuple = base.as(TupleExprSyntax.self), let only = tuple.elements.first?.expression,
            let cast = only.as(SequenceExprSyntax.self), !isCast(cast), let first = cast.elements.first
        {
            base = first
        }
        return isUntypedError(base)
    }

    /// A cast to anything but the error that every error is.
    private static func isCast(_ sequence: SequenceExprSyntax) -> Bool {
        guard sequence.elements.contains(where: { $0.is(UnresolvedAsExprSyntax.self) }) else { return false }
        return sequence.elements.last?.as(TypeExprSyntax.self).map { TypeName($0.type).text } != "NSError"
    }

    private static func interpolatesError(_ string: StringLiteralExprSyntax) -> Bool {
        string.segments.contains { segment in
            guard let interpolation = segment.as(ExpressionSegmentSyntax.self),
                let value = interpolation.expressions.first
            else { return false }
            return interpolation.expressions.count == 1 && isUntypedError(value.expression)
        }
    }

    /// Says whether an expression is a plain name of an error whose type nobody stated.
    private static func isUntypedError(_ expression: ExprSyntax) -> Bool {
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return false }
        let words = Words.of(name)
        guard
            words.last == "error" || words == ["err"] || words == ["e"] || words == ["failure"]
                || expression.nearest(CatchClauseSyntax.self)?.errorName == name
        else { return false }
        return !isTyped(name, at: expression)
    }

    /// Errors of the system say nothing that is fit for people.
    static let untyped: Set<String> = [
        "Error", "NSError", "URLError", "DecodingError", "EncodingError", "CocoaError", "POSIXError", "Swift.Error",
        "CKError",
    ]

    private static func isTyped(_ name: String, at node: ExprSyntax) -> Bool {
        var current = node.parent
        while let outer = current {
            if let clause = outer.as(CatchClauseSyntax.self), clause.errorName == name {
                if let statement = clause.nearest(DoStmtSyntax.self), statement.throwsClause != nil { return true }
                return !clause.caughtTypes.isEmpty && !clause.caughtTypes.allSatisfy(untyped.contains)
            }
            if let binding = outer.as(IfExprSyntax.self) {
                if bindsCast(of: name, in: binding.conditions) { return true }
                if bindsAnother(name, in: binding.conditions) { return false }
            }
            if let block = outer.as(CodeBlockItemListSyntax.self), guardsCast(of: name, in: block, before: node) {
                return true
            }
            if let function = outer.as(FunctionDeclSyntax.self) {
                let parameter = function.signature.parameterClause.parameters.first {
                    ($0.secondName ?? $0.firstName).text == name
                }
                if let parameter { return !untyped.contains(TypeName(parameter.type).text) }
            }
            if let closure = outer.as(ClosureExprSyntax.self),
                let parameters = closure.signature?.parameterClause?.as(ClosureParameterClauseSyntax.self),
                let type = parameters.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name })?.type
            {
                return !untyped.contains(TypeName(type).text)
            }
            if outer.as(ClosureExprSyntax.self)?.signature?.parameterClause?.mentions([name]) ?? false { return false }
            if let switchCase = outer.as(SwitchCaseSyntax.self) {
                if casts(name, in: switchCase) { return true }
                if case .case(let label) = switchCase.label, label.mentions([name]) {
                    return switchCase.nearest(SwitchExprSyntax.self).map { isTypedResult($0.subject) } ?? false
                }
            }
            if let group = outer.declGroup, let type = property(name, of: group) {
                return !untyped.contains(TypeName(type).text)
            }
            current = outer.parent
        }
        return false
    }

    private static func bindsCast(of name: String, in conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            if let match = element.condition.as(MatchingPatternConditionSyntax.self), match.pattern.mentions([name]) {
                return isTypedResult(match.initializer.value)
            }
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self) else { return false }
            return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
                && !binding.descendants(UnresolvedAsExprSyntax.self).isEmpty
        }
    }

    /// `if let error = phase.error`, which is not the property of that name.
    private static func bindsAnother(_ name: String, in conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name,
                let value = binding.initializer?.value
            else { return false }
            return !["\(name)", "self.\(name)"].contains(value.trimmedText)
        }
    }

    private static func guardsCast(of name: String, in block: CodeBlockItemListSyntax, before node: ExprSyntax) -> Bool
    {
        block.contains { item in
            guard item.position < node.position else { return false }
            if let variable = item.item.as(VariableDeclSyntax.self) {
                return variable.bindings.contains {
                    $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
                        && !$0.descendants(UnresolvedAsExprSyntax.self).isEmpty
                }
            }
            guard let statement = item.item.as(GuardStmtSyntax.self) else { return false }
            return bindsCast(of: name, in: statement.conditions)
        }
    }

    /// A parameter `Result<Value, StoreError>`.
    private static func isTypedResult(_ expression: ExprSyntax) -> Bool {
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let parameters = expression.nearest(FunctionDeclSyntax.self)?.signature.parameterClause.parameters,
            let type = parameters.first(where: { ($0.secondName ?? $0.firstName).text == name })?.type,
            let arguments = type.as(IdentifierTypeSyntax.self)?.genericArgumentClause?.arguments,
            case .type(let failure)? = arguments.last?.argument
        else { return false }
        return !untyped.contains(TypeName(failure).text)
    }

    /// The type written at a stored property.
    private static func property(_ name: String, of group: any DeclGroupSyntax) -> TypeSyntax? {
        group.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.flatMap(\.bindings).first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }?.typeAnnotation?.type
    }

    private static func casts(_ name: String, in node: SwitchCaseSyntax) -> Bool {
        guard case .case(let label) = node.label else { return false }
        let types = label.caseItems.flatMap { $0.pattern.descendants(TypeExprSyntax.self) }
        return !types.isEmpty && !types.allSatisfy { untyped.contains(TypeName($0.type).text) }
            && label.caseItems.contains { $0.mentions([name]) }
    }
}
