import SwiftSyntax

// Which properties of a file tell the type of what they hold.
extension CallFacts {
    /// Notes the properties whose type the file does not tell, and those that hold what a type keeps of itself.
    mutating func addProperties(_ unit: SourceUnit) {
        for function in unit.index.functions { noteLabels(of: function.signature.returnClause?.type) }
        for variable in unit.index.variables {
            let isProperty = variable.parent?.is(MemberBlockItemSyntax.self) ?? false
            let owner = variable.enclosingType.map { TypeName.last($0.declaredName) }
            for binding in variable.bindings {
                noteLabels(of: binding.typeAnnotation?.type)
                let made = binding.initializer?.value.as(TupleExprSyntax.self)?.elements
                untyped.formUnion(made?.compactMap { $0.label?.text } ?? [])
                guard isProperty else { continue }
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text else {
                    // `let (feed, count) = pair`
                    for name in binding.pattern.descendants(IdentifierPatternSyntax.self).map(\.identifier.text) {
                        untyped.formUnion(Self.names(of: name, in: owner))
                    }
                    continue
                }
                noteProperty(binding, named: name, of: owner, in: variable)
            }
        }
    }

    private mutating func noteProperty(
        _ property: PatternBindingSyntax, named name: String, of owner: String?, in variable: VariableDeclSyntax
    ) {
        let isTold = Self.tellsType(property)
        if let owner, variable.modifiers.contains(where: \.isOfType) {
            if isTold, ErrorExits.type(of: property) == owner {
                keptSelves.insert(Self.member(name, of: owner))
            } else {
                keptOthers.insert(Self.member(name, of: owner))
            }
        }
        guard !isTold else { return }
        let names = Self.names(of: name, in: owner)
        // Other wrappers may give something else.
        if Self.wrappers.isSuperset(of: variable.attributes.names), let singleton = Self.singleton(property) {
            for name in names { singletons[name, default: []].insert(singleton) }
        } else {
            untyped.formUnion(names)
        }
    }

    /// The property wrappers that give what the property is set to.
    private static let wrappers: Set<String> = [
        "State", "StateObject", "ObservedObject", "Published", "Bindable", "MainActor", "ObservationIgnored",
    ]

    /// Notes the labels of a tuple, which are used like properties: `feed` of `(feed: Feed, count: Int)`.
    private mutating func noteLabels(of type: TypeSyntax?) {
        untyped.formUnion(type?.as(TupleTypeSyntax.self)?.elements.compactMap { $0.firstName?.text } ?? [])
    }

    /// A property's name alone, and behind the type that has it.
    private static func names(of property: String, in owner: String?) -> [String] {
        [property, owner.map { member(property, of: $0) }].compactMap(\.self)
    }

    static func member(_ name: String, of type: String) -> String { "\(type).\(name)" }

    /// Says whether a property's type is written, or that of what it is made as: `let model: Model`, `let model = Model()`, but not `Box<Model>`,
    /// `Model.shared` or `Inject(Model.self)`, which may be anything.
    private static func tellsType(_ property: PatternBindingSyntax) -> Bool {
        guard let type = ErrorExits.type(of: property), !type.contains("&"), type != "Self" else { return false }
        let cast = property.initializer.flatMap { ErrorExits.castType(of: $0.value) }
        if let written = property.typeAnnotation?.type ?? cast {
            return written.descendants(GenericArgumentClauseSyntax.self).isEmpty
        }
        let made = property.initializer?.value.as(FunctionCallExprSyntax.self)
        return made.map { !$0.arguments.mentions(["self"]) } ?? false
    }

    /// `Feed.shared` of `let feed = Feed.shared`.
    private static func singleton(_ property: PatternBindingSyntax) -> String? {
        guard property.typeAnnotation == nil, let value = property.initializer?.value.as(MemberAccessExprSyntax.self),
            let base = value.base, let type = ErrorExits.type(of: ExprSyntax(value)), base.trimmedText == type
        else { return nil }
        return member(value.declName.baseName.text, of: type)
    }
}
