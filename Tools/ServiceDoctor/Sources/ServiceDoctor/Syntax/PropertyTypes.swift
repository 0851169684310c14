import SwiftSyntax

/// The types of the properties of a file's types, as far as they are written or made there, read once for each type.
final class PropertyTypes {
    private var known: [SyntaxIdentifier: [String: String]] = [:]

    /// `FeedProviding` for `let feed: any FeedProviding` in the type around a place.
    func type(of name: String, around place: some SyntaxProtocol) -> String? {
        guard name.first?.isLowercase ?? false, let type = place.enclosingType else { return nil }
        let id = Syntax(type).id
        if let properties = known[id] { return properties[name] }
        let properties = Self.read(type)
        known[id] = properties
        return properties[name]
    }

    /// The type of the property that something is called on: `FeedModel` for `model.load()` and `self.model?.load()`, but neither for a local
    /// variable or a parameter of the name nor for a property of something else.
    func type(ofReceiver receiver: ExprSyntax) -> String? {
        let whole = receiver.as(OptionalChainingExprSyntax.self)?.expression ?? receiver
        if let member = whole.as(MemberAccessExprSyntax.self) {
            guard member.base?.trimmedText == "self" else { return nil }
            return type(of: member.declName.baseName.text, around: receiver)
        }
        guard let name = whole.as(DeclReferenceExprSyntax.self)?.baseName.text, !Self.isShadowed(name, at: receiver)
        else {
            return nil
        }
        return type(of: name, around: receiver)
    }

    /// A variable, a parameter or a pattern around has the name, and not only for the property's own value: `if let model`.
    private static func isShadowed(_ name: String, at node: ExprSyntax) -> Bool {
        if node.localVariable(named: name) != nil { return true }
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            let isBound =
                outer.as(ForStmtSyntax.self)?.pattern.mentions([name])
                ?? outer.as(ClosureExprSyntax.self)?.signature?.parameterClause?.mentions([name])
                ?? outer.as(SwitchCaseSyntax.self).map { $0.label.mentions([name]) }
                ?? outer.as(IfExprSyntax.self).map { binds(name, $0.conditions) }
                ?? outer.as(WhileStmtSyntax.self).map { binds(name, $0.conditions) }
                ?? outer.as(CodeBlockItemListSyntax.self)?.contains { item in
                    item.position < node.position
                        && item.item.as(GuardStmtSyntax.self).map { binds(name, $0.conditions) } ?? false
                }
            if isBound ?? (outer.parameter(named: name) != nil) { return true }
            current = outer.parent
        }
        return false
    }

    /// `if let model = makeModel()`, `if case .loaded(let model) = state`
    private static func binds(_ name: String, _ conditions: ConditionElementListSyntax) -> Bool {
        conditions.contains { element in
            if let match = element.condition.as(MatchingPatternConditionSyntax.self) {
                return match.pattern.mentions([name])
            }
            guard let binding = element.condition.as(OptionalBindingConditionSyntax.self),
                binding.pattern.trimmedText == name, let value = binding.initializer?.value.trimmedText
            else { return false }
            return value != name && value != "self.\(name)"
        }
    }

    private static func read(_ type: any DeclGroupSyntax) -> [String: String] {
        var properties: [String: String] = [:]
        for member in type.memberBlock.members {
            for binding in member.decl.as(VariableDeclSyntax.self)?.bindings ?? [] {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else { continue }
                let made = binding.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType
                if let written = binding.typeAnnotation?.type {
                    properties[name] = TypeName.last(TypeName.withoutArguments(TypeName(written).text))
                } else if let made {
                    properties[name] = TypeName.last(made)
                }
            }
        }
        return properties
    }
}
