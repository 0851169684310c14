import SwiftSyntax

/// Which functions and properties of a file give places in the app's own bundle, and which places its calls hand to functions.
struct BundleFacts: Sendable {
    /// Where a place comes from.
    enum Origin: Sendable, Hashable {
        /// `Bundle.main.url(forResource: "intro", withExtension: "mp3")`
        case bundle
        /// What a function gives, be it what it reads there.
        case function(String)
        /// What a property of the type around it gives: `Player` and `introURL`.
        case property(String, String)
        /// What a function is given: `play` and `url` of `func play(url: URL)`.
        case parameter(String, String)
        case other
    }

    /// The names of the functions that give nothing but such places.
    private(set) var functions: [String: Int] = [:]
    /// The computed properties that give nothing else.
    private(set) var properties: Set<Origin> = []
    /// What is handed to each parameter that is called a URL.
    private(set) var arguments: [Origin: Set<Origin>] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        for function in unit.index.functions where Self.givesPlace(function, in: unit) {
            functions[function.name.text, default: 0] += 1
        }
        for variable in unit.index.variables {
            guard let binding = variable.bindings.first, let body = binding.accessorBlock,
                let type = binding.typeAnnotation?.type, Self.givesPlace(type, Syntax(body), in: unit),
                let owner = variable.enclosingType
            else { continue }
            properties.insert(.property(TypeName.last(owner.declaredName), binding.pattern.trimmedText))
        }
        for call in unit.index.calls {
            for argument in call.arguments {
                guard let label = argument.label?.text, Self.isPlace(label), call.constructedType == nil,
                    let name = call.calleeName
                else { continue }
                arguments[.parameter(name, label), default: []].insert(Self.origin(of: argument.expression))
            }
        }
    }

    mutating func add(_ other: BundleFacts) {
        functions.merge(other.functions, uniquingKeysWith: +)
        properties.formUnion(other.properties)
        arguments.formUnions(other.arguments)
    }

    /// `url`, `audioURL` and `contentsOf`
    static func isPlace(_ label: String) -> Bool {
        label.hasSuffix("URL") || label == "url" || label.hasPrefix("contentsOf")
    }

    /// Where a place comes from, by way of the constants of its function.
    static func origin(of expression: ExprSyntax) -> Origin {
        if ForcedValue.readsBundle(expression) { return .bundle }
        if let call = expression.as(FunctionCallExprSyntax.self) {
            return call.constructedType == nil ? call.calleeName.map { .function($0) } ?? .other : .other
        }
        if let member = expression.as(MemberAccessExprSyntax.self), member.base?.trimmedText == "self" {
            return property(member.declName.baseName.text, at: expression)
        }
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return .other }
        if let value = ForcedValue.localValue(of: expression) {
            // `guard let url = url` names the parameter again.
            if value.trimmedText != name { return origin(of: value) }
        }
        guard let function = expression.enclosingFunction?.as(FunctionDeclSyntax.self),
            let parameter = function.signature.parameterClause.parameters.first(where: {
                ($0.secondName ?? $0.firstName).text == name
            })
        else { return property(name, at: expression) }
        return .parameter(function.name.text, parameter.firstName.text)
    }

    private static func property(_ name: String, at expression: ExprSyntax) -> Origin {
        expression.enclosingType.map { .property(TypeName.last($0.declaredName), name) } ?? .other
    }

    private static func givesPlace(_ function: FunctionDeclSyntax, in unit: SourceUnit) -> Bool {
        guard let result = function.signature.returnClause?.type, let body = function.body else { return false }
        return givesPlace(result, Syntax(body), in: unit)
    }

    /// Looks a place up in the bundle, and nowhere else; or reads what lies there.
    private static func givesPlace(_ result: TypeSyntax, _ body: Syntax, in unit: SourceUnit) -> Bool {
        ["URL", "String", "Data"].contains(TypeName(result).text) && unit.mentions(["forResource"], in: body)
            && !unit.mentions(elsewhere, in: body)
    }

    private static let elsewhere: [StaticString] = [
        "FileManager", "irectory(", "irectory,", "appending", "URL(string", "relativeTo",
    ]
}

extension Project {
    /// Says whether a place lies in the app's own bundle, wherever it is looked up.
    func isInBundle(_ origin: BundleFacts.Origin, depth: Int = 0) -> Bool {
        switch origin {
        case .bundle: return true
        case .function(let name):
            return bundle.functions[name].map { $0 == callers.declarations(of: name) } ?? false
        case .parameter:
            let handed = bundle.arguments[origin] ?? []
            return depth < 4 && !handed.isEmpty && handed.allSatisfy { isInBundle($0, depth: depth + 1) }
        case .property: return bundle.properties.contains(origin)
        case .other: return false
        }
    }
}
