import SwiftSyntax

/// A finding that depends on other files, with what it is decided by.
struct Candidate: Sendable {
    var finding: Finding
    var names: [String] = []
    /// The task that it stands in, for rules about cancellation.
    var context: TaskContext?
    /// What is waited for before it, for the same rules.
    var waits: [CancellationFacts.Call] = []
    /// The functions that give the streams it reads, where nothing else throws.
    var streams: [String] = []
    /// The functions and types that an error comes from whose own message is shown; nil where more of it is shown.
    var sources: [String]?
    /// The places of the files that are read before it, where nothing else can fail.
    var places: [BundleFacts.Origin] = []
    /// Where the errors come from that a catch gets.
    var exits: [ErrorExits.Exit] = []
    /// Where an error comes from that no catch gets, but a closure, a parameter or a property.
    var origins: [ErrorExits.Exit] = []
    /// The types whose errors an earlier catch takes.
    var takenBefore: Set<String> = []
    /// The property that keeps the error, where nothing in its file reads it.
    var unread: Property?
    /// The function around it, where only code that names it can call it.
    var function: Function?
    /// The case of an enumeration that an error's text is put into.
    var payload: Payload?
    /// The types around it, the innermost first, for rules about what people see.
    var types: [String] = []
    /// A view's own state, which the work clears before it waits.
    var isClearedFirst = false
    /// What the catch sets, the function clears again in any case.
    var isClearedAfter = false
    /// The properties that show the error as well, where nothing else reads it: those that its `didSet` sets.
    var shownBy: Set<String> = []
    /// Happens only where a callback breaks the contract of giving a value or an error.
    var breaksContract = false
    /// A sentence tells people what did not work.
    var isExplained = false
    /// The property for errors that it sets.
    var kept: Kept?
    /// The content that is taken away around it: `items` of `items = []`.
    var emptied: Set<String> = []
    /// Only where there is no content anyway.
    var isForMissingContent = false
    /// The labels of the function around it.
    var labels: [String] = []
    /// Who cancels the task that it stands in.
    var cancelers: Cancelers?
    /// All that can fail are calls of libraries that no cancellation ends, and of these functions.
    var patient: [String]?
    /// A service that a view creates.
    var creation: Creation?

    /// A service that a view creates, and what the view does with it.
    struct Creation: Sendable {
        let service: String
        let view: String
        /// The types that are made with the service.
        let receivers: [String]
        /// It is gone when it has answered.
        let isUsedInPlace: Bool
        /// The view keeps it in `@State` or `@StateObject`.
        let isOwnState: Bool
        /// Others are made with it, where the view is set up.
        let isWired: Bool
        /// The same in `viewDidLoad`.
        let isWiredOnLoad: Bool
        let isAskedByView: Bool
        /// The variable that holds it, which others can set.
        let variable: String?
    }

    /// A case with a text: `failed` of `status = .failed(text)`, `reading` of `failure = DatabaseError.reading(text)`.
    struct Payload: Sendable {
        let name: String
        /// The type before it; nil where the case is written alone, and its name says that it is one of a failure.
        let type: String?
        /// The type written at the property that it is put into.
        var declaredType: String?
    }

    /// A property for errors, of a type.
    struct Kept: Sendable {
        let name: String
        let type: String
    }

    /// A function of a type.
    struct Function: Sendable {
        let name: String
        let type: String
        /// The labels of its parameters.
        let labels: [String]
        /// Those of them without a default, closures left out, which a call may have behind its parentheses.
        let required: [String]
        let isPrivate: Bool
        var kind = Kind.method
        /// Belongs to the type, so that no object of it has it.
        var isStatic = false

        enum Kind: Sendable {
            case method
            /// A method whose name begins as those of types do.
            case capitalized
            /// A computed property, which is read and not called.
            case property
            case initializer
        }
    }

    /// A property of a type.
    struct Property: Sendable {
        let name: String
        let type: String
        /// Only its own file can read it.
        let isPrivate: Bool
        /// A comparison with `nil` reads it.
        var countsQuestions = true
        /// The property that it is a part of: `sync` of `sync.errorMessage`.
        var owner: Owner?
    }

    /// A property whose value has an error.
    struct Owner: Sendable {
        let name: String
        let type: String
    }
}

extension Candidate {
    /// `bannerUI` of `private var error: AppError? { didSet { bannerUI = … } }`, where nothing but that reads the error.
    static func shown(
        byObserverOf name: String, around node: some SyntaxProtocol, in unit: SourceUnit
    ) -> Set<String> {
        let bindings = node.enclosingType?.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter(\.isPrivateProperty).flatMap(\.bindings)
        guard let observed = bindings?.first(where: { $0.pattern.trimmedText == name })?.accessorBlock,
            case .accessors(let accessors) = observed.accessors,
            let observer = accessors.first(where: { $0.accessorSpecifier.text == "didSet" }),
            unit.names.isNeverRead(name, where: { !observed.contains($0) })
        else { return [] }
        let set = unit.index.assignments.filter { observer.contains($0.node) }.compactMap(\.ownProperty)
        return Set(set).subtracting([name])
    }
}

extension Candidate.Payload {
    /// The case that an assignment puts something into; nil where it may call a function.
    init?(setBy assignment: Assignment) {
        guard let call = assignment.value.first?.as(FunctionCallExprSyntax.self), let name = call.calleeName else {
            return nil
        }
        if ErrorState.assignsFailureCase(assignment) {
            let property = assignment.ownProperty.flatMap { name in
                assignment.node.enclosingType?.memberBlock.members.lazy.compactMap {
                    $0.decl.as(VariableDeclSyntax.self)
                }
                .flatMap(\.bindings).first { $0.pattern.trimmedText == name }
            }
            self.init(name: name, type: nil, declaredType: property?.typeAnnotation.map { TypeName($0.type).text })
            return
        }
        guard assignment.value.count == 1, let type = call.receiver.flatMap(TypeName.init(expression:)) else {
            return nil
        }
        self.init(name: name, type: TypeName.last(type.text))
    }
}

extension Candidate.Kept {
    /// The property for errors that an assignment sets; nil where it sets something else.
    init?(setBy assignment: Assignment) {
        guard let name = assignment.ownProperty, ErrorState.isErrorName(name),
            let type = assignment.node.enclosingType
        else { return nil }
        self.init(name: name, type: TypeName.last(type.declaredName))
    }
}

extension Candidate.Property {
    /// The property that an assignment sets; nil unless its file declares it and reads it nowhere.
    /// - Parameter countsQuestions: Whether a comparison with `nil` reads it.
    init?(setBy assignment: Assignment, unreadIn unit: SourceUnit, countsQuestions: Bool = true) {
        if let part = Self(partSetBy: assignment, unreadIn: unit) {
            self = part
            return
        }
        guard let name = assignment.ownProperty, let type = assignment.node.enclosingType else { return nil }
        // Other types of the file may have private properties of the same name.
        let parts = unit.index.types.filter { $0.name == type.declaredName }.map(\.node)
        let variables = parts.lazy.flatMap(\.memberBlock.members).compactMap { $0.decl.as(VariableDeclSyntax.self) }
        guard
            let variable = variables.first(where: { variable in
                variable.bindings.contains { $0.pattern.trimmedText == name && $0.accessorBlock == nil }
            })
        else { return nil }
        // What a view keeps in `@State`, nobody else reads either.
        let isHidden =
            variable.modifiers.contains { $0.detail == nil && $0.name.tokenKind == .keyword(.private) }
            || variable.attributes.names.contains("State")
        func isMeant(_ token: TokenSyntax) -> Bool {
            if !countsQuestions, token.isComparedWithNil { return false }
            return isHidden ? parts.contains { $0.contains(token) } : !Self.isVariable(token)
        }
        let isUnread = (isHidden || ErrorState.isErrorName(name)) && unit.names.isNeverRead(name, where: isMeant)
        guard isUnread else { return nil }
        isPrivate = isHidden
        self.countsQuestions = countsQuestions
        self.name = name
        self.type = TypeName.last(type.declaredName)
    }

    /// The name of a variable or parameter of the function around it, not of a property.
    private static func isVariable(_ name: TokenSyntax) -> Bool {
        name.previousToken(viewMode: .sourceAccurate)?.tokenKind != .period && ErrorState.isLocal(name.text, at: name)
    }

    /// `sync.errorMessage = …`, where `sync` is a property with a type that is written or made there.
    private init?(partSetBy assignment: Assignment, unreadIn unit: SourceUnit) {
        guard let member = assignment.target.as(MemberAccessExprSyntax.self), let base = member.base,
            let type = assignment.node.enclosingType
        else { return nil }
        let whole = base.as(MemberAccessExprSyntax.self)
        if let outer = whole, outer.base?.trimmedText != "self" { return nil }
        let part = member.declName.baseName.text
        guard let name = (whole?.declName ?? base.as(DeclReferenceExprSyntax.self))?.baseName.text, name != "self",
            ErrorState.isErrorName(part), unit.names.isNeverRead(part, where: { !Self.isVariable($0) }),
            let kept = type.memberBlock.members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self) }).flatMap(
                \.bindings
            )
            .first(where: { $0.pattern.trimmedText == name && $0.accessorBlock == nil }),
            let state = kept.typeAnnotation.map({ TypeName($0.type).text })
                ?? kept.initializer?.value.as(FunctionCallExprSyntax.self)?.constructedType
        else { return nil }
        self.init(
            name: part, type: TypeName.last(type.declaredName), isPrivate: false,
            owner: Candidate.Owner(name: name, type: TypeName.last(TypeName.withoutArguments(state))))
    }

    private init(name: String, type: String, isPrivate: Bool, owner: Candidate.Owner) {
        self.name = name
        self.type = type
        self.isPrivate = isPrivate
        self.owner = owner
    }
}
