import SwiftSyntax

/// What one file says that matters for others. It holds no syntax, so that a whole code base fits into memory.
struct FileFacts: Sendable {
    let name: String
    let kind: PathKind
    /// Of the file's bytes.
    var digest = Digest()
    var isChecked = false
    /// An example or a demo.
    var isForShow = false
    /// Who grants a licence at its head.
    var licensor: String?
    var head: FileHead?
    /// A test that expects something, as that of a template does not.
    var expects = false
    /// Read for what it declares only.
    var isCompanion = false
    /// The file could not be read, or parsed, as a whole: it may declare more than is known.
    var isIncomplete = false
    var findings: [Finding] = []
    var candidates: [String: [Candidate]] = [:]
    var suppressions = Suppressions()
    /// The lines of top-level declarations that did not parse: what is found there may be an illusion.
    var brokenLines: [ClosedRange<Int>] = []
    var imports: Set<String> = []
    var types: [TypeFact] = []
    var aliases: [String: String] = [:]
    var boundMembers: Set<String> = []
    var mockNames: Set<String> = []
    /// What is mentioned that is called as services are.
    var serviceNames: Set<String> = []
    /// Those of them that something can be given: as a parameter, or as a property that others set.
    var takenServices: Set<String> = []
    /// Redirects standard output to a file or a pipe.
    var redirectsOutput = false
    /// The project's own functions called `print`, `debugPrint`, `dump` or `NSLog`.
    var printers: Set<String> = []
    /// Those of the project that print in debug builds only.
    var debugPrinters: Set<String> = []
    /// What is mentioned that may be a property for an error.
    var errorNames: Set<String> = []
    var errorReads = ErrorReads()
    /// The patterns that take values out of cases, by the name of the case.
    var openedCases: [String: Set<CaseOpening>] = [:]
    /// What is written here, but for functions where they are declared.
    var mentions = Mentions()
    /// The functions that are called on something: `items` of `client.items()`.
    var calledMembers: Set<NameDigest> = []
    var optedCalls = OptedCalls()
    var serviceUses = ServiceUses()
    /// What a test names that is written as types are.
    var namedByTests: Set<String> = []
    /// The types named here that are called as stand-ins for services are.
    var namedStandIns: Set<String> = []
    var health = HealthFacts()
    var isCommandLineMain = false
    /// Has what only apps for the Mac have: the style of a window, an extra in the menu bar.
    var isForMac = false
    /// Has code for another system, or for one of several, or asks for the refresh of a view.
    var isForOtherSystems = false
    /// Marks a whole type or extension `nonisolated`, which says something only where the rest is on the main actor.
    var leavesMainActor = false
    /// What alerts, sheets and toasts are bound to or show.
    var dialogMembers: Set<String> = []
    /// The properties of other objects that are assigned to: `text` of `view.text = …`.
    var assignedMembers: Set<String> = []
    var errors = ErrorFacts()
    var thrown = ThrownErrors()
    var errorExits = ErrorExits()
    var tasks = TaskFacts()
    var starts = StartFacts()
    var calls = CallFacts()
    var errorShowings = ErrorShowings()
    var leaving = LeavingFacts()
    var cancellation = CancellationFacts()
    var constructions = ConstructionFacts()
    var bundle = BundleFacts()
    var typeUses: [TypeUses] = []
    var injection = InjectionFacts()

    init(name: String, kind: PathKind) {
        self.name = name
        self.kind = kind
    }

    /// Reads everything that other files may need from a parsed one.
    init(_ unit: SourceUnit, isChecked: Bool) {
        self.init(name: unit.name, kind: unit.kind)
        self.isChecked = isChecked
        imports = unit.index.imports
        types = unit.index.types.map { TypeFact($0, in: unit) }
        for alias in unit.index.aliases where alias.genericParameterClause == nil {
            let target = TypeName(alias.initializer.value).text
            // An alias of Never only says that the name is unavailable where it is declared.
            if target != "Never" { aliases[alias.name.text] = target }
        }
        boundMembers = unit.words.boundMembers
        mockNames = unit.words.mockNames
        serviceNames = unit.words.serviceNames
        if unit.kind == .production {
            redirectsOutput = PrintCall.isRedirected(in: unit)
            printers = PrintCall.substitutes(in: unit)
            debugPrinters = PrintCall.substitutes(in: unit, forDebugging: true)
        }
        errorNames = unit.words.errorNames
        mentions = Mentions(unit)
        calledMembers = Set(
            unit.index.calls.lazy.filter { $0.receiver != nil }.compactMap(\.calleeName).map(NameDigest.init))
        health = HealthFacts(unit)
        isCommandLineMain = CommandLineMain.isMain(unit)
        leavesMainActor = unit.index.types.contains { type in
            type.node.modifiers.contains { $0.name.tokenKind == .keyword(.nonisolated) }
        }
        expects = unit.kind == .test && Self.expects(unit)
        constructions = ConstructionFacts(unit)
        typeUses = TypeUses.of(unit)
        let named = unit.index.namedTypes.values.joined()
        if unit.kind == .test { namedByTests = Set(named) }
        namedStandIns = Set(
            (Array(named) + unit.index.setAsideCalls.compactMap(\.constructedType)).filter(Words.nameStandIn))
        assignedMembers = unit.index.setAsideAssigned
        for call in unit.index.calls where call.arguments.contains(where: { $0.expression.is(PatternExprSyntax.self) })
        {
            if let name = call.calleeName, !Self.onlyPrintsPayload(of: call) {
                openedCases[name, default: []].insert(CaseOpening(call))
            }
        }
        isForMac = unit.index.calls.contains(where: Self.isForMac)
        isForOtherSystems =
            unit.index.asksForSystem || !imports.isDisjoint(with: ["UIKit", "WatchKit", "TVUIKit"])
        if isChecked {
            tasks = TaskFacts(unit)
            starts = StartFacts(unit)
            calls = CallFacts(unit)
            errorShowings = ErrorShowings(unit)
            leaving = LeavingFacts(unit)
            cancellation = CancellationFacts(unit)
            takenServices = Self.takenServices(in: unit)
            serviceUses = ServiceUses(unit)
            optedCalls = OptedCalls(unit)
            errors = ErrorFacts(unit)
            errorReads = ErrorReads(unit)
            thrown = ThrownErrors(unit)
            errorExits = ErrorExits(unit)
            bundle = BundleFacts(unit)
            dialogMembers = Self.dialogMembers(in: unit)
            for assignment in unit.index.assignments where assignment.ownProperty == nil {
                if let name = assignment.lastName { assignedMembers.insert(name) }
            }
            assignedMembers.formUnion(Self.assignedByExtensions(unit))
            assignedMembers.formUnion(unit.index.calls.compactMap(Self.changedMember))
        }
        injection = InjectionReader(unit).read()
    }

    /// `case .failed(let text): print(text)`: nobody sees what is taken out of the case.
    private static func onlyPrintsPayload(of call: FunctionCallExprSyntax) -> Bool {
        guard let branch = call.nearest(SwitchCaseSyntax.self), case .case(let label) = branch.label,
            label.contains(call)
        else { return false }
        let names = Set(
            call.arguments.flatMap { $0.expression.descendants(IdentifierPatternSyntax.self) }.map(\.identifier.text))
        return !names.isEmpty
            && branch.statements.descendants(DeclReferenceExprSyntax.self).allSatisfy {
                !names.contains($0.baseName.text) || $0.isPrinted
            }
    }

    /// `.windowToolbarStyle(.unified)`, `.windowStyle(.titleBar)`, `MenuBarExtra(…)`
    private static func isForMac(_ call: FunctionCallExprSyntax) -> Bool {
        switch call.calleeName {
        case "windowToolbarStyle", "MenuBarExtra": true
        case "windowStyle": [".titleBar", ".hiddenTitleBar"].contains(call.arguments.first?.expression.trimmedText)
        default: false
        }
    }

    private static func expects(_ unit: SourceUnit) -> Bool {
        guard expectations.contains(where: unit.bytes.contains(word:)) else { return false }
        return unit.tree.tokens(viewMode: .sourceAccurate).contains { token in
            token.text.hasPrefix("XCTAssert") || token.text.hasPrefix("assert")
                || ["XCTFail", "XCTUnwrap", "expect", "require", "confirmation"].contains(token.text)
        }
    }

    /// What is in every word that expects something. A test has one of them in its first lines as a rule.
    private static let expectations: [StaticString] = ["XCT", "assert", "expect", "require", "confirmation"]

    /// The collections' and truth values' methods that change them.
    private static let mutating: Set<String> = [
        "toggle", "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeValue", "updateValue",
        "formUnion",
        "subtract", "merge", "sort", "reverse", "popLast", "negate",
    ]

    /// `isOn` of `player.isOn.toggle()`: a change of another object's property that is no assignment.
    private static func changedMember(by call: FunctionCallExprSyntax) -> String? {
        guard let name = call.calleeName, mutating.contains(name),
            let property = call.receiver?.as(MemberAccessExprSyntax.self), let owner = property.base,
            owner.trimmedText != "self"
        else { return nil }
        return property.declName.baseName.text
    }

    /// `Player.isPlaying` where an extension of a type that another file declares assigns to `isPlaying`.
    private static func assignedByExtensions(_ unit: SourceUnit) -> [String] {
        let extended = unit.index.types.filter { $0.kind == .extension }.map(\.name)
        let declared = Set(unit.index.types.filter { $0.kind != .extension }.map(\.name))
        guard extended.contains(where: { !declared.contains($0) }) else { return [] }
        return unit.index.assignments.compactMap { assignment in
            guard let name = assignment.ownProperty,
                let type = assignment.node.enclosingType?.as(ExtensionDeclSyntax.self)
            else { return nil }
            if assignment.target.is(DeclReferenceExprSyntax.self), ErrorState.isLocal(name, at: assignment.node) {
                return nil
            }
            return declared.contains(type.declaredName) ? nil : "\(TypeName.last(type.declaredName)).\(name)"
        }
    }

    private static func takenServices(in unit: SourceUnit) -> Set<String> {
        guard !unit.words.serviceNames.isEmpty else { return [] }
        var places = unit.index.functions.map { Syntax($0.signature.parameterClause) }
        places += unit.index.functions.compactMap { $0.genericParameterClause.map { Syntax($0) } }
        places += unit.index.initializers.map { Syntax($0.signature.parameterClause) }
        for variable in unit.index.variables where isSettable(variable) {
            places += variable.bindings.compactMap { $0.typeAnnotation.map { Syntax($0) } }
        }
        return places.reduce(into: []) { taken, place in
            guard unit.mentions(serviceEnds, in: place) else { return }
            for token in place.tokens(viewMode: .sourceAccurate) where unit.words.serviceNames.contains(token.text) {
                if !isHandedToClosure(token) { taken.insert(token.text) }
            }
        }
    }

    /// `_ handler: (Request, ItemRepository) -> Response`: who takes the closure makes the service itself.
    private static func isHandedToClosure(_ token: TokenSyntax) -> Bool {
        var node = token.parent
        while let current = node, !current.is(FunctionParameterSyntax.self) {
            if let list = current.as(TupleTypeElementListSyntax.self), list.parent?.is(FunctionTypeSyntax.self) ?? false
            {
                return true
            }
            node = current.parent
        }
        return false
    }

    /// How the names of services end, as ``SourceWords/serviceNames`` has them.
    private static let serviceEnds: [StaticString] = [
        "Service", "Servicing", "Repository", "Client", "Gateway", "Protocol", "Type",
    ]

    /// A property that code outside of its type sets, or that a wrapper fills.
    private static func isSettable(_ variable: VariableDeclSyntax) -> Bool {
        guard variable.parent?.is(MemberBlockItemSyntax.self) ?? false else { return false }
        if !variable.attributes.isEmpty { return true }
        if variable.modifiers.contains(where: \.isPrivate) { return false }
        return variable.bindings.allSatisfy { binding in
            guard let accessors = binding.accessorBlock else {
                return binding.initializer == nil || variable.bindingSpecifier.tokenKind == .keyword(.var)
            }
            return accessors.mentions(["set"])
        }
    }
}
