import SwiftSyntax

extension Candidate.Function {
    /// The method or global function around something; nil where the system may call it, or another module.
    init?(around node: some SyntaxProtocol) {
        var current = node.parent
        var found: FunctionDeclSyntax?
        while let outer = current, found == nil {
            if let accessors = outer.as(AccessorBlockSyntax.self) {
                self.init(computing: accessors)
                return
            }
            if let initializer = outer.as(InitializerDeclSyntax.self) {
                self.init(making: initializer)
                return
            }
            if let function = outer.as(FunctionDeclSyntax.self), function.isMemberOrGlobal {
                found = function
            }
            current = outer.parent
        }
        guard let found else { return nil }
        self.init(found)
    }

    /// A computed property that only code which names it can read: a private one, or one of an extension that stands for no protocol.
    private init?(computing accessors: AccessorBlockSyntax) {
        guard let binding = accessors.parent?.as(PatternBindingSyntax.self),
            let variable = binding.parent?.parent?.as(VariableDeclSyntax.self),
            variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
            let property = binding.pattern.as(IdentifierPatternSyntax.self), variable.attributes.isEmpty,
            !variable.modifiers.contains(where: \.isForOthers)
        else { return nil }
        let owner = variable.enclosingType
        isPrivate = variable.modifiers.contains(where: \.isPrivate)
        let addition = owner?.as(ExtensionDeclSyntax.self)
        guard isPrivate || addition.map({ $0.inheritanceClause == nil }) ?? false else { return nil }
        name = property.identifier.text
        type = owner.map { TypeName.last($0.declaredName) } ?? ""
        labels = []
        required = []
        kind = .property
    }

    /// An initialiser with arguments that no other language, subclass or protocol of the system asks for.
    private init?(making initializer: InitializerDeclSyntax) {
        let parameters = initializer.signature.parameterClause.parameters
        // A call that leaves out all arguments is not told from one of another initialiser.
        guard let owner = initializer.enclosingType, !Self.required(parameters).isEmpty, initializer.attributes.isEmpty,
            parameters.first?.firstName.text != "from" && parameters.first?.firstName.text != "coder",
            initializer.modifiers.allSatisfy({ !["override", "required"].contains($0.name.text) })
        else { return nil }
        name = CallFacts.initializer
        type = TypeName.last(owner.declaredName)
        labels = parameters.map(\.firstName.text)
        required = Self.required(parameters)
        isPrivate = initializer.modifiers.contains(where: \.isPrivate)
        kind = .initializer
    }

    /// A method or global function; nil where the system may call it, or another module, and for operators.
    init?(_ method: FunctionDeclSyntax) {
        guard method.isForCode else { return nil }
        name = method.name.text
        let parameters = method.signature.parameterClause.parameters
        labels = parameters.map(\.firstName.text)
        required = Self.required(parameters)
        type = method.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
        isPrivate = method.modifiers.contains(where: \.isPrivate)
        isStatic = method.modifiers.contains(where: \.isOfType)
        if !method.isCalledByName { kind = .capitalized }
    }

    private static func required(_ parameters: FunctionParameterListSyntax) -> [String] {
        parameters.filter { $0.defaultValue == nil && $0.ellipsis == nil && !$0.mayBeClosure }.map(\.firstName.text)
    }
}

extension FunctionParameterSyntax {
    /// `(Item) -> Void`, also with another name: `CompletionHandler`.
    fileprivate var mayBeClosure: Bool {
        let isFunction = type.is(FunctionTypeSyntax.self) || !type.descendants(FunctionTypeSyntax.self).isEmpty
        return isFunction || !Self.closures.isDisjoint(with: Words.of(TypeName.last(TypeName(type).text)))
    }

    private static let closures: Set<String> = [
        "handler", "completion", "callback", "closure", "block", "action", "listener", "success", "failure", "result",
    ]
}
