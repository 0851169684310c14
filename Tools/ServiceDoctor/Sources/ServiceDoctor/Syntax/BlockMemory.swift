import SwiftSyntax

/// Remembers what the blocks of a file declare, so that each is read once: rules ask for every expression in it.
///
/// Safe because only the thread that looks at the file has it.
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

    /// A variable, and where its declaration ends.
    struct Variable {
        let binding: PatternBindingSyntax
        let end: AbsolutePosition
    }

    /// What is put into the variables of a block, also in blocks within it.
    struct Assigned {
        /// `url = place`, by the variable.
        fileprivate(set) var plain: [String: [Assignment]] = [:]
        /// Those that something else may be put into: `(url, name) = pair`, `self.url = place`, `change(&url)`.
        fileprivate(set) var otherwise: Set<String> = []
    }

    private var assigned: [SyntaxIdentifier: Assigned] = [:]
    private var ends: [SyntaxIdentifier: AbsolutePosition?] = [:]
    private var declarations: [SyntaxIdentifier: [String: AbsolutePosition]] = [:]
    private var variables: [SyntaxIdentifier: [String: Variable]] = [:]
    private var blocks: [SyntaxIdentifier: [String: Local]] = [:]

    /// Remembers blocks for as long as some work on one file takes.
    static func remembering<Output>(_ work: () -> Output) -> Output {
        $current.withValue(BlockMemory(), operation: work)
    }

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

    /// Returns where the last item of a block begins that ends the program: `exit(0)`, `abort()`; nil where none does.
    static func end(of block: CodeBlockItemListSyntax) -> AbsolutePosition? {
        if let known = current?.ends[block.id] { return known }
        let end = block.last { item in
            ["exit", "abort"].contains(item.item.as(FunctionCallExprSyntax.self)?.plainName ?? "")
        }?.position
        current?.ends[block.id] = .some(end)
        return end
    }

    /// Returns where the first item of a block begins that declares a name, as a variable or with a `guard`.
    static func declaration(of name: String, in block: CodeBlockItemListSyntax) -> AbsolutePosition? {
        if let known = current?.declarations[block.id] { return known[name] }
        var declarations: [String: AbsolutePosition] = [:]
        for item in block {
            for name in names(declaredBy: item) where declarations[name] == nil { declarations[name] = item.position }
        }
        current?.declarations[block.id] = declarations
        return declarations[name]
    }

    private static func names(declaredBy item: CodeBlockItemSyntax) -> [String] {
        if let check = item.item.as(GuardStmtSyntax.self) {
            return check.conditions.flatMap { element -> [String] in
                if let matching = element.condition.as(MatchingPatternConditionSyntax.self) {
                    return matching.pattern.descendants(IdentifierPatternSyntax.self).map(\.identifier.text)
                }
                let pattern = element.condition.as(OptionalBindingConditionSyntax.self)?.pattern
                return pattern.map(identifiers) ?? []
            }
        }
        return item.item.as(VariableDeclSyntax.self)?.bindings.flatMap { identifiers(in: $0.pattern) } ?? []
    }

    /// `feed` of `feed`, `feed` and `count` of `(feed, count)`.
    private static func identifiers(in pattern: PatternSyntax) -> [String] {
        pattern.as(IdentifierPatternSyntax.self).map { [$0.identifier.text] }
            ?? pattern.descendants(IdentifierPatternSyntax.self).map(\.identifier.text)
    }

    /// Returns the variable that a block declares first under a name.
    static func variable(named name: String, in block: CodeBlockItemListSyntax) -> Variable? {
        if let known = current?.variables[block.id] { return known[name] }
        var variables: [String: Variable] = [:]
        for item in block {
            for binding in item.item.as(VariableDeclSyntax.self)?.bindings ?? [] {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    variables[name] == nil
                else { continue }
                variables[name] = Variable(binding: binding, end: item.endPosition)
            }
        }
        current?.variables[block.id] = variables
        return variables[name]
    }

    /// Returns what is put into the variables of a block.
    static func assigned(in block: CodeBlockItemListSyntax) -> Assigned {
        if let known = current?.assigned[block.id] { return known }
        var assigned = Assigned()
        for assignment in block.descendants(SequenceExprSyntax.self).compactMap({ Assignment($0) }) {
            if let name = assignment.target.as(DeclReferenceExprSyntax.self)?.baseName.text {
                assigned.plain[name, default: []].append(assignment)
            } else {
                assigned.otherwise.formUnion(assignment.target.tokens(viewMode: .sourceAccurate).map(\.text))
            }
        }
        for passed in block.descendants(InOutExprSyntax.self) {
            assigned.otherwise.formUnion(passed.tokens(viewMode: .sourceAccurate).map(\.text))
        }
        current?.assigned[block.id] = assigned
        return assigned
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
