import SwiftSyntax

struct DirectServiceInViewRule: Rule {
    let description = RuleDescription(
        id: "direct_service_in_view",
        severity: .error,
        summary: "Finds a view that creates a known service itself.",
        reason: """
            A view that creates its own service cannot be previewed or tested without it, creates a second instance \
            of what should exist once, and bypasses health tracking and fallbacks.
            """,
        exceptions: """
            Composition roots (the app, delegates, coordinators, a view whose `init()` makes a service once and hands it to \
            several others), views called `…Preview`, default arguments, and types that merely sound like a \
            service: known are those that conform to a service protocol, are registered, or are classes and actors named \
            Service that do asynchronous or failing work. A note where the service is made without arguments, asked for one thing that \
            neither waits nor throws, and not kept.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        let names = Set(
            unit.index.types.filter { !Self.views.isDisjoint(with: $0.inherited) && !Self.isPreview($0.name) }.map(
                \.name))
        // Nobody makes the controller of an extension but the system.
        guard !names.isEmpty, !unit.bytes.contains(word: "extensionContext") else { return [] }
        let views = unit.index.types.filter { names.contains($0.name) }.map { ($0.node.position, $0.node.endPosition) }
        return unit.index.calls.compactMap { call in
            let position = call.position
            guard call.plainName.map(Self.known.contains) != true, call.plainName?.hasSuffix("ViewModel") != true,
                views.contains(where: { $0.0 <= position && position < $0.1 }), let type = call.constructedType,
                let owner = view(around: call, names), !isDefaultArgument(call), !isShared(call)
            else { return nil }
            let message = "'\(TypeName.last(owner))' creates the service '\(TypeName.last(type))' itself."
            return Candidate(
                finding: finding(
                    unit.place(of: call), message,
                    severity: isUsedUp(call) || Self.adapts(call) || isReplaceable(call) ? .note : nil,
                    fix: "Inject it."),
                names: [TypeName.last(type)])
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { _, candidate in
            candidate.names.contains { project.isKnownService($0) }
        }
    }

    /// The view of this file that a call stands in, in its declaration or an extension; nil in a type within the view.
    private func view(around call: FunctionCallExprSyntax, _ names: Set<String>) -> String? {
        guard let group = call.enclosingType, names.contains(group.declaredName) else { return nil }
        let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return Self.roots.isDisjoint(with: inherited) ? group.declaredName : nil
    }

    private static let roots: Set<String> = [
        "App", "UIApplicationDelegate", "UIWindowSceneDelegate", "NSApplicationDelegate",
        "UNNotificationContentExtension",
    ]

    private static let views: Set<String> = [
        "View", "SwiftUI.View", "UIView", "ViewModifier", "UIViewController", "UITableViewController",
        "NSViewController", "UICollectionViewController", "UITableViewCell", "UICollectionViewCell",
    ]

    /// What views are made of; no project calls a service so.
    private static let known: Set<String> = [
        "Text", "HStack", "VStack", "ZStack", "Image", "Button", "Label", "List", "Section", "ForEach", "Spacer",
        "Divider", "NavigationStack", "NavigationLink", "ScrollView", "Form", "Toggle", "TextField", "Picker", "Group",
        "Color", "Task", "UUID", "Date", "URL", "String", "Int", "Double",
    ]

    private static func isPreview(_ name: String) -> Bool { name.hasSuffix("Preview") || name.hasSuffix("Previews") }

    /// `BrowserService().open(url)`, `ThemeService().theme`: made without anything, asked for one thing that cannot fail, and gone.
    private func isUsedUp(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.isEmpty, let use = call.parent?.as(MemberAccessExprSyntax.self) else { return false }
        return use.nearest(AwaitExprSyntax.self) == nil && use.nearest(TryExprSyntax.self) == nil
    }

    /// `CatalogModel(source: CatalogAdapter(session: session))`: made of nothing but what the view was given, and handed on.
    private static func adapts(_ call: FunctionCallExprSyntax) -> Bool {
        let names = call.arguments.compactMap { $0.expression.as(DeclReferenceExprSyntax.self)?.baseName.text }
        guard !names.isEmpty, names.count == call.arguments.count, call.trailingClosure == nil,
            names.contains(where: { isGiven($0, at: call) })
        else { return false }
        if call.parent?.is(LabeledExprSyntax.self) ?? false { return true }
        if let binding = call.parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.parent?.parent?.parent?.is(CodeBlockItemSyntax.self) ?? false
        }
        let closure = call.nearest(ClosureExprSyntax.self)
        return closure?.statements.count == 1 && closure?.parent?.is(LabeledExprSyntax.self) ?? false
    }

    /// A parameter of the initialiser, something of the environment, or a property that the initialiser sets.
    private static func isGiven(_ name: String, at call: FunctionCallExprSyntax) -> Bool {
        if call.nearest(InitializerDeclSyntax.self) != nil, call.hasParameter(named: name) { return true }
        return call.enclosingType?.memberBlock.members.contains { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self), let binding = variable.bindings.first,
                binding.pattern.trimmedText == name
            else { return false }
            return !variable.attributes.names.filter { $0.hasPrefix("Environment") }.isEmpty
                || binding.initializer == nil && binding.accessorBlock == nil
        } ?? false
    }

    /// `@StateObject var scanner = ScannerService()`, which the code that makes the view may replace.
    private func isReplaceable(_ call: FunctionCallExprSyntax) -> Bool {
        guard let variable = call.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self) else { return false }
        return variable.attributes.names.contains("StateObject")
            && !variable.modifiers.contains { $0.name.tokenKind == .keyword(.private) }
    }

    private func isDefaultArgument(_ call: FunctionCallExprSyntax) -> Bool {
        call.nearest(FunctionParameterSyntax.self) != nil
    }

    /// `init() { let service = Service() … }`, and two others or more are given the constant: the view puts the app together.
    private func isShared(_ call: FunctionCallExprSyntax) -> Bool {
        guard let initializer = call.nearest(InitializerDeclSyntax.self), let body = initializer.body,
            initializer.signature.parameterClause.parameters.isEmpty,
            let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return false }
        let uses = body.tokens(viewMode: .sourceAccurate).filter { token in
            token.text == name && token.position > call.position
                && token.parent?.parent?.is(LabeledExprSyntax.self) ?? false
        }
        return uses.count >= 2
    }
}
