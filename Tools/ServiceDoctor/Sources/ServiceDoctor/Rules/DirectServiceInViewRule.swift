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
            A type is a service if it conforms to a service protocol, or to one that waits or fails and has a mock, if \
            it is registered in a container, or if it is a class or an actor named `…Service` that does asynchronous \
            or failing work. Composition roots may create services: \
            the app, delegates, coordinators, and a view whose `init()` hands one service to several others. So may \
            default arguments, and views called `…Preview` or `…PreviewWrapper`. Services called `Dummy…` or \
            `Fixture…` are left alone. If one service is created as an argument of another, only the outer one is \
            reported.
            """,
        notes: [
            """
            The service has no arguments and is asked once for something that neither waits nor throws, or that is \
            only computed.
            """,
            "The service has no stored properties and is used where it is created.",
            """
            The service holds only constants and works on values, files or media. One that stands for a protocol of \
            the project and may fail stays an error.
            """,
            """
            The service holds only constants, and the view creates it for its model: in a property, in `init` or in \
            `viewDidLoad`. Mocks and registered services stay errors.
            """,
            """
            A function of the view creates the service from its arguments or from what people typed, and asks it \
            something.
            """,
            "Only this function creates the service, which stands for no protocol of the project.",
            "The service uses nothing but the arguments of its functions, and tests have a stand-in for those.",
            """
            The service is made of the view’s bindings, or wraps something that the view was given or the store in its \
            environment.
            """,
            "A `lazy var` creates the service from a property that the owner of the view sets.",
            "The property belongs to a table or collection cell, which nobody can pass anything to.",
            """
            Callers can replace the property, the tests do so, another initialiser of the view takes what this one creates, or it stands on the right of `??`.
            """,
            """
            The project creates the type in four or more places outside of its views, or in more than eight views.
            """,
            """
            A static function returns the view, the initialiser creates three services or more, or a function only \
            returns the service.
            """,
            """
            Only the app or its delegate creates the view, or it is called `…RootView`. Mocks, registered services \
            and a service that the view itself asks for something stay errors.
            """,
            """
            The view is for debugging, a comment calls the service a stub, or nothing in the app creates the view.
            """,
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        let names = Set(
            unit.index.types.filter {
                ConstructionFacts.mayBeView($0.inherited) && !Self.isPreview($0.name)
            }.map(\.name))
        // Nobody makes the controller of an extension but the system.
        guard !names.isEmpty, !unit.bytes.contains(word: "extensionContext") else { return [] }
        let views = unit.index.types.filter { names.contains($0.name) }.map { ($0.node.position, $0.node.endPosition) }
        return unit.index.calls.compactMap { call in
            let position = call.position
            guard call.plainName.map(ConstructionFacts.ofViews.contains) != true,
                call.plainName?.hasSuffix("ViewModel") != true, call.plainName?.hasSuffix("View") != true,
                views.contains(where: { $0.0 <= position && position < $0.1 }), let type = call.constructedType,
                !Self.isOfSystem(type), let owner = view(around: call, names), !isDefaultArgument(call), !isShared(call)
            else { return nil }
            let service = TypeName.last(type)
            let message = "'\(TypeName.last(owner))' creates the service '\(service)' itself."
            var candidate = Candidate(
                finding: finding(
                    unit.place(of: call), message,
                    severity: isUsedUp(call) || Self.adapts(call) || Self.binds(call) || Self.isMadeForInput(call)
                        || isReplaceable(call) || Self.belongsToCell(call) || Self.isLazyForGiven(call)
                        || Self.isSubstitute(call) || Self.isForCoder(call)
                        || Self.isTakenByOtherInitializer(call)
                        || Self.composes(call) || Self.builds(call) || Self.isRoot(owner) || Self.isReturned(call)
                        || DeveloperTools.contain(unit.name) ? .note : nil,
                    fix: "Inject it."))
            candidate.creation = Candidate.Creation(
                service: service, view: TypeName.last(owner), receivers: Self.receivers(of: call),
                isUsedInPlace: isUsedInPlace(call), isOwnState: isOwnState(call), isWired: Self.isWired(call),
                isWiredOnLoad: Self.isWiredOnLoad(call), isAskedByView: Self.isAskedByView(call, in: unit),
                variable: Self.variable(holding: call))
            return candidate
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        var findings = found(in: project)
        // A project whose views make services all over has chosen so, and needs no list of them.
        if findings.count > Self.manyViews {
            for index in findings.indices { findings[index].severity = .note }
        }
        return findings
    }

    private static let manyViews = 8

    private func found(in project: Project) -> [Finding] {
        let candidates = project.candidates(of: description.id)
        let variables = candidates.reduce(into: [String: Set<String>]()) { all, candidate in
            guard let creation = candidate.creation, let variable = creation.variable else { return }
            all[creation.view, default: []].insert(variable)
        }
        return candidates.compactMap { candidate in
            guard let creation = candidate.creation else { return nil }
            let (service, view) = (creation.service, creation.view)
            // What is there until somebody sets the real one.
            guard project.isKnownService(service), Self.isView(view, in: project),
                Self.standIns.isDisjoint(with: Words.of(service)),
                !creation.receivers.contains(where: project.isKnownService)
            else { return nil }
            var finding = candidate.finding
            let isMadeEverywhere = project.constructions.countsElsewhere[service, default: 0] >= Self.everywhere
            let isOwnHelper =
                creation.isOwnState && project.declares(service)
                && (!project.conformsToOwnProtocol(service) || project.isObserved(service))
            // What a container gives as well, or a mock, is no part of an app at its root either.
            let isRegistered = project.injection.madeTypes.contains(service)
            let isLight =
                project.constructions.isRoot(view) && !Words.nameMock(service) && !creation.isAskedByView
                || project.isInterchangeable(service) || project.onlyUsesWhatItIsGiven(service)
                || project.isStub(service) || project.onlyTells(service)
                || creation.isWired && Self.isWired(service, in: project)
                || creation.isWiredOnLoad && Self.isWired(service, in: project, keepingWhatIsGiven: true)
            let isReplaced = creation.variable != nil && project.isSetByTests(variables[view] ?? [], of: view)
            if isMadeEverywhere || isReplaced || creation.isUsedInPlace && Self.isGone(service, in: project)
                || isOwnHelper
                || project.idleTypes.contains(view) || isLight && !isRegistered
            {
                finding.severity = .note
            }
            return finding
        }
    }

    /// The project may have base classes of its own: `class ShopViewController: BaseViewController`.
    private static func isView(_ type: String, in project: Project) -> Bool {
        let parents = project.declarations(of: type).flatMap(\.inherited)
        return !ConstructionFacts.views.isDisjoint(with: parents)
            || !ConstructionFacts.views.isDisjoint(with: project.ancestors(of: type))
    }

    /// A service that nothing is left of when it has answered.
    private static func isGone(_ service: String, in project: Project) -> Bool {
        let types = project.declarations(of: service)
        guard !types.isEmpty else { return false }
        // Made at this one place and for no protocol, it is a part of the function.
        return types.allSatisfy(\.isStateless)
            || project.constructions.counts[service] == 1 && !project.conformsToOwnProtocol(service)
                && !Words.nameMock(service)
    }

    /// A service without state that only the view's model is made with, to which tests give another one.
    private static func isWired(
        _ service: String, in project: Project, keepingWhatIsGiven keepsGiven: Bool = false
    ) -> Bool {
        let types = project.declarations(of: service)
        return !types.isEmpty && !Words.nameMock(service)
            && types.allSatisfy { type in
                type.isStateless || type.work.map { $0.keepsConstants || keepsGiven && $0.keepsGiven } ?? false
            }
    }

    /// `DummyItemRepository()`, `FixtureCatalogService()`
    private static let standIns: Set<String> = ["dummy", "fixture"]

    /// A type that is made in so many places beside the views is not meant to exist once.
    private static let everywhere = 4

    /// The view of this file that a call stands in, in its declaration or an extension; nil in a type within the view.
    private func view(around call: FunctionCallExprSyntax, _ names: Set<String>) -> String? {
        guard let group = call.enclosingType, names.contains(group.declaredName) else { return nil }
        let inherited = group.inheritanceClause?.inheritedTypes.flatMap { TypeName.parts(of: $0.type) } ?? []
        return ConstructionFacts.roots.isDisjoint(with: inherited) ? group.declaredName : nil
    }

    /// `UITapGestureRecognizer`, `NSPredicate`, `CGAffineTransform`, `CAGradientLayer`: most of what views make.
    private static func isOfSystem(_ type: String) -> Bool {
        let start = Array(type.utf8.prefix(3))
        guard start.count == 3, start[2] >= UInt8(ascii: "A"), start[2] <= UInt8(ascii: "Z") else { return false }
        return ["UI", "NS", "CG", "CA"].contains(type.prefix(2)) && !Words.nameService(type)
    }

    private static func isPreview(_ name: String) -> Bool {
        ["Preview", "Previews", "PreviewWrapper", "PreviewHost", "PreviewContainer"].contains { name.hasSuffix($0) }
    }

    /// `BrowserService().open(url)`, `ThemeService().theme`: made without anything, asked for one thing that cannot fail, and gone;
    /// also `try PageService().render(page)`, which only computes.
    private func isUsedUp(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.isEmpty, let use = call.parent?.as(MemberAccessExprSyntax.self),
            use.nearest(AwaitExprSyntax.self) == nil
        else { return false }
        return use.nearest(TryExprSyntax.self) == nil
            || Words.of(use.declName.baseName.text).first.map(Self.computing.contains) ?? false
    }

    private static let computing: Set<String> = [
        "generate", "render", "format", "make", "build", "calculate", "compute", "parse", "draw",
    ]

    /// `let data = try await ImportService().data(of: file)`: whatever it takes, it is gone when it has answered.
    private func isUsedInPlace(_ call: FunctionCallExprSyntax) -> Bool {
        guard call.arguments.isEmpty, call.enclosingFunction != nil || call.nearest(ClosureExprSyntax.self) != nil
        else {
            return false
        }
        return Self.isAsked(call) || Self.isLocal(call, onlyFor: Self.isAsked)
    }

    /// The types that are made with this one, or with the constant that it is given to: `Repository(api: API(client: Client()))`.
    private static func receivers(of call: FunctionCallExprSyntax) -> [String] {
        var types: [String] = []
        var current = call.parent
        while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
            if let maker = outer.as(FunctionCallExprSyntax.self), maker.arguments.contains(call),
                let type = maker.constructedType
            {
                types.append(TypeName.last(type))
            }
            current = outer.parent
        }
        if let binding = call.parent?.parent?.as(PatternBindingSyntax.self),
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let block = binding.parent?.parent?.parent?.parent?.as(CodeBlockItemListSyntax.self)
        {
            for argument in block.descendants(LabeledExprSyntax.self)
            where argument.expression.as(DeclReferenceExprSyntax.self)?.baseName.text == name {
                guard let maker = argument.parent?.parent?.as(FunctionCallExprSyntax.self),
                    maker.position > call.position,
                    let type = maker.constructedType
                else { continue }
                types += [TypeName.last(type)] + receivers(of: maker)
            }
        }
        return types
    }

    /// The property that a call is the value of.
    static func property(madeBy call: FunctionCallExprSyntax) -> VariableDeclSyntax? {
        guard let variable = call.parent?.parent?.parent?.parent?.as(VariableDeclSyntax.self),
            variable.parent?.is(MemberBlockItemSyntax.self) ?? false
        else { return nil }
        return variable
    }

    /// `@State private var recorder = AudioRecorderService()`, or `_recorder = State(initialValue: AudioRecorderService())`: an object
    /// that lives with the view.
    private func isOwnState(_ call: FunctionCallExprSyntax) -> Bool {
        if let wrapper = call.parent?.parent?.parent?.as(FunctionCallExprSyntax.self) {
            return call.arguments.isEmpty && ["State", "StateObject"].contains(wrapper.plainName)
                && wrapper.arguments.contains(call)
        }
        let attributes = Self.property(madeBy: call)?.attributes.names ?? []
        return call.arguments.isEmpty && (attributes.contains("State") || attributes.contains("StateObject"))
    }

    /// `private let service = ItemService()` and `try await service.items()` in the view: more than putting the app together.
    private static func isAskedByView(_ call: FunctionCallExprSyntax, in unit: SourceUnit) -> Bool {
        guard let variable = property(madeBy: call), let name = variable.bindings.first?.pattern.trimmedText,
            variable.attributes.isEmpty, let view = variable.enclosingType
        else { return false }
        return unit.index.calls.contains { asked in
            guard let receiver = asked.receiver, view.contains(asked) else { return false }
            let member = receiver.as(MemberAccessExprSyntax.self)
            let isOwn = member.map { $0.base?.trimmedText == "self" } ?? true
            let asker = member?.declName ?? receiver.as(DeclReferenceExprSyntax.self)
            guard isOwn, asker?.baseName.text == name else { return false }
            var current = asked.parent
            while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
                if outer.is(TryExprSyntax.self) || outer.is(AwaitExprSyntax.self) { return true }
                current = outer.parent
            }
            return false
        }
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
