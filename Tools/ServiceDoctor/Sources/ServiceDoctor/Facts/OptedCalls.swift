import SwiftSyntax

/// Which functions a file calls only where a parameter says so that is false unless somebody passes another value.
struct OptedCalls: Sendable {
    /// The parameters by the functions that are called nowhere else in the file.
    private(set) var parameters: [NameDigest: Set<NameDigest>] = [:]
    /// The parameters that some call of the file gives anything but `false`.
    private(set) var raised: Set<NameDigest> = []

    init() {}

    init(_ unit: SourceUnit) {
        var opted: Set<SyntaxIdentifier> = []
        var found: [NameDigest: Set<NameDigest>] = [:]
        for function in unit.index.functions {
            let flags = Self.flags(of: function)
            guard !flags.isEmpty, let body = function.body else { continue }
            for choice in body.descendants(IfExprSyntax.self) {
                guard let label = flags[choice.conditions.trimmedText] else { continue }
                for call in choice.body.descendants(FunctionCallExprSyntax.self) where call.receiver != nil {
                    guard let name = call.calleeName else { continue }
                    opted.insert(call.id)
                    found[NameDigest(name), default: []].insert(NameDigest(label))
                }
            }
        }
        for call in unit.index.calls {
            if !found.isEmpty, call.receiver != nil, !opted.contains(call.id), let name = call.calleeName {
                found[NameDigest(name)] = nil
            }
            for argument in call.arguments {
                if let label = argument.label?.text, Self.mayRaise(argument.expression, label) {
                    raised.insert(NameDigest(label))
                }
            }
        }
        parameters = found
    }

    /// The labels of the parameters with `Bool = false`, by their names.
    private static func flags(of function: FunctionDeclSyntax) -> [String: String] {
        function.signature.parameterClause.parameters.reduce(into: [:]) { flags, parameter in
            guard parameter.type.trimmedText == "Bool", parameter.defaultValue?.value.trimmedText == "false" else {
                return
            }
            flags[(parameter.secondName ?? parameter.firstName).text] = parameter.firstName.text
        }
    }

    /// What is handed on under its own name raises nothing by itself.
    private static func mayRaise(_ value: ExprSyntax, _ label: String) -> Bool {
        switch value.kind {
        case .stringLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .closureExpr, .arrayExpr, .dictionaryExpr:
            false
        case .booleanLiteralExpr: value.as(BooleanLiteralExprSyntax.self)?.literal.tokenKind == .keyword(.true)
        case .declReferenceExpr: value.as(DeclReferenceExprSyntax.self)?.baseName.text != label
        default: true
        }
    }
}
