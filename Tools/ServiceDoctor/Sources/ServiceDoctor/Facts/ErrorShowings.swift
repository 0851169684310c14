import SwiftSyntax

/// Where a file reads errors that its types or other objects keep, and with which content on the screen.
struct ErrorShowings: Sendable {
    struct Showing: Sendable, Hashable {
        /// The error's property.
        let name: String
        /// What it is read of; nil for the own property of ``type``, and where nothing is told.
        let receiver: ErrorReceiver?
        /// Nothing tells whose it is.
        let isAnybodys: Bool
        /// The type that reads it.
        let type: String
        let conditions: Set<ContentCondition>
        /// The functions of the same object whose outcome it tells: `save` of `if await !model.save() { text = model.loadError }`.
        var outcomes: Set<String> = []
    }

    private(set) var showings: Set<Showing> = []
    /// The views that are made, as often as each is made only where nobody is signed in.
    private(set) var signedOut: [String: Int] = [:]

    /// The views that make objects of their own of a type: `@StateObject private var feed = FeedModel()`.
    private(set) var makers: [String: [String]] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        readShowings(in: unit)
        for variable in unit.index.variables where !variable.attributes.isEmpty {
            guard !Set(variable.attributes.names).isDisjoint(with: ["StateObject", "State"]),
                let call = variable.bindings.first?.initializer?.value.as(FunctionCallExprSyntax.self),
                let made = call.plainName, let maker = variable.enclosingType
            else { continue }
            makers[made, default: []].append(TypeName.last(maker.declaredName))
        }
        for call in unit.index.calls {
            guard let name = call.plainName, name.first?.isUppercase ?? false,
                ["View", "Screen", "Page", "Flow"].contains(where: name.hasSuffix), Self.isForSignedOut(call)
            else { continue }
            signedOut[name, default: 0] += 1
        }
    }

    private mutating func readShowings(in unit: SourceUnit) {
        var uses = MemberUses(unit)
        for pattern in unit.index.unwrappedErrors {
            guard let type = pattern.enclosingType else { continue }
            note(pattern.identifier.text, in: TypeName.last(type.declaredName), uses.conditions(around: pattern))
        }
        for mention in unit.index.errorMentions where !mention.isAssignedTo && !mention.isMethod {
            let text = mention.baseName.text
            let name = text.hasPrefix("$") || text.hasPrefix("_") ? String(text.dropFirst()) : text
            let type = mention.enclosingType.map { TypeName.last($0.declaredName) } ?? ""
            if mention.parent?.is(KeyPathPropertyComponentSyntax.self) ?? false {
                note(name, in: type, isAnybodys: true, [])
                continue
            }
            let member = mention.parent?.as(MemberAccessExprSyntax.self).flatMap {
                $0.declName.id == mention.id ? $0 : nil
            }
            guard let member else {
                if name == "error", mention.nearest(CatchClauseSyntax.self) != nil { continue }
                guard !ErrorState.isLocal(name, at: mention) else { continue }
                note(name, in: type, uses.conditions(around: mention))
                continue
            }
            // `.error` alone is a case, or a constant of some type.
            guard let base = member.base else { continue }
            let receiver = ErrorReceiver(base)
            let isOwn = receiver?.isOwn ?? false
            note(
                name, of: isOwn ? nil : receiver, in: type, isAnybodys: receiver == nil,
                uses.conditions(around: mention), outcomes: Self.outcomes(toldBy: mention, of: base))
        }
    }

    private mutating func note(
        _ name: String, of receiver: ErrorReceiver? = nil, in type: String, isAnybodys: Bool = false,
        _ conditions: Set<ContentCondition>, outcomes: Set<String> = []
    ) {
        showings.insert(
            Showing(
                name: name, receiver: receiver, isAnybodys: isAnybodys, type: type, conditions: conditions,
                outcomes: outcomes))
    }

    /// What the code around waits for an object to do before, in a branch, it assigns the object's error to something.
    private static func outcomes(toldBy mention: DeclReferenceExprSyntax, of object: ExprSyntax) -> Set<String> {
        guard let sequence = mention.nearest(SequenceExprSyntax.self), let assignment = Assignment(sequence),
            assignment.value.contains(where: { $0.contains(mention) })
        else { return [] }
        let name = object.trimmedText
        var found: Set<String> = []
        // A function of the own type, or one that is given the object, may wait for it as well; so may a task.
        var isUnsure = false
        func note(_ node: some SyntaxProtocol) {
            for wait in node.descendants(AwaitExprSyntax.self, nested: false) {
                for call in wait.descendants(FunctionCallExprSyntax.self, nested: false) {
                    let receiver = call.receiver?.trimmedText ?? "self"
                    if receiver == name || receiver == "self.\(name)" || "self.\(receiver)" == name {
                        if let function = call.calleeName { found.insert(function) }
                    } else if receiver == "self" && call.plainName?.first?.isLowercase ?? true
                        || call.arguments.contains(where: { $0.expression.trimmedText == name })
                    {
                        isUnsure = true
                    }
                }
                if wait.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "value" {
                    isUnsure = true
                }
            }
        }
        var current = Syntax(sequence)
        var isInBranch = false
        while let outer = current.parent, outer.declGroup == nil, !outer.is(FunctionDeclSyntax.self) {
            if let items = outer.as(CodeBlockItemListSyntax.self), isInBranch {
                for item in items.filter({ $0.endPosition <= current.position }).suffix(fewItems) { note(item) }
            } else if let choice = outer.as(IfExprSyntax.self) {
                isInBranch = true
                note(choice.conditions)
            } else if let check = outer.as(GuardStmtSyntax.self) {
                isInBranch = true
                note(check.conditions)
            } else if let closure = outer.as(ClosureExprSyntax.self) {
                guard let call = TaskContext.call(of: closure) else { break }
                if call.receiver?.trimmedText == name, let function = call.calleeName, isInBranch {
                    found.insert(function)
                } else if !TaskContext.isTask(call), !["run", "async", "asyncAfter"].contains(call.calleeName) {
                    break
                }
            }
            current = outer
        }
        return isUnsure ? [] : found
    }

    /// How many statements before a branch are looked at.
    private static let fewItems = 16

    /// `AuthView()` in `if session.isSignedIn { … } else { AuthView() }`.
    private static func isForSignedOut(_ call: FunctionCallExprSyntax) -> Bool {
        var current = Syntax(call)
        while let outer = current.parent, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), let only = choice.conditions.first,
                choice.conditions.count == 1
            {
                let isElse = choice.elseBody.map { Syntax($0).id } == current.id
                let isNegated = only.condition.as(PrefixOperatorExprSyntax.self)?.operator.text == "!"
                let isSimple =
                    isNegated || only.condition.is(MemberAccessExprSyntax.self)
                    || only.condition.is(DeclReferenceExprSyntax.self)
                if isSimple, isElse != isNegated, only.tellsSignedIn { return true }
            }
            current = outer
        }
        return false
    }
}

/// Finds on what conditions the parts of views are shown: `if items.isEmpty { emptyState }` around the property `emptyState`.
private struct MemberUses {
    private let unit: SourceUnit
    private var known: [SyntaxIdentifier: Set<ContentCondition>] = [:]

    /// What names the members of the file's types, in one walk.
    private lazy var mentions: [String: [DeclReferenceExprSyntax]] = {
        let names = Set(
            unit.index.functions.map(\.name.text)
                + unit.index.variables.filter { $0.parent?.is(MemberBlockItemSyntax.self) ?? false }
                .flatMap { $0.bindings.map(\.pattern.trimmedText) })
        return Dictionary(
            grouping: unit.tree.descendants(DeclReferenceExprSyntax.self).filter { names.contains($0.baseName.text) },
            by: \.baseName.text)
    }()

    init(_ unit: SourceUnit) { self.unit = unit }

    mutating func conditions(around node: some SyntaxProtocol, depth: Int = 0) -> Set<ContentCondition> {
        let here = ContentCondition.around(node)
        guard depth < 3, let (member, name) = Self.member(around: node), name != "body" else { return here }
        if let conditions = known[member.id] { return here.union(conditions) }
        known[member.id] = []
        let uses = (mentions[name] ?? []).filter { use in
            let owner = use.withOwner.as(MemberAccessExprSyntax.self)
            return (owner == nil || owner?.base?.trimmedText == "self") && !member.contains(use)
        }
        guard let first = uses.first else { return here }
        var shared = conditions(around: first, depth: depth + 1)
        for use in uses.dropFirst() { shared.formIntersection(conditions(around: use, depth: depth + 1)) }
        known[member.id] = shared
        return here.union(shared)
    }

    /// The property or function of a view that gives a part of it.
    private static func member(around node: some SyntaxProtocol) -> (Syntax, String)? {
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let function = outer.as(FunctionDeclSyntax.self) {
                guard function.signature.returnClause?.type.mentions(["View"]) ?? false else { return nil }
                return (outer, function.name.text)
            }
            if let variable = outer.as(VariableDeclSyntax.self),
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false,
                let binding = variable.bindings.first, binding.typeAnnotation?.type.mentions(["View"]) ?? false
            {
                return (outer, binding.pattern.trimmedText)
            }
            current = outer.parent
        }
        return nil
    }
}
