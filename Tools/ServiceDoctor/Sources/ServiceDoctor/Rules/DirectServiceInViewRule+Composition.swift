import SwiftSyntax

// Where a view only puts together what others may give it.
extension DirectServiceInViewRule {
    /// `PlacePicker(service: PickerService(address: $address))`: what is made of the view's own bindings, only the view can make.
    static func binds(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.contains { argument in
            let binding = argument.expression.as(FunctionCallExprSyntax.self)
            let isMade =
                binding?.calledExpression.trimmedText == ".init" && binding?.argument("get") != nil
                || binding?.constructedType == "Binding"
            return isMade || argument.expression.trimmedText.hasPrefix("$")
        }
    }

    /// `var model = ForecastModel(service: ForecastService())`, also in the view's `init`.
    static func isWired(_ call: FunctionCallExprSyntax) -> Bool {
        call.arguments.isEmpty && isArgument(call) && call.nearest(ClosureExprSyntax.self) == nil
            && call.enclosingFunction?.is(InitializerDeclSyntax.self) ?? true
    }

    /// `let repository = ItemRepository(client: Client())` in `viewDidLoad()`, which a presenter is then made with.
    static func isWiredOnLoad(_ call: FunctionCallExprSyntax) -> Bool {
        loadsView(call.enclosingFunction) && call.nearest(ClosureExprSyntax.self) == nil
            && call.arguments.allSatisfy { isMade($0.expression, at: call) }
            && (isArgument(call) || isLocal(call, onlyFor: isArgument))
    }

    /// `viewDidLoad()`: where a controller of a storyboard, which nobody passes anything, does what others do in an initialiser.
    private static func loadsView(_ function: Syntax?) -> Bool {
        function?.as(FunctionDeclSyntax.self).map { ["viewDidLoad", "awakeFromNib"].contains($0.name.text) } ?? false
    }

    /// `Client()`, or a constant that is one.
    private static func isMade(_ expression: ExprSyntax, at call: FunctionCallExprSyntax) -> Bool {
        let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text
        let value = name.flatMap { ForcedValue.localValue(named: $0, at: call) } ?? expression
        return value.as(FunctionCallExprSyntax.self)?.constructedType != nil
    }

    /// Something else is made with it.
    private static func isArgument(_ value: some SyntaxProtocol) -> Bool {
        value.parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self)?.constructedType
            != nil
    }

    /// The value of a local constant of which all uses are of a kind.
    static func isLocal(
        _ call: FunctionCallExprSyntax, onlyFor isMeant: (DeclReferenceExprSyntax) -> Bool
    ) -> Bool {
        guard let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = binding.nearest(CodeBlockItemListSyntax.self), binding.enclosingFunction != nil
        else { return false }
        return block.descendants(DeclReferenceExprSyntax.self).filter { $0.baseName.text == name }.allSatisfy(isMeant)
    }

    /// `let client = HubClient(account: Account(url: url))` in a function, of what that was given or people typed: it can be made only
    /// there, and is gone when it has answered.
    static func isMadeForInput(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.contains(where: { namesInput(Syntax($0.expression), at: call, depth: 0) }) else {
            return false
        }
        return isAsked(call) || isLocal(call, onlyFor: isAsked)
    }

    /// `client.rows()`
    static func isAsked(_ value: some SyntaxProtocol) -> Bool {
        value.parent?.as(MemberAccessExprSyntax.self)?.base.map { Syntax($0).id == Syntax(value).id } ?? false
    }

    private static func namesInput(_ value: Syntax, at call: FunctionCallExprSyntax, depth: Int) -> Bool {
        let names =
            value.as(DeclReferenceExprSyntax.self).map { [$0] } ?? value.descendants(DeclReferenceExprSyntax.self)
        return names.contains { reference in
            let name = reference.baseName.text
            if call.hasParameter(named: name) { return true }
            if depth < 3, let local = ForcedValue.localValue(named: name, at: call) {
                return namesInput(Syntax(local), at: call, depth: depth + 1)
            }
            return isTyped(name, at: call)
        }
    }

    /// A property that the view's fields set.
    private static func isTyped(_ name: String, at call: FunctionCallExprSyntax) -> Bool {
        call.enclosingType?.memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self) else { return false }
            return variable.bindings.first?.pattern.trimmedText == name
                && variable.attributes.names.contains { ["State", "Binding"].contains($0) }
        } ?? false
    }

    /// `CatalogModel(source: CatalogAdapter(session: session))`: made of nothing but what the view was given, and handed on.
    static func adapts(_ call: FunctionCallExprSyntax) -> Bool {
        let isOfGiven = call.arguments.contains { argument in
            root(of: argument.expression).map { isGiven($0, at: call) } ?? false || existsOnce(argument.expression)
        }
        let isOfNames = call.arguments.allSatisfy { root(of: $0.expression) != nil || existsOnce($0.expression) }
        guard isOfGiven, isOfNames, call.trailingClosure == nil else { return false }
        // `try CatalogAdapter(session: session)` is as good.
        var made = Syntax(call)
        while let outer = made.parent, outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) { made = outer }
        if made.parent?.is(LabeledExprSyntax.self) ?? false { return true }
        // `CatalogAdapter(modelContext: modelContext).items()`: as replaceable as the environment's store.
        if call.parent?.is(MemberAccessExprSyntax.self) ?? false,
            call.arguments.allSatisfy({ isContext($0.expression, at: call) })
        {
            return true
        }
        // `self.catalog = CatalogAdapter(client: client)`, `return CatalogAdapter(client: client)`
        if made.parent?.is(ExprListSyntax.self) ?? false || made.parent?.is(ReturnStmtSyntax.self) ?? false {
            return true
        }
        // `var importer: ImportService { ImportService(context: context) }`
        if let item = made.parent?.as(CodeBlockItemSyntax.self),
            let list = item.parent?.as(CodeBlockItemListSyntax.self),
            list.count == 1, list.parent?.is(AccessorBlockSyntax.self) ?? false
        {
            return true
        }
        if let binding = made.parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.parent?.parent?.parent?.is(CodeBlockItemSyntax.self) ?? false
        }
        let closure = call.nearest(ClosureExprSyntax.self)
        return closure?.statements.count == 1 && closure?.parent?.is(LabeledExprSyntax.self) ?? false
    }

    /// `URLSession.shared` or `Session.shared.account` in a function or closure: what exists once already.
    private static func existsOnce(_ expression: ExprSyntax) -> Bool {
        var current = expression
        while let member = current.as(MemberAccessExprSyntax.self), let base = member.base {
            if ["shared", "current", "default", "main", "standard"].contains(member.declName.baseName.text) {
                return TypeName(expression: base) != nil && isInCode(expression)
            }
            current = base
        }
        return false
    }

    /// Not the value of a property.
    private static func isInCode(_ expression: ExprSyntax) -> Bool {
        var current = expression.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if outer.is(CodeBlockItemSyntax.self) { return true }
            current = outer.parent
        }
        return false
    }

    /// `model` of `model`, `self.model`, `model.client` and `model.client!`; nil for a member of a type.
    static func root(of expression: ExprSyntax) -> String? {
        var current = expression
        while true {
            if let unwrapped = current.as(ForceUnwrapExprSyntax.self) {
                current = unwrapped.expression
                continue
            }
            guard let member = current.as(MemberAccessExprSyntax.self), let base = member.base else { break }
            if base.as(DeclReferenceExprSyntax.self)?.baseName.tokenKind == .keyword(.self) {
                return member.declName.baseName.text
            }
            current = base
        }
        let name = current.as(DeclReferenceExprSyntax.self)?.baseName.text
        return name.flatMap { $0.first?.isLowercase ?? false ? $0 : nil }
    }

    /// `given ?? CatalogAdapter()` and `given ?? CatalogModel(source: CatalogAdapter())`: only where nothing was given.
    static func isSubstitute(_ call: FunctionCallExprSyntax) -> Bool {
        var made = call
        while let outer = made.parent?.as(LabeledExprSyntax.self)?.parent?.parent?.as(FunctionCallExprSyntax.self),
            outer.constructedType != nil, outer.arguments.contains(made)
        {
            made = outer
        }
        let before = made.parent?.as(ExprListSyntax.self)?.prefix { $0.position < made.position } ?? []
        guard let choice = before.lastIndex(where: { $0.as(BinaryOperatorExprSyntax.self)?.operator.text == "??" })
        else { return false }
        let given = before[..<choice].last?.as(DeclReferenceExprSyntax.self)?.baseName.text
        return made.id == call.id || given.map(call.hasParameter) ?? false
    }

    /// Makes several services in one initialiser: the place where the app is put together.
    static func composes(_ call: FunctionCallExprSyntax) -> Bool {
        guard let body = call.nearest(InitializerDeclSyntax.self)?.body else { return false }
        return body.statements.count { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self)?
                .constructedType != nil
        } >= several
    }

    private static let several = 3

    /// `static func build() -> some View`: puts a view together with all that it needs, where nothing of the view is there yet.
    static func builds(_ call: FunctionCallExprSyntax) -> Bool {
        guard let function = call.enclosingFunction?.as(FunctionDeclSyntax.self),
            function.modifiers.contains(where: \.isOfType),
            let result = function.signature.returnClause?.type
        else { return false }
        return result.mentions(["View", "UIViewController", call.enclosingType?.declaredName ?? ""])
            || result.trimmedText == "Self"
    }

    /// `AppRootView`
    static func isRoot(_ view: String) -> Bool { view.hasSuffix("RootView") }

    /// `func client() -> any Client { return HTTPClient(address: address) }`: a function that only makes it for others.
    static func isReturned(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.contains(where: { !isLiteral($0.expression) }),
            let function = call.enclosingFunction?.as(FunctionDeclSyntax.self), function.signature.returnClause != nil
        else { return false }
        if call.parent?.is(ReturnStmtSyntax.self) ?? false { return true }
        return function.body?.statements.count == 1
            && function.body?.statements.first?.item.as(FunctionCallExprSyntax.self)?.id == call.id
    }

    private static func isLiteral(_ expression: ExprSyntax) -> Bool {
        [.stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .booleanLiteralExpr, .nilLiteralExpr]
            .contains(expression.kind)
    }

    /// A parameter, what the view was given, or a constant made of that.
    private static func isGiven(_ name: String, at call: FunctionCallExprSyntax) -> Bool {
        if call.hasParameter(named: name) { return true }
        if let value = ForcedValue.localValue(named: name, at: call) {
            // `let source = LocalSource(context: context)` and then `Repository(source: source)`
            if let made = value.as(FunctionCallExprSyntax.self), made.constructedType != nil {
                return !made.arguments.isEmpty
                    && made.arguments.allSatisfy {
                        root(of: $0.expression).map { isGivenProperty($0, at: call) } ?? false
                    }
            }
            // `let client = account.client()`
            if let asked = value.as(FunctionCallExprSyntax.self), asked.arguments.isEmpty,
                let owner = asked.receiver.flatMap(root)
            {
                return isGivenProperty(owner, at: call)
            }
            return existsOnce(value) || root(of: value).map { isGivenProperty($0, at: call) } ?? false
        }
        return isGivenProperty(name, at: call)
    }

    /// The store that the environment holds: `@Environment(\.modelContext)`.
    private static func isContext(_ expression: ExprSyntax, at call: FunctionCallExprSyntax) -> Bool {
        guard let name = root(of: expression), let type = call.enclosingType else { return false }
        return type.memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                variable.bindings.first?.pattern.trimmedText == name
            else { return false }
            return variable.attributes.mentions(["modelContext", "managedObjectContext"])
        }
    }

    /// Something of the environment, or a property that the initialiser sets.
    static func isGivenProperty(_ name: String, at call: FunctionCallExprSyntax) -> Bool {
        call.enclosingType?.memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
                binding.pattern.trimmedText == name
            else { return false }
            return variable.attributes.names.contains { $0.hasPrefix("Environment") }
                || binding.initializer == nil && binding.accessorBlock == nil
        } ?? false
    }
}
