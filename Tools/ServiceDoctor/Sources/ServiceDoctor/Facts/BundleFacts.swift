import SwiftSyntax

/// Which functions of a file give places in the app's own bundle, and which places its calls hand to functions.
struct BundleFacts: Sendable {
    /// Where a place comes from.
    enum Origin: Sendable, Hashable {
        /// `Bundle.main.url(forResource: "intro", withExtension: "mp3")`
        case bundle
        /// What a function gives.
        case function(String)
        /// What a function is given: `play` and `url` of `func play(url: URL)`.
        case parameter(String, String)
        case other
    }

    /// The names of the functions that give nothing but such places.
    private(set) var functions: [String: Int] = [:]
    /// What is handed to each parameter that is called a URL.
    private(set) var arguments: [Origin: Set<Origin>] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        for function in unit.index.functions where Self.givesPlace(function, in: unit) {
            functions[function.name.text, default: 0] += 1
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
        arguments.merge(other.arguments) { $0.union($1) }
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
        guard let name = expression.as(DeclReferenceExprSyntax.self)?.baseName.text else { return .other }
        if let value = ForcedValue.localValue(of: expression) {
            // `guard let url = url` names the parameter again.
            if value.trimmedText != name { return origin(of: value) }
        }
        guard let function = expression.enclosingFunction?.as(FunctionDeclSyntax.self),
            let parameter = function.signature.parameterClause.parameters.first(where: {
                ($0.secondName ?? $0.firstName).text == name
            })
        else { return .other }
        return .parameter(function.name.text, parameter.firstName.text)
    }

    /// Looks a place up in the bundle, and nowhere else.
    private static func givesPlace(_ function: FunctionDeclSyntax, in unit: SourceUnit) -> Bool {
        guard let result = function.signature.returnClause?.type, ["URL", "String"].contains(TypeName(result).text),
            let body = function.body, unit.mentions(["forResource"], in: body)
        else { return false }
        return !unit.mentions(elsewhere, in: body)
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
        case .other: return false
        }
    }
}
