import SwiftSyntax

/// Decides whether an error that is shown may be one without a sentence.
extension TechnicalErrorShownRule {
    /// Where the errors come from that texts show outside of a catch.
    static func origins(of texts: [ExprSyntax], in unit: SourceUnit) -> [ErrorExits.Exit] {
        let reader = ErrorExitReader(unit)
        return texts.flatMap { text in
            let names =
                text.descendants(DeclReferenceExprSyntax.self)
                + [text.as(DeclReferenceExprSyntax.self)].compactMap(\.self)
            return names.filter { TechnicalText.mayBeError($0.baseName.text) }.flatMap { name in
                reader.origin(of: name.baseName.text, at: name)
            }
        }
    }

    /// Says whether some error that can arrive is known to have no sentence: one of the project without a message, or one of a call that
    /// decodes, asks a database or gives codes. What is not known may have one.
    static func hasNoSentence(_ candidate: Candidate, in project: Project) -> Bool {
        let ends = project.errorPaths.ends(of: candidate.exits + candidate.origins)
        // Names alone say less than calls that can be followed.
        if ends.areUnknown, candidate.takenBefore.isEmpty,
            candidate.sources?.contains(where: project.messages.areMissing) ?? false
        {
            return true
        }
        return ends.haveCodes { type in
            !candidate.takenBefore.contains(type) && project.messages.isSilent(type)
        }
    }

    /// Says whether some error that can arrive has a sentence: who gave it one has thought of what people read here.
    static func mayHaveSentence(_ candidate: Candidate, in project: Project) -> Bool {
        project.errorPaths.ends(of: candidate.exits + candidate.origins).areWorded(where: project.messages.isWorded)
    }

    /// The types that the branches around a text have taken: `StoreError` for the `else` of `if let known = error as? StoreError`.
    static func typesTaken(around node: some SyntaxProtocol) -> Set<String> {
        var types: Set<String> = []
        var current = node.parent
        while let outer = current, !outer.is(CatchClauseSyntax.self), outer.declGroup == nil {
            if let branch = outer.as(IfExprSyntax.self), branch.elseBody?.contains(node) ?? false,
                branch.conditions.count == 1, let condition = branch.conditions.first?.condition
            {
                let matched = condition.as(MatchingPatternConditionSyntax.self)?.pattern.namedCase
                types.formUnion([castType(in: condition), matched].compactMap(\.self))
            }
            current = outer.parent
        }
        return types
    }

    private static func castType(in condition: ConditionElementSyntax.Condition) -> String? {
        let value =
            condition.as(OptionalBindingConditionSyntax.self)?.initializer?.value ?? condition.as(ExprSyntax.self)
        guard let sequence = value?.as(SequenceExprSyntax.self), sequence.elements.count == 3,
            sequence.elements.contains(where: {
                $0.is(UnresolvedAsExprSyntax.self) || $0.is(UnresolvedIsExprSyntax.self)
            })
        else { return nil }
        return sequence.elements.last?.as(TypeExprSyntax.self).map { TypeName.last(TypeName($0.type).text) }
    }
}
