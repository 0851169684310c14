import SwiftSyntax

/// What is known of a type, or of an extension, without its syntax.
struct TypeFact: Sendable {
    let name: String
    let qualifiedName: String
    let kind: TypeDeclaration.Kind
    let inherited: [String]
    let attributes: [String]
    /// In a test, a preview or `#if DEBUG`.
    let isSetAside: Bool
    let isPublic: Bool
    /// How many functions a protocol asks for.
    let requiredFunctions: Int
    /// The names of these functions; nil where it asks for anything else as well.
    let onlyFunctions: Set<NameDigest>?
    /// The names of the functions and properties that a protocol asks for; nil where it asks for anything else.
    let asksFor: Set<NameDigest>?
    /// The names of the functions that an extension adds.
    let addedFunctions: Set<NameDigest>
    /// Whether one of them can fail or make its caller wait: it throws, is asynchronous, takes a closure or returns a publisher.
    let asksForWork: Bool
    /// The properties that a protocol wants to be settable.
    let settableRequirements: [String]
    /// Has a function that is asynchronous or throws.
    let doesWork: Bool
    let hasGeneratedMock: Bool
    /// `@available(*, deprecated)`
    let isDeprecated: Bool
    /// The protocol that a macro writes a mock of: `@Mock(of: (any RateService).self)`.
    let mocks: String?
    /// An error of which there is nothing to know but that it happened.
    let isErrorWithoutContent: Bool
    /// Has an outlet or an action of Interface Builder.
    let isConnected: Bool
    /// The cases of an enumeration.
    let cases: Set<String>
    /// Its static members, or those that an extension adds, which patterns may name as well.
    let constants: Set<String>
    /// A structure, class or actor without stored properties: one is as good as another.
    let isStateless: Bool
    /// What a service is made of; nil for other types.
    let work: ServiceWork?
    /// An error that has a message for people.
    let hasErrorMessage: Bool
    /// Has a `localizedDescription` of its own, for those who know its type.
    let describesItself: Bool
    let place: Place

    init(_ type: TypeDeclaration, in unit: SourceUnit) {
        name = TypeName.last(type.name)
        qualifiedName = type.node.qualifiedName
        kind = type.kind
        inherited = type.inherited
        attributes = type.attributes
        isSetAside = type.isSetAside
        isPublic = type.isPublic
        let functions = type.node.memberBlock.members.compactMap { $0.decl.as(FunctionDeclSyntax.self) }
        requiredFunctions = type.kind == .protocol ? functions.count : 0
        onlyFunctions =
            type.kind == .protocol && functions.count == type.node.memberBlock.members.count
            ? Set(functions.map { NameDigest($0.name.text) }) : nil
        asksFor = type.kind == .protocol ? Self.asked(type) : nil
        addedFunctions = type.kind == .extension ? Set(functions.map { NameDigest($0.name.text) }) : []
        settableRequirements = type.kind == .protocol ? Self.settable(type) : []
        doesWork = functions.contains { $0.signature.effectSpecifiers != nil }
        asksForWork = type.kind == .protocol && functions.contains(where: Self.works)
        hasGeneratedMock =
            !Self.generators.isDisjoint(with: type.attributes) || type.kind == .protocol && Self.asksForMock(type, unit)
        isDeprecated = type.kind == .protocol && type.node.attributes.isDeprecated
        mocks = type.node.attributes.macro("Mock")?.arguments?.as(LabeledExprListSyntax.self)?.first.flatMap {
            $0.label?.text == "of" ? InjectionReader.typeArgument($0.expression)?.text : nil
        }
        isErrorWithoutContent = inherited.contains("Error") && Self.holdsNothing(type)
        isConnected =
            type.kind == .class
            && type.node.memberBlock.members.contains { member in
                let attributes =
                    member.decl.as(VariableDeclSyntax.self)?.attributes
                    ?? member.decl.as(FunctionDeclSyntax.self)?.attributes
                return attributes?.names.contains { $0 == "IBOutlet" || $0 == "IBAction" } ?? false
            }
        cases = type.kind == .enum ? Self.cases(of: type) : []
        constants = type.kind == .enum || type.kind == .extension ? Self.constants(of: type) : []
        isStateless = [.struct, .class, .actor].contains(type.kind) && !Self.stores(type)
        work = ServiceWork(type, in: unit)
        hasErrorMessage = unit.words.hints.contains(.error) && Self.hasErrorMessage(type)
        describesItself =
            unit.words.hints.contains(.error)
            && type.node.memberBlock.members.contains { member in
                member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
                    $0.pattern.trimmedText == "localizedDescription"
                } ?? false
            }
        place = type.place(in: unit)
    }

    private static func cases(of type: TypeDeclaration) -> Set<String> {
        let declared = type.node.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
        return Set(declared.flatMap(\.elements).map(\.name.text))
    }

    private static func constants(of type: TypeDeclaration) -> Set<String> {
        Set(
            type.node.memberBlock.members.flatMap { member -> [String] in
                if let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.contains(where: isStatic)
                {
                    return variable.bindings.map(\.pattern.trimmedText)
                }
                guard let function = member.decl.as(FunctionDeclSyntax.self),
                    function.modifiers.contains(where: isStatic)
                else { return [] }
                return [function.name.text]
            })
    }

    private static func isStatic(_ modifier: DeclModifierSyntax) -> Bool {
        modifier.name.tokenKind == .keyword(.static)
    }

    private static func asked(_ type: TypeDeclaration) -> Set<NameDigest>? {
        var names: Set<NameDigest> = []
        for member in type.node.memberBlock.members {
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                names.insert(NameDigest(function.name.text))
            } else if let variable = member.decl.as(VariableDeclSyntax.self) {
                names.formUnion(variable.bindings.map { NameDigest($0.pattern.trimmedText) })
            } else {
                return nil
            }
        }
        return names
    }

    /// `var items: [Item] { get set }`.
    private static func settable(_ type: TypeDeclaration) -> [String] {
        type.node.memberBlock.members.compactMap { member in
            guard let binding = member.decl.as(VariableDeclSyntax.self)?.bindings.first,
                case .accessors(let accessors)? = binding.accessorBlock?.accessors,
                accessors.contains(where: { $0.accessorSpecifier.tokenKind == .keyword(.set) })
            else { return nil }
            return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        }
    }

    private static func works(_ function: FunctionDeclSyntax) -> Bool {
        if function.signature.effectSpecifiers != nil { return true }
        if function.signature.parameterClause.mentions(["escaping", "completion"]) { return true }
        return function.signature.returnClause?.type.tokens(viewMode: .sourceAccurate).contains { token in
            later.contains(where: token.text.hasSuffix)
        } ?? false
    }

    /// What types are called whose value comes later.
    private static let later = [
        "Publisher", "Observable", "Single", "Maybe", "Completable", "Driver", "Signal", "Future", "Promise",
        "AsyncStream", "AsyncThrowingStream", "Task", "Subject", "Producer", "Operation",
    ]

    private static let generators: Set<String> = [
        "Mockable", "Spyable", "AutoMockable", "GenerateMock", "Automock", "Mock", "Mocked", "Smock",
    ]

    /// Comments above a protocol that tell a program to write the mock.
    private static func asksForMock(_ type: TypeDeclaration, _ unit: SourceUnit) -> Bool {
        let words: [StaticString] = ["ockable", "ourcery:", "reate"]
        guard words.contains(where: unit.bytes.contains(word:)) else { return false }
        let comments = type.node.leadingTrivia.description.lowercased()
        return ["automockable", "@mockable", "sourcery:", "@createmock"].contains { comments.contains($0) }
    }

    /// Conforms to a protocol for messages, or has one of their properties. A `CustomNSError` puts its message into a dictionary.
    private static func hasErrorMessage(_ type: TypeDeclaration) -> Bool {
        let parents = type.inherited.map(TypeName.last)
        guard
            type.kind == .extension
                || parents.contains(where: { $0.hasSuffix("Error") || messageProtocols.contains($0) })
        else { return false }
        let isDumped = type.node.memberBlock.members.contains { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.contains(where: dumpsItself) ?? false
        }
        if isDumped { return false }
        if !messageProtocols.isDisjoint(with: parents) { return true }
        if parents.contains("CustomNSError"), type.node.mentions(["NSLocalizedDescriptionKey"]) { return true }
        return type.node.memberBlock.members.contains { member in
            member.decl.as(VariableDeclSyntax.self)?.bindings.contains {
                $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "errorDescription"
            } ?? false
        }
    }

    /// `var errorDescription: String? { String(reflecting: self) }` is for people as little as the error itself.
    private static func dumpsItself(_ binding: PatternBindingSyntax) -> Bool {
        guard binding.pattern.trimmedText == "errorDescription",
            case .getter(let items)? = binding.accessorBlock?.accessors, items.count == 1
        else { return false }
        let item = items.first?.item
        let value = item?.as(ReturnStmtSyntax.self)?.expression ?? item?.as(ExprSyntax.self)
        guard let call = value?.as(FunctionCallExprSyntax.self), call.plainName == "String" else { return false }
        return (call.argument("reflecting") ?? call.argument("describing"))?.expression.trimmedText == "self"
    }

    private static let messageProtocols: Set<String> = ["LocalizedError", "CustomLocalizedStringResourceConvertible"]

    private static func stores(_ type: TypeDeclaration) -> Bool {
        type.node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.contains { variable in
            !variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
                && variable.bindings.contains { $0.accessorBlock == nil }
        }
    }

    /// A structure without stored properties, or an enumeration of one bare case.
    private static func holdsNothing(_ type: TypeDeclaration) -> Bool {
        switch type.kind {
        case .struct: return !stores(type)
        case .enum:
            let cases = type.node.memberBlock.members.map(\.decl).compactMap { $0.as(EnumCaseDeclSyntax.self) }.flatMap(
                \.elements)
            return cases.count == 1 && cases.allSatisfy { $0.parameterClause == nil }
        default: return false
        }
    }
}

extension TypeDeclaration {
    /// Where the declaration begins, its attributes not counted.
    func place(in unit: SourceUnit) -> Place {
        let first = node.modifiers.first.map { $0.positionAfterSkippingLeadingTrivia }
        return unit.place(ofOffset: (first ?? node.introducer.positionAfterSkippingLeadingTrivia).utf8Offset)
    }
}

extension VariableDeclSyntax {
    /// The first modifier, or `var`: where the declaration begins, its attributes not counted.
    var introducer: Syntax {
        modifiers.first.map { Syntax($0) } ?? Syntax(bindingSpecifier)
    }
}

extension AttributeListSyntax {
    /// `@available(*, deprecated)`, or from some version on.
    var isDeprecated: Bool {
        contains { element in
            guard let attribute = element.as(AttributeSyntax.self), attribute.attributeName.trimmedText == "available"
            else { return false }
            return attribute.tokens(viewMode: .sourceAccurate).contains { $0.text == "deprecated" }
        }
    }
}
