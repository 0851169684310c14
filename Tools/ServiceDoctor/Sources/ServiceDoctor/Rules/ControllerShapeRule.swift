import SwiftSyntax

struct ControllerShapeRule: Rule {
    let description = RuleDescription(
        id: "controller_shape",
        severity: .warning,
        summary: "Finds an observable controller without `@MainActor`, or whose own state others may set.",
        reason: """
            A view reads a controller on the main actor. A controller that is not isolated to it may change while \
            the view reads it, and state with an open setter can be changed from anywhere. A note where nothing \
            asynchronous sets its state. Other observable classes, and those of a base class that is, are found only where \
            something asynchronous does.
            """,
        exceptions:
            """
            Bindable form fields, what a protocol wants to be settable, properties of a name that code assigns to or changes on other objects, \
            state that nothing in the controller writes or that it does not publish, modules whose code is on the main actor by default, \
            as it is where whole types are marked `nonisolated`, controllers that nothing in an app creates. A note where no other property of the controller has a setter of its own.
            """,
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        unit.index.types.flatMap { type -> [Candidate] in
            guard !type.isSetAside, type.kind == .class else { return [] }
            let isObservable = Self.isObservable(type)
            let isController = ["Controller", "ViewModel"].contains(where: type.name.hasSuffix)
            guard isObservable || isController && !type.inherited.isEmpty else { return [] }
            var candidates: [Candidate] = []
            let writesOffMain = Self.writesOffMain(type, unit)
            if writesOffMain || isObservable && isController,
                !type.attributes.contains(where: { $0.hasSuffix("Actor") })
            {
                let mark = isObservable ? Self.isolation : Self.inherited
                candidates.append(
                    Candidate(
                        finding: finding(
                            type.place(in: unit), "'\(type.name)' is observed by views and not on the main actor.",
                            severity: writesOffMain ? nil : .note, fix: "Mark it @MainActor."),
                        names: [mark] + type.inherited, types: [type.name]))
            }
            if isObservable, type.name.hasSuffix("Controller") { candidates += settable(type, unit) }
            return candidates
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id) { file, candidate in
            if let mark = candidate.names.first, let type = candidate.types.first, mark.hasPrefix(Self.isolation) {
                if mark == Self.inherited, !project.ancestors(of: type).contains("ObservableObject") { return false }
                return !candidate.types.contains(where: project.idleTypes.contains)
                    && !project.isMainActorByDefault(in: file.name)
                    && candidate.names.dropFirst().allSatisfy(project.leavesIsolationOpen)
            }
            // The property, and the type that it is one of.
            return !project.boundMembers.contains(candidate.names[0])
                && !project.assignedMembers.contains(candidate.names[0])
                // An extension in another file cannot set what is `private(set)`.
                && !project.assignedMembers.contains("\(candidate.names[1]).\(candidate.names[0])")
                && !project.mustBeSettable(candidate.names[0], in: candidate.names[1])
        }
    }

    /// What marks a type whose isolation is in question.
    private static let isolation = "@isolation"
    /// The same where a base class makes it observable.
    private static let inherited = "@isolation inherited"

    /// An asynchronous function or a task of it sets its state, and nothing says on which actor.
    private static func writesOffMain(_ type: TypeDeclaration, _ unit: SourceUnit) -> Bool {
        let extensions = unit.index.types.filter {
            $0.kind == .extension && $0.name == type.name && !$0.attributes.contains { $0.hasSuffix("Actor") }
        }
        let parts = Set(([type] + extensions).map { Syntax($0.node).id })
        return unit.index.assignments.contains { assignment in
            guard let property = assignment.ownProperty, let part = assignment.node.enclosingType,
                parts.contains(Syntax(part).id), !isBookkeeping(property, of: type)
            else { return false }
            if let name = assignment.ownProperty, assignment.target.is(DeclReferenceExprSyntax.self),
                ErrorState.isLocal(name, at: assignment.node)
            {
                return false
            }
            return runsAnywhere(assignment.node)
        }
    }

    /// A property that nothing publishes: no view follows it.
    private static func isBookkeeping(_ name: String, of type: TypeDeclaration) -> Bool {
        let publishesAll = type.attributes.contains("Observable")
        return type.storedVariables.contains { variable in
            let attributes = variable.attributes.names
            let isHidden = variable.modifiers.contains(where: \.isPrivate)
            return variable.declares(name) && !attributes.contains("Published")
                && (isHidden || !publishesAll || attributes.contains("ObservationIgnored"))
        }
    }

    private static func runsAnywhere(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current {
            if let closure = outer.as(ClosureExprSyntax.self) {
                if closure.signature?.attributes.names.contains("MainActor") ?? false { return false }
                guard let call = TaskContext.call(of: closure) else { return false }
                if !TaskContext.isTask(call) { return false }
            }
            if let initializer = outer.as(InitializerDeclSyntax.self) {
                return !initializer.attributes.names.contains("MainActor")
                    && node.nearest(ClosureExprSyntax.self) != nil
            }
            if let function = outer.as(FunctionDeclSyntax.self) {
                return !function.attributes.names.contains("MainActor")
                    && (function.signature.effectSpecifiers?.asyncSpecifier != nil
                        || node.nearest(ClosureExprSyntax.self) != nil)
            }
            if outer.opensScope, !outer.is(ClosureExprSyntax.self) { return false }
            current = outer.parent
        }
        return false
    }

    private static func isObservable(_ type: TypeDeclaration) -> Bool {
        type.attributes.contains("Observable") || type.inherited.contains("ObservableObject")
    }

    private func settable(_ type: TypeDeclaration, _ unit: SourceUnit) -> [Candidate] {
        type.node.memberBlock.members.compactMap { member in
            guard let variable = member.decl.as(VariableDeclSyntax.self),
                variable.bindingSpecifier.tokenKind == .keyword(.var),
                variable.bindings.count == 1, let binding = variable.bindings.first, binding.accessorBlock == nil,
                let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                !Self.isProtected(variable), isWritten(name, in: type, unit),
                // What an `ObservableObject` does not publish no view observes.
                type.attributes.contains("Observable") || variable.attributes.names.contains("Published")
            else { return nil }
            return Candidate(
                finding: finding(
                    unit.place(ofOffset: variable.introducer.positionAfterSkippingLeadingTrivia.utf8Offset),
                    "Other code can set '\(name)', which only the controller should change.",
                    severity: Self.isHabit(variable, in: type) ? .note : nil, fix: "Make it private(set)."),
                names: [name, TypeName.last(type.name)])
        }
    }

    /// Leaves every property open to its own module: a style, which says nothing of this one.
    private static func isHabit(_ variable: VariableDeclSyntax, in type: TypeDeclaration) -> Bool {
        let variables = type.storedVariables
        let isPublic = variable.modifiers.contains { ["public", "open"].contains($0.name.text) }
        guard !isPublic, !variables.contains(where: { $0.modifiers.contains { $0.detail != nil } }) else {
            return false
        }
        return variables.count { !isProtected($0) && $0.id != variable.id } > 1
    }

    private static func isProtected(_ variable: VariableDeclSyntax) -> Bool {
        let kept: Set<String> = ["private", "fileprivate", "static", "class", "lazy", "weak"]
        // An author who writes `internal(set)` has thought about it.
        if variable.modifiers.contains(where: { kept.contains($0.name.text) || $0.detail != nil }) { return true }
        let attributes = variable.attributes.names
        return attributes.contains { $0 != "Published" }
    }

    private static let presentation: Set<String> = [
        "selected", "selection", "search", "query", "path", "presented", "draft", "filter", "sort",
    ]

    /// Written by the controller's own methods with something that they worked out, not only put back to empty.
    private func isWritten(_ name: String, in type: TypeDeclaration, _ unit: SourceUnit) -> Bool {
        guard Self.presentation.isDisjoint(with: Words.of(name)), !name.hasPrefix("show") else { return false }
        return unit.index.assignments.contains { assignment in
            guard assignment.ownProperty == name, type.node.memberBlock.contains(assignment.node),
                assignment.node.enclosingType?.id == type.node.id, !assignment.assignsEmptyString,
                assignment.node.enclosingFunction?.is(FunctionDeclSyntax.self) == true
            else { return false }
            return assignment.target.is(MemberAccessExprSyntax.self) || !ErrorState.isLocal(name, at: assignment.node)
        }
    }
}

extension TypeDeclaration {
    /// The variables that are declared in the type itself and hold a value.
    fileprivate var storedVariables: [VariableDeclSyntax] {
        node.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.filter { variable in
            variable.bindingSpecifier.tokenKind == .keyword(.var)
                && variable.bindings.allSatisfy { $0.accessorBlock == nil }
        }
    }
}

extension VariableDeclSyntax {
    fileprivate func declares(_ name: String) -> Bool {
        bindings.contains { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == name }
    }
}
