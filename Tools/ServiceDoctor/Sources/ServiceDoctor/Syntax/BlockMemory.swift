import SwiftSyntax

/// Remembers what the blocks of a file declare and mention, so that each is read once: rules ask for every expression in it.
///
/// It is unchecked because only the thread that looks at the file has it.
final class BlockMemory: @unchecked Sendable {
    /// A constant or variable.
    struct Local {
        /// Where its declaration ends.
        let end: AbsolutePosition
        let value: ExprSyntax?
        let isConstant: Bool
    }

    /// Those of the file that this thread looks at.
    @TaskLocal private static var current: BlockMemory?

    private struct Question: Hashable {
        let block: SyntaxIdentifier
        let names: Set<String>
    }

    private var blocks: [SyntaxIdentifier: [String: Local]] = [:]
    private var answers: [Question: Bool] = [:]

    /// Remembers blocks for as long as some work on one file takes.
    static func remembering(_ work: () -> Void) { $current.withValue(BlockMemory(), operation: work) }

    /// Returns what a block declares first under a name.
    static func first(named name: String, in block: CodeBlockItemListSyntax) -> Local? {
        if let known = current?.blocks[block.id] { return known[name] }
        var locals: [String: Local] = [:]
        for item in block {
            for (name, local) in Self.locals(of: item) where locals[name] == nil { locals[name] = local }
        }
        current?.blocks[block.id] = locals
        return locals[name]
    }

    /// Says whether one of these words is written in a block as a name.
    static func mentions(_ names: Set<String>, in block: CodeBlockSyntax) -> Bool {
        let question = Question(block: block.id, names: names)
        if let known = current?.answers[question] { return known }
        let answer = block.mentions(names)
        current?.answers[question] = answer
        return answer
    }

    private static func locals(of item: CodeBlockItemSyntax) -> [(name: String, local: Local)] {
        // `guard let path = bundle.path(…) else { … }`
        if let check = item.item.as(GuardStmtSyntax.self) {
            return bound(in: check.conditions).map {
                ($0.name, Local(end: item.endPosition, value: $0.value, isConstant: true))
            }
        }
        guard let variable = item.item.as(VariableDeclSyntax.self) else { return [] }
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        return variable.bindings.compactMap { binding in
            binding.pattern.as(IdentifierPatternSyntax.self).map {
                (
                    $0.identifier.text,
                    Local(end: item.endPosition, value: binding.initializer?.value, isConstant: isConstant)
                )
            }
        }
    }

    /// What conditions bind, with a value of its own: `if let path = bundle.path(…)`.
    static func bound(in conditions: ConditionElementListSyntax) -> [(name: String, value: ExprSyntax)] {
        conditions.compactMap { element in
            let binding = element.condition.as(OptionalBindingConditionSyntax.self)
            guard let binding, let value = binding.initializer?.value else { return nil }
            return (binding.pattern.trimmedText, value)
        }
    }
}
