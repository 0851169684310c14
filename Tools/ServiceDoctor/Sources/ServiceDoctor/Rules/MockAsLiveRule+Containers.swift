import SwiftSyntax

/// Reads containers that a project has written itself: types with a property for each service.
extension MockAsLiveRule {
    /// What the properties of such containers, and of the app, are made as: `let store: any Store = MockStore()`, `self.store = MockStore()`
    /// in the initialiser.
    static func keptByContainers(in unit: SourceUnit) -> [[ExprSyntax]] {
        let containers = unit.index.types.filter { !$0.isSetAside && isContainer($0) }.map(\.node)
        guard !containers.isEmpty else { return [] }
        let functions = containers.flatMap(\.memberBlock.members).compactMap { member -> [ExprSyntax]? in
            guard let function = member.decl.as(FunctionDeclSyntax.self), !isForTrial(function.name.text),
                function.signature.returnClause != nil, let body = function.body
            else { return nil }
            return ResultExpressions.of(Syntax(body)).flatMap(values)
        }
        let made = containers.flatMap(\.memberBlock.members).compactMap { member -> [ExprSyntax]? in
            // Where the mock is all that the property may be, there is nothing real yet: `@State private var store = MockStore()`.
            guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
                let value = binding.initializer?.value, binding.typeAnnotation != nil,
                !isForTrial(binding.pattern.trimmedText), isKept(variable, binding.pattern.trimmedText, in: unit)
            else { return nil }
            return values(of: value)
        }
        let set = unit.index.assignments.compactMap { assignment -> [ExprSyntax]? in
            guard let name = assignment.ownProperty, assignment.value.count == 1, !isForTrial(name),
                let body = assignment.node.nearest(InitializerDeclSyntax.self)?.body,
                assignment.node.nearest(CodeBlockItemListSyntax.self)?.id == body.statements.id,
                containers.contains(where: { $0.id == assignment.node.enclosingType?.id })
            else { return nil }
            return values(of: assignment.value[0])
        }
        return made + set + functions
    }

    /// Nothing puts the real one into it later.
    private static func isKept(_ variable: VariableDeclSyntax, _ name: String, in unit: SourceUnit) -> Bool {
        let isHidden = variable.modifiers.contains {
            ["private", "fileprivate", "lazy"].contains($0.name.text) || $0.detail != nil
        }
        return (variable.bindingSpecifier.tokenKind == .keyword(.let) || isHidden)
            && !unit.index.assignments.contains { $0.lastName == name }
    }

    private static func isContainer(_ type: TypeDeclaration) -> Bool {
        let name = TypeName.last(type.name)
        guard type.kind != .extension, !isForTrial(name) else { return false }
        return type.inherited.contains("App")
            || !containers.isDisjoint(with: Words.of(name))
                && !type.inherited.contains { ["View", "UIViewController", "UIView"].contains($0) }
    }

    private static let containers: Set<String> = [
        "container", "dependencies", "injector", "injection", "assembly", "resolver",
    ]
}
