import SwiftSyntax

/// Which errors of other objects a file reads, by the variables that the objects are kept in.
struct ErrorReads: Sendable {
    /// What each error is read of: `feed` for `lastError` of `feed.lastError`.
    private(set) var receivers: [String: Set<ErrorReceiver>] = [:]
    /// What is only asked whether it has one: `feed` for `lastError` of `feed.lastError != nil`.
    private(set) var asked: [String: Set<ErrorReceiver>] = [:]
    /// The types of the variables in those, where the file tells them.
    private(set) var types: [String: Set<String>] = [:]
    /// The errors that are named without a variable, in a key path for instance.
    private(set) var others: Set<String> = []
    /// The types that the file extends, with what the extensions name that may be an error.
    private(set) var extended: [String: Set<String>] = [:]

    /// The variables whose errors it takes away: `feed` for `lastError` of `feed.lastError = nil`.
    private(set) var cleared: [String: Set<String>] = [:]

    var names: Set<String> { others.union(receivers.keys).union(asked.keys) }

    init() {}

    init(_ unit: SourceUnit) {
        for member in unit.index.errorMembers where !member.isCalled {
            let name = member.declName.baseName.text
            // `.error` alone is a case, or a constant of some type.
            guard let base = member.base else { continue }
            if let receiver = ErrorReceiver(base) {
                guard !receiver.isOwn, !member.declName.isAssignedTo, !member.declName.isPrinted else { continue }
                if member.declName.baseName.isComparedWithNil {
                    asked[name, default: []].insert(receiver)
                } else {
                    receivers[name, default: []].insert(receiver)
                }
            } else {
                others.insert(name)
            }
        }
        others.formUnion(unit.index.errorKeyPaths)
        for type in unit.index.types where type.kind == .extension {
            extended[TypeName.last(type.name), default: []].formUnion(Self.errors(namedIn: type, unit))
        }
        for assignment in unit.index.assignments where Self.takesAway(assignment) {
            guard let member = assignment.target.as(MemberAccessExprSyntax.self),
                let variable = member.base?.lastMember, variable != "self"
            else { continue }
            cleared[member.declName.baseName.text, default: []].insert(variable)
        }
        let named = [receivers.values.joined(), asked.values.joined()].joined().flatMap {
            [$0.variable, $0.owner].compactMap(\.self)
        }
        let needed = Set(named).union(cleared.values.joined())
        guard !needed.isEmpty else { return }
        for variable in unit.index.variables {
            for binding in variable.bindings {
                guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    needed.contains(name)
                else { continue }
                note(name, binding.typeAnnotation?.type)
                if binding.typeAnnotation == nil { noteTypes(named: name, in: variable, binding) }
            }
        }
        let parameters =
            unit.index.functions.map(\.signature.parameterClause)
            + unit.index.initializers.map(\.signature.parameterClause)
        for parameter in parameters.lazy.flatMap(\.parameters) {
            let name = (parameter.secondName ?? parameter.firstName).text
            if needed.contains(name) { note(name, parameter.type) }
        }
    }

    private static func errors(namedIn type: TypeDeclaration, _ unit: SourceUnit) -> [String] {
        guard unit.words.hints.contains(.error) || !unit.words.errorNames.isEmpty else { return [] }
        return type.node.memberBlock.tokens(viewMode: .sourceAccurate).map(\.text).filter {
            $0 == "error" || unit.words.errorNames.contains($0)
        }
    }

    /// Says whether a file takes one of a type's errors away: with a button that closes it, or after a while.
    func clears(_ name: String, of type: String) -> Bool {
        cleared[name]?.contains { types[$0]?.contains(type) ?? false } ?? false
    }

    /// `feed.lastError = nil`, but not as a view appears or goes.
    private static func takesAway(_ assignment: Assignment) -> Bool {
        guard assignment.ownProperty == nil, assignment.assignsNil || assignment.assignsEmptyString else {
            return false
        }
        let call = assignment.node.nearest(ClosureExprSyntax.self).flatMap(TaskContext.call(of:))
        return !["onAppear", "onDisappear", "task"].contains(call?.calleeName)
    }

    private mutating func note(_ name: String, _ type: TypeSyntax?) {
        guard let type else { return }
        types[name, default: []].insert(TypeName.last(TypeName.withoutArguments(TypeName(type).text)))
    }

    /// `@Environment(FeedModel.self) var feed`, `var feed = FeedModel()`, `var feed = FeedModel.shared`; what an injection gives has
    /// a type that the file does not tell.
    private mutating func noteTypes(
        named name: String, in variable: VariableDeclSyntax, _ binding: PatternBindingSyntax
    ) {
        var value = binding.initializer?.value
        if let member = value?.as(MemberAccessExprSyntax.self), member.declName.baseName.text == "shared" {
            if let type = member.base.flatMap(TypeName.init(expression:)) { types[name, default: []].insert(type.text) }
            value = nil
        }
        if let type = value?.as(FunctionCallExprSyntax.self)?.constructedType {
            types[name, default: []].insert(TypeName.last(type))
        }
        for attribute in variable.attributes {
            for member in attribute.descendants(MemberAccessExprSyntax.self)
            where member.declName.baseName.text == "self" {
                if let type = member.base.flatMap(TypeName.init(expression:)) {
                    types[name, default: []].insert(type.text)
                }
            }
        }
    }
}

extension Project {
    /// Says whether some file takes away an error that an object of a type keeps.
    func isClearedByOthers(_ name: String, of type: String) -> Bool {
        files.contains { $0.kind == .production && $0.errorReads.clears(name, of: type) }
    }
}
