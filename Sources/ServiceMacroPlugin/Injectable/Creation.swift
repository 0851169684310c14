#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// How the container creates a type, and the text of the extension that tells it.
struct Creation {
    private let type: String
    private let access: String
    private let isAsync: Bool
    private let isMain: Bool
    private let isThrowing: Bool
    private let parameters: [InjectedParameter]

    // MARK: Reading

    /// - Parameter context: What is around the type, the innermost first.
    init?(
        _ attribute: AttributeSyntax, _ declaration: some DeclGroupSyntax, _ type: String, within context: [Syntax],
        _ problems: Problems
    ) {
        self.type = type
        access = Self.access(of: declaration, within: context)
        let name = type
        if let declaration = declaration.as(ClassDeclSyntax.self) {
            if !declaration.modifiers.contains("final") {
                problems.add(
                    "notFinal",
                    "@Injectable creates exactly \(name): a subclass would inherit it. Make the class final.",
                    at: declaration.name, fixIts: [Self.makingFinal(declaration)])
            }
        } else if !declaration.is(StructDeclSyntax.self), !declaration.is(ActorDeclSyntax.self) {
            problems.add(
                "noInitializer",
                "@Injectable can be attached only to a class, a struct or an actor: it calls their initialiser.",
                at: attribute)
            return nil
        }
        Self.checkPlace(declaration, name, problems)
        guard let initializer = Self.initializer(of: declaration, name, attribute, problems) else { return nil }
        if let generic = initializer.genericParameterClause?.parameters.first {
            problems.add(
                "genericInitializer",
                """
                @Injectable cannot determine what '\(generic.name.text)' is: the container calls the initialiser without a \
                type. Make \(name) generic instead, or mark another initialiser @Inject.
                """, at: generic)
        }
        if let optional = initializer.optionalMark {
            problems.add(
                "optionalInitializer",
                "@Injectable needs an instance, and this initialiser may return nil. Let it throw instead.",
                at: optional)
        }
        let effects = initializer.signature.effectSpecifiers
        let isMain = Self.isMain(initializer, of: declaration)
        // Everyone else has to wait for another global actor.
        isAsync = effects?.asyncSpecifier != nil || !isMain && Self.isIsolated(initializer, of: declaration)
        isThrowing = Throwing(effects?.throwsClause).isThrowing
        self.isMain = isMain
        parameters = initializer.signature.parameterClause.parameters.enumerated().map {
            InjectedParameter(Parameter($1, position: $0, isSubscript: false))
        }
        Self.checkLeftOut(parameters, name, problems)
        for parameter in parameters {
            parameter.check(name, problems)
            if parameter.isPassed, isAsync || isMain {
                problems.add(
                    "passed",
                    """
                    @Passed arguments work only with synchronous initialisers outside the main actor. Register \(name) with a \
                    factory.
                    """, at: parameter.parameter.syntax)
            }
        }
    }

    /// Refuses a default value whose parameter would take the next argument.
    private static func checkLeftOut(_ parameters: [InjectedParameter], _ name: String, _ problems: Problems) {
        for (index, parameter) in parameters.enumerated() where parameter.isLeftOut && parameter.parameter.label == nil
        {
            guard let next = parameters[index...].first(where: { !$0.isLeftOut }), next.parameter.label == nil else {
                continue
            }
            problems.add(
                "leftOut",
                """
                @Injectable leaves out '\(parameter.parameter.name)' of \(name), which has a default value, and \
                '\(next.parameter.name)', which has no label either, would be passed for it. Give one of them a label.
                """, at: parameter.parameter.syntax)
        }
    }

    /// The access of what is generated, which stands in an extension of its own beside the outermost type.
    private static func access(of declaration: some DeclGroupSyntax, within context: [Syntax]) -> String {
        let outer = context.compactMap { $0.asProtocol((any WithModifiersSyntax).self)?.modifiers.writtenAccess }
        let own = declaration.modifiers.access(within: context)
        let isHidden = ([own] + outer).contains { [.private, .fileprivate].contains($0) }
        return isHidden && !context.isEmpty ? "fileprivate " : own.onMember
    }

    /// Refuses a type that an extension outside of it cannot extend, or that the container cannot store.
    private static func checkPlace(_ declaration: some DeclGroupSyntax, _ name: String, _ problems: Problems) {
        if name.contains("."), let modifier = declaration.modifiers.first(where: { $0.name.text == "private" }) {
            problems.add(
                "private",
                """
                @Injectable writes an extension of \(name) beside the outer type, where it cannot be private. Make it \
                fileprivate.
                """, at: modifier)
        }
        for inherited in declaration.inheritanceClause?.inheritedTypes ?? []
        where inherited.type.as(SuppressedTypeSyntax.self)?.type.trimmedDescription == "Copyable" {
            problems.add(
                "noncopyable",
                "@Injectable needs an instance that the container can hand out: \(name) is not copyable.",
                at: inherited.type)
        }
    }

    private static func isMain(_ initializer: InitializerDeclSyntax, of declaration: some DeclGroupSyntax) -> Bool {
        declaration.attributes.contains(named: "MainActor") && !initializer.modifiers.contains("nonisolated")
            || initializer.attributes.contains(named: "MainActor")
    }

    /// Whether the initialiser has a global actor. Those of types are known by their names, as other macros look the same.
    private static func isIsolated(_ initializer: InitializerDeclSyntax, of declaration: some DeclGroupSyntax) -> Bool {
        guard !initializer.modifiers.contains("nonisolated") else { return false }
        return initializer.attributes.plain.contains { attribute in
            attribute.arguments == nil && attribute.name.first?.isUppercase == true && attribute.name != "Inject"
        } || declaration.attributes.plain.contains { $0.arguments == nil && $0.name.hasSuffix("Actor") }
    }

    private static func makingFinal(_ declaration: ClassDeclSyntax) -> FixIt {
        var final = declaration
        final.classKeyword.leadingTrivia = []
        final.modifiers.append(
            DeclModifierSyntax(
                leadingTrivia: declaration.modifiers.isEmpty ? declaration.classKeyword.leadingTrivia : [],
                name: .keyword(.final), trailingTrivia: .space))
        return .replacing("final", "Make it final", declaration, by: final)
    }

    private static func initializer(
        of declaration: some DeclGroupSyntax, _ name: String, _ attribute: AttributeSyntax, _ problems: Problems
    ) -> InitializerDeclSyntax? {
        let initializers = declaration.memberBlock.members.compactMap { $0.decl.as(InitializerDeclSyntax.self) }
        let marked = initializers.filter { $0.attributes.contains(named: "Inject") }
        switch (initializers.count, marked.count) {
        case (1, _), (_, 1): return marked.first ?? initializers.first
        case (0, _) where declaration.hasConditionalInitializer:
            problems.add(
                "conditional",
                """
                @Injectable cannot determine which initialisers inside #if are active. Move the #if around \(name), or into \
                its initialiser.
                """, at: attribute)
        case (0, _):
            problems.add(
                "noInitializer",
                "@Injectable found no initialiser in \(name). Write the one that the container is to call.",
                at: attribute)
        case (_, 0):
            problems.add(
                "severalInitializers",
                "@Injectable found \(initializers.count) initialisers in \(name). Mark the one to use @Inject.",
                at: attribute)
        default:
            problems.add(
                "severalInitializers",
                "\(name) has more than one initialiser marked @Inject. Mark only the one to use.",
                at: marked[1].initKeyword)
        }
        return nil
    }

    // MARK: Writing

    private var needsArguments: Bool { parameters.contains(where: \.isPassed) }

    /// The protocol that the type conforms to.
    var conformance: String {
        if needsArguments { return "ArgumentInjectable" }
        if isAsync { return "AsyncInjectable" }
        return isMain ? "MainInjectable" : "Injectable"
    }

    /// The function that resolves a service.
    private var resolve: String {
        if isAsync { return "resolveAsync" }
        return isMain ? "resolveMain" : "resolve"
    }

    func text(declaringConformance isNew: Bool) -> String {
        """
        extension \(type)\(isNew ? ": \(conformance)" : "") {
            \(access)nonisolated static var needs: [ServiceNeed] {
                [\(parameters.compactMap(\.need).joined(separator: ", "))]
            }

        \(make)
        }
        """
    }

    private var make: String {
        let needs = parameters.contains { $0.need != nil }
        let keywords = (isThrowing || needs ? "try " : "") + (isAsync ? "await " : "")
        // Not by its name, which needs its generic arguments, and those of the types around it.
        let call = "\(keywords)Self(\(arguments))"
        if needsArguments {
            let passed = parameters.filter(\.isPassed).enumerated().map {
                ", argument\($0 + 1): \($1.passedType)"
            }
            return """
                    \(access)nonisolated static var creation: ArgumentCreation<CreatedInstance> {
                        ArgumentCreation { (env: ServiceEnv\(passed.joined())) in \(call) }
                    }
                """
        }
        let isolation = isMain && !isAsync ? "@MainActor \(access)static" : "\(access)nonisolated static"
        return """
                \(isolation) func make(in env: ServiceEnv)\(isAsync ? " async" : "") throws -> Self {
                    \(call)
                }
            """
    }

    private var arguments: String {
        var passed = 0
        return parameters.compactMap { parameter in
            if parameter.isPassed { passed += 1 }
            return parameter.argument(resolve: resolve, passed: "argument\(passed)")
        }.joined(separator: ", ")
    }
}

extension DeclGroupSyntax {
    fileprivate var hasConditionalInitializer: Bool {
        memberBlock.members.contains { member in
            member.decl.as(IfConfigDeclSyntax.self)?.clauses.contains { clause in
                guard case .decls(let members) = clause.elements else { return false }
                return members.contains { $0.decl.is(InitializerDeclSyntax.self) }
            } ?? false
        }
    }
}
#endif
