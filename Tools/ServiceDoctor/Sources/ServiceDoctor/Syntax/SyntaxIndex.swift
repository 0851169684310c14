import SwiftSyntax

/// Collects, in one walk, the nodes that rules look at, so that twenty rules cost one traversal.
///
/// Previews and `#if DEBUG` are left out; of those only declarations and calls are kept, apart, because they tell
/// which mocks and registrations exist.
final class SyntaxIndex: SyntaxVisitor {
    private(set) var doStatements: [DoStatement] = []
    /// Every `await`; empty in a file that has no task.
    private(set) var waits: [AwaitExprSyntax] = []
    private(set) var forcedTries: [TryExprSyntax] = []
    private(set) var optionalTries: [TryExprSyntax] = []
    private(set) var throwStatements: [ThrowStmtSyntax] = []
    private(set) var forcedUnwraps: [ForceUnwrapExprSyntax] = []
    private(set) var forcedCasts: [UnresolvedAsExprSyntax] = []
    private(set) var calls: [FunctionCallExprSyntax] = []
    private(set) var assignments: [Assignment] = []
    /// Empty where no word of the file occurs in a generic message.
    private(set) var strings: [StringLiteralExprSyntax] = []
    /// Empty where no word of the file is a live value's.
    private(set) var members: [MemberAccessExprSyntax] = []
    /// Those that may be errors which others keep: `feed.loadError`.
    private(set) var errorMembers: [MemberAccessExprSyntax] = []
    /// All that is named which may be an error, members as well, and what is unwrapped by its own name: `if let loadError`.
    private(set) var errorMentions: [DeclReferenceExprSyntax] = []
    private(set) var unwrappedErrors: [IdentifierPatternSyntax] = []
    /// The errors that key paths lead to: `\.loadError`.
    private(set) var errorKeyPaths: Set<String> = []
    private(set) var functions: [FunctionDeclSyntax] = []
    private(set) var initializers: [InitializerDeclSyntax] = []
    private(set) var variables: [VariableDeclSyntax] = []
    /// Has an `async let`.
    private(set) var hasChildTasks = false
    private(set) var types: [TypeDeclaration] = []
    /// The types that each outermost type or type alias names. Code outside of them is noted under the empty name, and a function that
    /// makes a view or a model under `Type#function`.
    private(set) var namedTypes: [String: Set<String>] = [:]
    private(set) var imports: Set<String> = []
    /// Has a `@testable import`, which only what is built for tests may have.
    private(set) var isTestable = false
    private(set) var aliases: [TypeAliasDeclSyntax] = []
    /// Has code for one system of several, `#if os(iOS)`, or asks for the refresh of a view.
    private(set) var asksForSystem = false

    /// What stands in tests, previews or `#if DEBUG`.
    private(set) var setAsideCalls: [FunctionCallExprSyntax] = []
    private(set) var setAsideVariables: [VariableDeclSyntax] = []
    /// The properties of other objects that are assigned to there.
    private(set) var setAsideAssigned: Set<String> = []

    /// A chain of calls, members and the like is longer than anyone writes, and walking up from each link would never end.
    private(set) var isTooDeep = false

    private static let longestChain = 5_000
    private var chain = 0
    private var setAside = 0

    private var isChecked: Bool { setAside == 0 }

    /// How much of ``setAside`` is the whole file's.
    private var setAsideWithFile = 0
    private var outermostType = ""
    private var typeDepth = 0
    private var named: Set<String> = []

    private let hints: SourceWords.Hints

    init(_ tree: SourceFileSyntax, isChecked: Bool, hints: SourceWords.Hints) {
        self.hints = hints
        super.init(viewMode: .sourceAccurate)
        setAside = isChecked ? 0 : 1
        setAsideWithFile = setAside
        walk(tree)
        keepNames(for: "")
    }

    private func note(type name: String) {
        guard setAside == setAsideWithFile, let first = name.utf8.first, first >= UInt8(ascii: "A"),
            first <= UInt8(ascii: "Z")
        else { return }
        named.insert(name)
    }

    /// Keeps what has been named since the last call for a type, and begins with another one.
    private func keepNames(for next: String) {
        if !named.isEmpty { namedTypes[outermostType, default: []].formUnion(named) }
        named = []
        outermostType = next
    }

    override func visit(_ node: IfConfigDeclSyntax) -> SyntaxVisitorContinueKind {
        var restIsDebug = false
        for clause in node.clauses {
            if clause.condition?.mentions(["os", "canImport"]) ?? false { asksForSystem = true }
            let meaning = clause.condition.map(DebugCondition.init) ?? .unknown
            let isDebug = meaning == .debug || restIsDebug
            if isDebug { setAside += 1 }
            if let elements = clause.elements { walk(elements) }
            if isDebug { setAside -= 1 }
            if meaning == .release { restIsDebug = true }
        }
        return .skipChildren
    }

    override func visit(_ node: MacroExpansionDeclSyntax) -> SyntaxVisitorContinueKind {
        enterMacro(node.macroName)
    }

    override func visitPost(_ node: MacroExpansionDeclSyntax) {
        leaveMacro(node.macroName)
    }

    override func visit(_ node: MacroExpansionExprSyntax) -> SyntaxVisitorContinueKind {
        enterMacro(node.macroName)
    }

    override func visitPost(_ node: MacroExpansionExprSyntax) {
        leaveMacro(node.macroName)
    }

    private func enterMacro(_ name: TokenSyntax) -> SyntaxVisitorContinueKind {
        if name.text == "Preview" { setAside += 1 }
        return .visitChildren
    }

    private func leaveMacro(_ name: TokenSyntax) {
        if name.text == "Preview" { setAside -= 1 }
    }

    // Nothing that a rule looks at lies within names, types and literals.
    override func visit(_ node: DeclReferenceExprSyntax) -> SyntaxVisitorContinueKind {
        note(type: node.baseName.text)
        if isChecked, hints.contains(.error), ErrorState.isErrorName(node.baseName.text) { errorMentions.append(node) }
        return .skipChildren
    }
    override func visit(_ node: IdentifierTypeSyntax) -> SyntaxVisitorContinueKind {
        note(type: node.name.text)
        return node.genericArgumentClause == nil ? .skipChildren : .visitChildren
    }
    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: BinaryOperatorExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: GenericParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: GenericWhereClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: FunctionEffectSpecifiersSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: StringSegmentSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: IntegerLiteralExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: DeclModifierListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: InheritanceClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    override func visit(_ node: IdentifierPatternSyntax) -> SyntaxVisitorContinueKind {
        if isChecked, hints.contains(.error), node.unwrapsError { unwrappedErrors.append(node) }
        return .skipChildren
    }

    override func visit(_ node: ImportDeclSyntax) -> SyntaxVisitorContinueKind {
        if let module = node.path.first { imports.insert(module.name.text) }
        if !node.attributes.isEmpty, node.attributes.names.contains("testable") { isTestable = true }
        return .skipChildren
    }

    override func visit(_ node: DoStmtSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { doStatements.append(DoStatement(node)) }
        return .visitChildren
    }

    override func visit(_ node: TryExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked, let mark = node.questionOrExclamationMark {
            if mark.tokenKind == .exclamationMark { forcedTries.append(node) } else { optionalTries.append(node) }
        }
        return .visitChildren
    }

    override func visit(_ node: ThrowStmtSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { throwStatements.append(node) }
        return .visitChildren
    }

    override func visit(_ node: AwaitExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { waits.append(node) }
        return .visitChildren
    }

    override func visit(_ node: ForceUnwrapExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { forcedUnwraps.append(node) }
        return enterChain()
    }

    override func visitPost(_ node: ForceUnwrapExprSyntax) { chain -= 1 }

    override func visit(_ node: OptionalChainingExprSyntax) -> SyntaxVisitorContinueKind { enterChain() }
    override func visitPost(_ node: OptionalChainingExprSyntax) { chain -= 1 }
    override func visit(_ node: SubscriptCallExprSyntax) -> SyntaxVisitorContinueKind { enterChain() }
    override func visitPost(_ node: SubscriptCallExprSyntax) { chain -= 1 }

    private func enterChain() -> SyntaxVisitorContinueKind {
        chain += 1
        if chain > Self.longestChain { isTooDeep = true }
        return .visitChildren
    }

    override func visit(_ node: UnresolvedAsExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked, node.questionOrExclamationMark?.tokenKind == .exclamationMark { forcedCasts.append(node) }
        return .visitChildren
    }

    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { calls.append(node) } else { setAsideCalls.append(node) }
        return enterChain()
    }

    override func visitPost(_ node: FunctionCallExprSyntax) { chain -= 1 }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        guard let assignment = Assignment(node) else { return .visitChildren }
        if isChecked {
            assignments.append(assignment)
        } else if assignment.ownProperty == nil, let name = assignment.lastName {
            setAsideAssigned.insert(name)
        }
        return .visitChildren
    }

    override func visit(_ node: StringLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked, hints.contains(.genericMessage) { strings.append(node) }
        return .visitChildren
    }

    override func visit(_ node: MemberAccessExprSyntax) -> SyntaxVisitorContinueKind {
        if isChecked, !hints.isDisjoint(with: [.liveValue, .defaultValue]) { members.append(node) }
        if isChecked, hints.contains(.error), ErrorState.isErrorName(node.declName.baseName.text) {
            errorMembers.append(node)
        }
        return enterChain()
    }

    override func visit(_ node: KeyPathPropertyComponentSyntax) -> SyntaxVisitorContinueKind {
        if node.declName.baseName.text == "refresh" { asksForSystem = true }
        if isChecked, hints.contains(.error), ErrorState.isErrorName(node.declName.baseName.text) {
            errorKeyPaths.insert(node.declName.baseName.text)
        }
        return .visitChildren
    }

    override func visitPost(_ node: MemberAccessExprSyntax) { chain -= 1 }

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        functions.append(node)
        if typeDepth == 1, node.isFactory { keepNames(for: "\(outermostType)#\(node.name.text)") }
        return .visitChildren
    }

    override func visitPost(_ node: FunctionDeclSyntax) {
        if typeDepth == 1, node.isFactory {
            keepNames(for: outermostType.split(separator: "#").first.map(String.init) ?? "")
        }
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { initializers.append(node) }
        return .visitChildren
    }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        if isChecked { variables.append(node) } else { setAsideVariables.append(node) }
        if !node.modifiers.isEmpty, node.modifiers.contains(where: { $0.name.text == "async" }) { hasChildTasks = true }
        return .visitChildren
    }

    override func visit(_ node: TypeAliasDeclSyntax) -> SyntaxVisitorContinueKind {
        aliases.append(node)
        if typeDepth == 0 { keepNames(for: node.name.text) }
        return .visitChildren
    }

    override func visitPost(_ node: TypeAliasDeclSyntax) {
        if typeDepth == 0 { keepNames(for: "") }
    }

    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(.class, node) }
    override func visitPost(_ node: ClassDeclSyntax) { leave(node) }
    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(.struct, node) }
    override func visitPost(_ node: StructDeclSyntax) { leave(node) }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(.enum, node) }
    override func visitPost(_ node: EnumDeclSyntax) { leave(node) }
    override func visit(_ node: ActorDeclSyntax) -> SyntaxVisitorContinueKind { enter(.actor, node) }
    override func visitPost(_ node: ActorDeclSyntax) { leave(node) }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(.protocol, node) }
    override func visitPost(_ node: ProtocolDeclSyntax) { leave(node) }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind { enter(.extension, node) }
    override func visitPost(_ node: ExtensionDeclSyntax) { leave(node) }

    private func enter(_ kind: TypeDeclaration.Kind, _ node: some DeclGroupSyntax) -> SyntaxVisitorContinueKind {
        let isPreview = Self.isPreviewProvider(node)
        if isPreview { setAside += 1 }
        let type = TypeDeclaration(kind: kind, node: node, isSetAside: !isChecked)
        types.append(type)
        if typeDepth == 0 { keepNames(for: TypeName.last(type.name)) }
        typeDepth += 1
        for parent in type.inherited { note(type: TypeName.last(parent)) }
        return .visitChildren
    }

    private func leave(_ node: some DeclGroupSyntax) {
        typeDepth -= 1
        if typeDepth == 0 { keepNames(for: "") }
        if Self.isPreviewProvider(node) { setAside -= 1 }
    }
}
