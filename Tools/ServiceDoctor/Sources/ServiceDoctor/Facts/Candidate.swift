import SwiftSyntax

/// A finding that depends on other files, with what it is decided by.
struct Candidate: Sendable {
    var finding: Finding
    var names: [String] = []
    /// The task that it stands in, for rules about cancellation.
    var context: TaskContext?
    /// What is waited for before it, for the same rules.
    var waits: [CancellationFacts.Call] = []
    /// The functions and types that an error comes from whose own message is shown; nil where more of it is shown.
    var sources: [String]?
    /// The property that keeps the error, where nothing in its file reads it.
    var unread: Property?
    /// The view whose own state it sets, where that shows no other screens.
    var view: String?
    /// A view's own state, which the work clears before it waits.
    var isClearedFirst = false

    /// A property of a type.
    struct Property: Sendable {
        let name: String
        let type: String
    }
}

extension Candidate.Property {
    /// The property that an assignment sets; nil unless its file declares it and reads it nowhere.
    init?(setBy assignment: Assignment, unreadIn unit: SourceUnit) {
        guard let name = assignment.ownProperty, ErrorState.isErrorName(name),
            let type = assignment.node.enclosingType,
            unit.index.variables.contains(where: { variable in
                variable.parent?.is(MemberBlockItemSyntax.self) ?? false
                    && variable.bindings.contains { $0.pattern.trimmedText == name && $0.accessorBlock == nil }
            }), unit.names.isNeverRead(name)
        else { return nil }
        self.init(name: name, type: TypeName.last(type.declaredName))
    }
}
