#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// One requirement of a protocol: a method, a property or a subscript.
struct Requirement {
    enum Kind {
        case method(FunctionDeclSyntax)
        case property(VariableDeclSyntax)
        case `subscript`(SubscriptDeclSyntax)
    }

    let kind: Kind
    /// The base name, without backticks.
    let name: String
    let parameters: [Parameter]
    let isAsync: Bool
    let throwing: Throwing
    /// The type of the result or the property.
    let type: TypeSyntax
    /// The setter of a property or a subscript.
    let setter: AccessorDeclSyntax?

    // MARK: Reading

    init(_ function: FunctionDeclSyntax) {
        kind = .method(function)
        name = function.name.text.unescaped
        parameters = Self.parameters(function.signature.parameterClause, isSubscript: false)
        isAsync = function.signature.effectSpecifiers?.asyncSpecifier != nil
        throwing = Throwing(function.signature.effectSpecifiers?.throwsClause)
        type = function.signature.returnClause?.type.trimmed ?? "Void"
        setter = nil
    }

    init?(_ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax) {
        guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
            let type = binding.typeAnnotation?.type.trimmed
        else { return nil }
        kind = .property(variable)
        self.name = name.unescaped
        parameters = []
        self.type = type
        let accessors = Accessors(binding.accessorBlock)
        isAsync = accessors.isAsync
        throwing = accessors.throwing
        setter = accessors.setter
    }

    init(_ declaration: SubscriptDeclSyntax) {
        kind = .subscript(declaration)
        name = "subscript"
        parameters = Self.parameters(declaration.parameterClause, isSubscript: true)
        type = declaration.returnClause.type.trimmed
        let accessors = Accessors(declaration.accessorBlock)
        isAsync = accessors.isAsync
        throwing = accessors.throwing
        setter = accessors.setter
    }

    private static func parameters(_ clause: FunctionParameterClauseSyntax, isSubscript: Bool) -> [Parameter] {
        clause.parameters.enumerated().map { Parameter($1, position: $0, isSubscript: isSubscript) }
    }

    private struct Accessors {
        var isAsync = false
        var throwing = Throwing.nothing
        var setter: AccessorDeclSyntax?

        init(_ block: AccessorBlockSyntax?) {
            guard case .accessors(let list) = block?.accessors else { return }
            for accessor in list {
                if accessor.accessorSpecifier.text == "set" {
                    setter = accessor
                } else {
                    isAsync = accessor.effectSpecifiers?.asyncSpecifier != nil
                    throwing = Throwing(accessor.effectSpecifiers?.throwsClause)
                }
            }
        }
    }

    // MARK: Facts

    var attributes: AttributeListSyntax {
        switch kind {
        case .method(let declaration): declaration.attributes
        case .property(let declaration): declaration.attributes
        case .subscript(let declaration): declaration.attributes
        }
    }

    var modifiers: DeclModifierListSyntax {
        switch kind {
        case .method(let declaration): declaration.modifiers
        case .property(let declaration): declaration.modifiers
        case .subscript(let declaration): declaration.modifiers
        }
    }

    /// Where its problems are reported.
    var place: Syntax {
        switch kind {
        case .method(let declaration): Syntax(declaration.name)
        case .property(let declaration): Syntax(declaration.bindings)
        case .subscript(let declaration): Syntax(declaration.subscriptKeyword)
        }
    }

    /// The name as messages write it: `find(by:)`, `count`.
    var fullName: String {
        switch kind {
        case .property: name
        case .method, .subscript: name + "(" + labels.map { $0 + ":" }.joined() + ")"
        }
    }

    /// The argument labels, with `_` for none.
    var labels: [String] { parameters.map { $0.label?.unescaped ?? "_" } }

    func has(_ marker: String) -> Bool { attributes.contains(named: marker) }

    var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }

    var isVoid: Bool { ["Void", "()", "Swift.Void"].contains(type.trimmedDescription) }

    /// The generic parameters of a method, and the types that stand for one without a name.
    var genericNames: Set<String> {
        let clause: GenericParameterClauseSyntax? =
            switch kind {
            case .method(let declaration): declaration.genericParameterClause
            case .subscript(let declaration): declaration.genericParameterClause
            case .property: nil
            }
        return Set(clause?.parameters.map(\.name.text) ?? []).union(["some"])
    }

    /// The keywords of a call.
    var callKeywords: String { throwing.tryKeyword + (isAsync ? "await " : "") }

    /// The effects, as a closure or a getter writes them after its parameters.
    var effects: String { (isAsync ? " async" : "") + throwing.clause }

    // MARK: Writing

    /// The arguments that forward all parameters, without parentheses.
    var forwardedArguments: String { parameters.map(\.forwarded).joined(separator: ", ") }

    /// The name of a member of the generated type, in the body of the requirement: a parameter may have the same name.
    func member(_ name: String) -> String { parameters.contains { $0.name == name } ? "self.\(name)" : name }

    /// The expression that calls it on a service.
    func call(on service: String) -> String {
        switch kind {
        case .method(let declaration):
            "\(callKeywords)\(member(service)).\(declaration.name.text)(\(forwardedArguments))"
        case .property: "\(callKeywords)\(service).\(name.escaped)"
        case .subscript: "\(callKeywords)\(member(service))[\(forwardedArguments)]"
        }
    }

    /// The expression that a setter of it assigns to.
    func target(on service: String) -> String {
        if case .subscript = kind {
            "\(member(service))[\(forwardedArguments)]"
        } else {
            "\(service).\(name.escaped)"
        }
    }

    /// The declaration with a body.
    ///
    /// - Parameters:
    ///   - access: The access, followed by a space if it is written.
    ///   - set: The body of the setter.
    func declaration(_ access: String, get body: String, set: String? = nil) -> String {
        let prefix = attributes.repeated + access + modifiers.repeated
        let parameters = parameters.map { parameter in
            if case .subscript = kind {
                parameter.declaration(isSubscript: true)
            } else {
                parameter.declaration(isSubscript: false)
            }
        }.joined(separator: ", ")
        switch kind {
        case .method(let declaration):
            let generics = declaration.genericParameterClause?.trimmedDescription ?? ""
            let constraints = declaration.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
            let result = declaration.signature.returnClause.map { " -> " + $0.type.trimmedDescription } ?? ""
            return """
                \(prefix)func \(declaration.name.text)\(generics)(\(parameters))\(effects)\(result)\(constraints) {
                    \(body)
                }
                """
        case .property:
            return "\(prefix)var \(name.escaped): \(type.trimmedDescription) {\(accessors(body, set))}"
        case .subscript(let declaration):
            let generics = declaration.genericParameterClause?.trimmedDescription ?? ""
            let constraints = declaration.genericWhereClause.map { " " + $0.trimmedDescription } ?? ""
            return """
                \(prefix)subscript\(generics)(\(parameters)) -> \(type.trimmedDescription)\(constraints) {\(accessors(body, set))}
                """
        }
    }

    private func accessors(_ body: String, _ set: String?) -> String {
        let setter = set.map { "    set { \($0) }\n" } ?? ""
        return "\n    get\(effects) { \(body) }\n\(setter)"
    }
}
#endif
