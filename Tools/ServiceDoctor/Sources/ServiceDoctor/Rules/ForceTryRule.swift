import SwiftSyntax

struct ForceTryRule: Rule {
    let description = RuleDescription(
        id: "force_try",
        severity: .error,
        summary: "Finds `try!`.",
        reason: """
            `try!` turns a failure that could be handled into a crash. The disk may be full, the file gone, the \
            store's model changed, often on somebody else's device. An error where a file, a database, a server or data from \
            outside is read or written, where something is waited for, or where the function around it throws anyway; a note where the \
            source does not show whether the call can fail.
            """,
        exceptions: """
            The words `try!` in strings and comments; mocks and stubs; lines on which `force_try` of SwiftLint or \
            `NeverUseForceTry` of swift-format is switched off.
            """,
        notes: [
            """
            A comment explains the `try!` or says that the call cannot fail, or the documentation of the function \
            chooses the crash.
            """,
            """
            The code is for tests, previews or screenshots, runs only with a launch argument, or belongs to a \
            command-line program.
            """,
            """
            It fails in the first run or never: the bundle (also by way of a function, parameter or property), the \
            sources, system folders, stores in memory, regular expressions, styles of maps, shaders, conversions, encryption, values that are only \
            encoded, literals that are decoded, calls with constants only, calls that are told not to throw.
            """,
            """
            It reads a constant from the environment of the process, creates a folder of the app that may exist \
            already, opens a store without arguments as several other places do, or sends a request to Core Data.
            """,
            "A `guard` has asked the same object whether it can.",
            """
            The function must return a value and cannot be declared to throw, as a protocol may require it or it \
            overrides another one; or it is deprecated.
            """,
            """
            The program ends right after it, the catch around it tries the last resort, or it stands in \
            `prepareDependencies`.
            """,
            "The functions that it calls throw nothing, or nothing in the app calls the function around it.",
        ],
        triggering: Self.triggering,
        clean: Self.clean)

    func gather(_ unit: SourceUnit) -> [Candidate] {
        guard !unit.index.forcedTries.isEmpty else { return [] }
        let isProgram = CommandLineMain.isMain(unit)
        return unit.index.forcedTries.compactMap { node in
            let place = unit.place(of: node)
            guard !unit.lint.disable(["force_try"], onLine: place.line), !Self.isForMocks(node) else { return nil }
            let certainty =
                isProgram || Self.isAtTheEnd(node) || Self.isSetup(node) || Self.isAskedBefore(node)
                    || Self.isLastResort(node) || Self.preparesApp(node)
                    || FirstRun.shows(node.expression)
                    || Self.isExplained(node)
                    || Self.isForTests(node) || Self.isAsserted(node)
                    || node.isUncalled(in: unit)
                ? .none : Self.certainty(of: node, unit)
            var candidate = Candidate(
                finding: finding(
                    place, "'try!' crashes when this fails; handle the error.",
                    severity: certainty == .none ? .note : nil,
                    fix: "Use try in a do with a catch, or make the function throw."))
            candidate.function = Candidate.Function(around: node)
            candidate.types = node.enclosingTypeNames
            if case .unless(let functions) = certainty { candidate.names = functions }
            if certainty == .full {
                candidate.names = node.descendants(FunctionCallExprSyntax.self, nested: false).map {
                    "\(Self.certain)\($0.calleeName ?? "")"
                }
            }
            candidate.places = Self.placesRead(by: node)
            return candidate
        }
    }

    func conclude(_ project: Project) -> [Finding] {
        project.candidates(of: description.id).map { candidate in
            var finding = candidate.finding
            // What the project's own function does, its name has not shown.
            let isHarmless = candidate.names.allSatisfy { name in
                let called = String(name.dropFirst())
                return switch name.first {
                case Self.certain:
                    project.callers.neverThrows(called) || project.callers.throwsNothing(called)
                        || Words.of(called).count > 1 && project.callers.onlyEncodes(called)
                case Self.opened: project.constructions.counts[called, default: 0] > 2
                case Self.method: !project.callers.worksOutside(called)
                default: project.callers.declares(name) && !project.callers.worksOutside(name)
                }
            }
            // What lies in the bundle, wherever it is looked up, is there in every copy of the app, or in none.
            let isBuiltIn = !candidate.places.isEmpty && candidate.places.allSatisfy { project.isInBundle($0) }
            // What nothing of an app runs crashes for nobody.
            if project.isRunByNobody(candidate) || !candidate.names.isEmpty && isHarmless || isBuiltIn {
                finding.severity = .note
            }
            return finding
        }
    }

    /// What marks the name of a function that is known to throw, unless the project's own one of the name throws nothing.
    static let certain: Character = "@"
    /// What marks a function of some object, of which only the project knows what it does.
    static let method: Character = "?"
    /// What marks a store that is made without arguments: where that is done all over, only the first time can fail.
    static let opened: Character = "+"

    /// In a mock, or the value of a function or property called `stub`.
    private static func isForMocks(_ node: TryExprSyntax) -> Bool {
        names(around: node).contains(where: Words.nameMock)
    }

    /// In what a name marks as for tests or previews, or where the program asks whether it is being tested.
    private static func isForTests(_ node: TryExprSyntax) -> Bool {
        let called = node.descendants(FunctionCallExprSyntax.self, nested: false).compactMap(\.calleeName)
        let names = names(around: node)
        // `sampleData` of a target of Moya is what its tests are answered.
        if names.contains("sampleData") || node.enclosingTypeNames.contains(where: DeveloperTools.isNamed) {
            return true
        }
        if (names + called).contains(where: { !tests.isDisjoint(with: Words.of($0)) }) { return true }
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let choice = outer.as(IfExprSyntax.self), choice.body.contains(node) {
                let asked = choice.conditions.tokens(viewMode: .sourceAccurate).flatMap { Words.of($0.text) }
                if !tests.isDisjoint(with: asked) || asksForArgument(choice.conditions)
                    || asked.contains("environment") && asked.contains("reset")
                {
                    return true
                }
            }
            current = outer.parent
        }
        return false
    }

    /// `CommandLine.arguments.contains("-resetDatabase")`: only who develops the app starts it so.
    private static func asksForArgument(_ conditions: ConditionElementListSyntax) -> Bool {
        conditions.mentions(["arguments"]) && conditions.mentions(["CommandLine", "ProcessInfo"])
    }

    private static let tests: Set<String> = [
        "test", "tests", "testing", "preview", "previews", "screenshot", "screenshots",
    ]

    /// The type, the function and the variables around it: `preview` of `var preview: some View { let store = try! Store() … }`.
    private static func names(around node: TryExprSyntax) -> [String] {
        var names = [node.enclosingType?.declaredName, node.nearest(FunctionDeclSyntax.self)?.name.text].compactMap(
            \.self)
        var current = node.parent
        while let outer = current, outer.declGroup == nil {
            let binding = outer.as(PatternBindingSyntax.self)?.pattern.as(IdentifierPatternSyntax.self)
            if let binding { names.append(binding.identifier.text) }
            current = outer.parent
        }
        return names
    }

    /// The value of a constant that exists once, made of what the environment of the process says: a server that is set up wrongly
    /// had better not start.
    private static func isSetup(_ node: TryExprSyntax) -> Bool {
        guard node.nearest(FunctionDeclSyntax.self) == nil else { return false }
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if let variable = outer.as(VariableDeclSyntax.self),
                !(variable.parent?.parent?.parent?.is(ClosureExprSyntax.self) ?? false),
                variable.bindingSpecifier.tokenKind == .keyword(.let), asksEnvironment(variable)
            {
                return variable.enclosingType == nil
                    || variable.modifiers.contains { $0.name.tokenKind == .keyword(.static) }
            }
            current = outer.parent
        }
        return false
    }

    private static func asksEnvironment(_ variable: VariableDeclSyntax) -> Bool {
        variable.descendants(MemberAccessExprSyntax.self).contains {
            ["Environment.get", "ProcessInfo.processInfo.environment"].contains($0.trimmedText)
        }
    }

    /// `guard reader.canRead(1) else { return nil }` before `try! reader.readByte()` in the same block or one around it.
    private static func isAskedBefore(_ node: TryExprSyntax) -> Bool {
        guard let receiver = node.expression.as(FunctionCallExprSyntax.self)?.receiver?.trimmedText else {
            return false
        }
        var current = node.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            for item in outer.as(CodeBlockItemListSyntax.self) ?? [] where item.endPosition <= node.position {
                let asked = item.item.as(GuardStmtSyntax.self)?.conditions.first?.condition.as(
                    FunctionCallExprSyntax.self)
                if asked?.receiver?.trimmedText == receiver, Words.of(asked?.calleeName ?? "").first == "can" {
                    return true
                }
            }
            current = outer.parent
        }
        return false
    }
}
