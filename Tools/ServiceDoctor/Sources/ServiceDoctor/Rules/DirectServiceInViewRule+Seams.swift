import SwiftSyntax

// Where others can replace what a view creates, or nobody could hand it over.
extension DirectServiceInViewRule {
    /// `lazy var files = FileService(item: item.id)`, where the owner of the view sets `item`: the service cannot be created earlier.
    static func isLazyForGiven(_ call: FunctionCallExprSyntax) -> Bool {
        var current = call.parent
        while let outer = current, !outer.is(MemberBlockItemSyntax.self), !outer.is(CodeBlockSyntax.self) {
            if let variable = outer.as(VariableDeclSyntax.self) {
                return variable.modifiers.contains { $0.name.tokenKind == .keyword(.lazy) }
                    && call.arguments.contains { argument in
                        root(of: argument.expression).map { isGivenProperty($0, at: call) } ?? false
                    }
            }
            current = outer.parent
        }
        return false
    }

    /// `@StateObject var scanner = ScannerService()`, which the code that makes the view may replace, as it may a `var` without
    /// a wrapper, and the `@State` that the view's `init` sets.
    func isReplaceable(_ call: FunctionCallExprSyntax) -> Bool {
        if Self.isSetByOthers(call) { return true }
        guard let variable = Self.property(madeBy: call), let view = variable.enclosingType else { return false }
        let initializers = view.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        if let name = variable.bindings.first?.pattern.trimmedText, !variable.attributes.isEmpty,
            initializers.contains(where: { $0.body?.mentions(["_\(name)"]) ?? false })
        {
            return true
        }
        guard !variable.modifiers.contains(where: { ["private", "fileprivate", "static"].contains($0.name.text) })
        else { return false }
        if variable.attributes.names.contains("StateObject") { return true }
        return variable.attributes.isEmpty && variable.bindingSpecifier.tokenKind == .keyword(.var)
            && view.is(StructDeclSyntax.self) && initializers.isEmpty
    }

    /// `private(set) lazy var model = Model(service: Service())` beside `func setModel(_ model: Model) { self.model = model }`.
    static func isSetByOthers(_ call: FunctionCallExprSyntax) -> Bool {
        var current = call.parent
        while let outer = current, !outer.is(MemberBlockItemSyntax.self) {
            if let variable = outer.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
                let name = variable.bindings.first?.pattern.trimmedText, let type = variable.enclosingType
            {
                let functions = type.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
                return functions.contains { function in
                    let given = function.signature.parameterClause.parameters.map {
                        ($0.secondName ?? $0.firstName).text
                    }
                    let set = function.body?.descendants(SequenceExprSyntax.self).compactMap { Assignment($0) } ?? []
                    return set.contains { assignment in
                        assignment.ownProperty == name
                            && assignment.value.count == 1
                            && given.contains(assignment.value.first?.trimmedText ?? "")
                    }
                }
            }
            current = outer.parent
        }
        return false
    }

    /// `manager` of `var manager = Manager(client: Client())`, where it is not private.
    static func variable(holding call: FunctionCallExprSyntax) -> String? {
        var current = call.parent
        while let outer = current, !outer.opensScope {
            if let variable = outer.as(VariableDeclSyntax.self) {
                let isOpen = variable.modifiers.allSatisfy { !hiding.contains($0.name.text) }
                return variable.bindingSpecifier.tokenKind == .keyword(.var) && isOpen
                    ? variable.bindings.first?.pattern.trimmedText : nil
            }
            current = outer.parent
        }
        return nil
    }

    private static let hiding: Set<String> = ["private", "fileprivate", "static", "class"]

    /// `init(id: Int) { model = Model(service: Service()) }` beside `init(model: Model)`, which takes another one.
    static func isTakenByOtherInitializer(_ call: FunctionCallExprSyntax) -> Bool {
        guard let own = call.nearest(InitializerDeclSyntax.self), let body = own.body, let view = own.enclosingType
        else { return false }
        let outer = call.parent?.parent?.parent?.as(FunctionCallExprSyntax.self)?.calledExpression.trimmedText
        if outer == "self.init" { return true }
        // The types of the service and of everything that is given it.
        let name = localName(of: call, in: body)
        let made = Set(
            body.descendants(FunctionCallExprSyntax.self).filter { other in
                other.contains(call) || name.map { other.arguments.mentions([$0]) } ?? false
            }.compactMap(\.constructedType).map(TypeName.last))
        let property = call.parent?.parent?.as(SequenceExprSyntax.self).flatMap { Assignment($0) }?.ownProperty
        let others = view.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }.filter {
            $0.id != own.id
        }
        return others.contains { other in
            let parameters = other.signature.parameterClause.parameters
            let given = parameters.map { ($0.secondName ?? $0.firstName).text }
            return parameters.contains { made.contains(TypeName.last(TypeName($0.type).text)) }
                || property != nil
                    && other.body?.descendants(SequenceExprSyntax.self).compactMap { Assignment($0) }.contains {
                        $0.ownProperty == property && $0.value.count == 1
                            && given.contains($0.value.first?.trimmedText ?? "")
                    } ?? false
        }
    }

    /// `service` of `let service: any Servicing = isLive ? Service() : Sample()`.
    private static func localName(of call: FunctionCallExprSyntax, in body: CodeBlockSyntax) -> String? {
        let binding = call.nearest(PatternBindingSyntax.self).flatMap { body.contains($0) ? $0 : nil }
        return binding?.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
    }

    /// In `init?(coder:)`, which only storyboards call: nobody can hand anything over there.
    static func isForCoder(_ call: FunctionCallExprSyntax) -> Bool {
        let parameters = call.enclosingFunction?.as(InitializerDeclSyntax.self)?.signature.parameterClause.parameters
        return parameters?.count == 1 && parameters?.first?.firstName.text == "coder"
    }

    /// A property of a cell: the system makes cells, each needs one of its own, and nobody can hand it to them as they are made.
    static func belongsToCell(_ call: FunctionCallExprSyntax) -> Bool {
        guard property(madeBy: call) != nil, let cell = call.enclosingType else { return false }
        let inherited = cell.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return inherited.contains { $0.hasSuffix("TableViewCell") || $0.hasSuffix("CollectionViewCell") }
    }
}

extension Project {
    /// Says whether a test file that names a view sets one of these variables, so that it can set the others as well:
    /// `controller.manager = Manager(client: MockClient())`.
    func isSetByTests(_ variables: Set<String>, of view: String) -> Bool {
        files.contains { file in
            file.kind == .test && file.namedByTests.contains(view) && !file.assignedMembers.isDisjoint(with: variables)
        }
    }
}
