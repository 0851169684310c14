import SwiftSyntax

/// Recognises the technical text of an error in an expression.
enum TechnicalText {
    /// Pieces of words of which one is in every technical text: `error.localizedDescription`, `failure`, `\(e)`, `describing: err`.
    static let words: [StaticString] = ["rr", "ailure", "Description", "(e)", "escribing:", "eflecting:"]

    /// What a text shows of an error.
    enum Kind {
        /// `error.localizedDescription`: the message that the error gives itself, if it does.
        case message
        /// `"\(error)"`, `String(describing: error)` or `error.debugDescription`, which are never for people.
        case content
    }

    /// Says whether an expression puts an error's own text into its value, of an error whose type says nothing about messages.
    static func isTechnical(_ expression: ExprSyntax) -> Bool { kind(of: expression) != nil }

    /// Returns what an expression puts into its value of such an error; nil for nothing.
    static func kind(of expression: ExprSyntax) -> Kind? {
        // A cast on the way to a better text means that the author has thought about it.
        if expression.is(UnresolvedAsExprSyntax.self)
            || expression.descendants(SequenceExprSyntax.self).contains(where: isCast)
        {
            return nil
        }
        let members =
            expression.descendants(MemberAccessExprSyntax.self, nested: false)
            + [expression.as(MemberAccessExprSyntax.self)].compactMap(\.self)
        func isForPeople(_ text: some SyntaxProtocol) -> Bool { !isForDevelopers(text, within: expression) }
        let descriptions = members.filter { isDescription($0) && isForPeople($0) }
        if descriptions.contains(where: { $0.declName.baseName.text == "debugDescription" }) { return .content }
        let calls =
            expression.descendants(FunctionCallExprSyntax.self, nested: false)
            + [expression.as(FunctionCallExprSyntax.self)].compactMap(\.self)
        if strings(in: expression).contains(where: { interpolatesError($0) && isForPeople($0) })
            || calls.contains(where: { describesError($0) && isForPeople($0) })
        {
            return .content
        }
        return descriptions.isEmpty ? nil : .message
    }

    /// `DisplayError(title: "Not saved", debugDescription: error.localizedDescription)`
    private static func isForDevelopers(_ text: some SyntaxProtocol, within expression: ExprSyntax) -> Bool {
        var current = text.parent
        while let outer = current, outer.id != expression.parent?.id {
            let label = outer.as(LabeledExprSyntax.self)?.label?.text
            if let label, !forDevelopers.isDisjoint(with: Words.of(label)) { return true }
            current = outer.parent
        }
        return false
    }

    private static let forDevelopers: Set<String> = ["debug", "diagnostic", "diagnostics"]

    /// `String(describing: error)`
    private static func describesError(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.plainName == "String", let value = call.argument("describing") ?? call.argument("reflecting") else {
            return false
        }
        return isUntypedError(value.expression)
    }

    static func strings(in expression: ExprSyntax) -> [StringLiteralExprSyntax] {
        expression.descendants(StringLiteralExprSyntax.self, nested: false)
            + [expression.as(StringLiteralExprSyntax.self)].compactMap(\.self)
    }

    static func isDescription(_ member: MemberAccessExprSyntax) -> Bool {
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
        if let local = node.localVariable(named: name), isText(local) { return true }
        var current = node.parent
        while let outer = current {
            if let clause = outer.as(CatchClauseSyntax.self), clause.errorName == name {
                if let statement = clause.nearest(DoStmtSyntax.self), statement.throwsClause != nil { return true }
                return !clause.caughtTypes.isEmpty && !clause.caughtTypes.allSatisfy(untyped.contains)
            }
            if let binding = outer.as(IfExprSyntax.self) {
                if bindsCast(of: name, in: binding.conditions) || comparesCase(of: name, in: binding.conditions) {
                    return true
                }
                if let value = otherValue(boundTo: name, in: binding.conditions) {
                    return isTyped(value) || isSomethingElse(name, value) || isCalledText(value, at: node)
                }
            }
            if let block = outer.as(CodeBlockItemListSyntax.self) {
                if guardsCast(of: name, in: block, before: node) { return true }
                if let value = guardedValue(of: name, in: block, before: node),
                    isTyped(value) || isCalledText(value, at: node)
                {
                    return true
                }
            }
            if let parameter = outer.parameter(named: name) {
                let type = TypeName(parameter.type).text
                return outer.is(InitializerDeclSyntax.self) ? type == "String" : !untyped.contains(type)
            }
            if let closure = outer.as(ClosureExprSyntax.self),
                let parameters = closure.signature?.parameterClause?.as(ClosureParameterClauseSyntax.self),
                let type = parameters.parameters.first(where: { ($0.secondName ?? $0.firstName).text == name })?.type
            {
                return !untyped.contains(TypeName(type).text)
            }
            if let closure = outer.as(ClosureExprSyntax.self),
                closure.signature?.parameterClause?.mentions([name]) ?? false
            {
                return isOfTexts(closure)
            }
            if let switchCase = outer.as(SwitchCaseSyntax.self) {
                if casts(name, in: switchCase) || matches(name, in: switchCase) { return true }
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

    /// `error != .cancelled`: an error of no known type has no cases.
    private static func comparesCase(of name: String, in conditions: ConditionElementListSyntax) -> Bool {
        let comparisons =
            conditions.descendants(SequenceExprSyntax.self, nested: false)
            + conditions.compactMap { $0.condition.as(SequenceExprSyntax.self) }
        return comparisons.contains { comparison in
            let elements = Array(comparison.elements)
            return zip(elements, zip(elements.dropFirst(), elements.dropFirst(2))).contains { first, rest in
                first.as(DeclReferenceExprSyntax.self)?.baseName.text == name
                    && ["==", "!="].contains(rest.0.as(BinaryOperatorExprSyntax.self)?.operator.text)
                    && rest.1.as(MemberAccessExprSyntax.self).map { $0.base == nil } ?? false
            }
        }
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
    static func otherValue(
        boundTo name: String, in conditions: ConditionElementListSyntax
    ) -> ExprSyntax? {
        conditions.lazy.compactMap { $0.condition.as(OptionalBindingConditionSyntax.self) }.first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name
        }?.initializer.flatMap { ["\(name)", "self.\(name)"].contains($0.value.trimmedText) ? nil : $0.value }
    }

    static func guardedValue(
        of name: String, in block: CodeBlockItemListSyntax, before node: ExprSyntax
    ) -> ExprSyntax? {
        block.lazy.filter { $0.position < node.position }.compactMap { $0.item.as(GuardStmtSyntax.self) }
            .compactMap { otherValue(boundTo: name, in: $0.conditions) }.first
    }

    /// Names a parameter or property whose type is written, and is none of an error that may be any.
    private static func isTyped(_ value: ExprSyntax) -> Bool {
        let member = value.as(MemberAccessExprSyntax.self)
        let isOwn = member?.base?.trimmedText == "self"
        guard let name = isOwn ? member?.declName.baseName.text : value.as(DeclReferenceExprSyntax.self)?.baseName.text
        else { return false }
        return declaredType(of: name, at: value).map { !untyped.contains(TypeName($0).text) } ?? false
    }

    /// The type written at the parameter or property that a name means; nil where it is something else.
    private static func declaredType(of name: String, at node: ExprSyntax) -> TypeSyntax? {
        if let local = node.localVariable(named: name) { return local.typeAnnotation?.type }
        var current = node.parent
        while let outer = current {
            if outer.as(ClosureExprSyntax.self)?.signature?.parameterClause?.mentions([name]) ?? false { return nil }
            if let parameter = outer.parameter(named: name) { return parameter.type }
            if let group = outer.declGroup { return property(name, of: group) }
            current = outer.parent
        }
        return nil
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

    /// `switch error { case StoreError.locked: … }`: that error's text is known.
    private static func matches(_ name: String, in node: SwitchCaseSyntax) -> Bool {
        guard case .case(let label) = node.label,
            node.nearest(SwitchExprSyntax.self)?.subject.as(DeclReferenceExprSyntax.self)?.baseName.text == name
        else { return false }
        return label.caseItems.allSatisfy { !$0.pattern.descendants(MemberAccessExprSyntax.self).isEmpty }
    }

    private static func casts(_ name: String, in node: SwitchCaseSyntax) -> Bool {
        guard case .case(let label) = node.label else { return false }
        let types = label.caseItems.flatMap { $0.pattern.descendants(TypeExprSyntax.self) }
        return !types.isEmpty && !types.allSatisfy { untyped.contains(TypeName($0.type).text) }
            && label.caseItems.contains { $0.mentions([name]) }
    }
}
