import SwiftSyntax

/// Which errors of a file have a type of the project's own: those that cases of enumerations hold, and those that
/// functions hand to their closures.
struct ErrorFacts: Sendable {
    /// How many declarations of a name give an error a type, and how many leave it open.
    struct Count: Sendable {
        var typed = 0
        var open = 0
    }

    /// By origin: `case:failed` and `call:redeem`.
    private(set) var origins: [String: Count] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        guard unit.words.hints.contains(.error) else { return }
        for type in unit.index.types where type.kind == .enum {
            for member in type.node.memberBlock.members {
                guard let cases = member.decl.as(EnumCaseDeclSyntax.self) else { continue }
                for element in cases.elements {
                    guard let payload = element.parameterClause else { continue }
                    note("case:\(element.name.text)", payload.parameters.map(\.type))
                }
            }
        }
        for function in unit.index.functions {
            let clause = function.signature.parameterClause
            guard unit.mentions(["Error"], in: clause) else { continue }
            let closures = clause.parameters.flatMap {
                $0.type.descendants(FunctionTypeSyntax.self)
                    + [$0.type.as(FunctionTypeSyntax.self)].compactMap(\.self)
            }
            note("call:\(function.name.text)", closures.flatMap { $0.parameters.map(\.type) })
        }
    }

    private mutating func note(_ origin: String, _ types: [TypeSyntax]) {
        let names = types.flatMap { type in
            type.descendants(IdentifierTypeSyntax.self).map(\.name.text) + [TypeName(type).text]
        }
        let errors = names.filter { $0.hasSuffix("Error") }
        guard !errors.isEmpty else { return }
        if errors.allSatisfy(TechnicalText.untyped.contains) {
            origins[origin, default: Count()].open += 1
        } else {
            origins[origin, default: Count()].typed += 1
        }
    }

    mutating func add(_ other: ErrorFacts) {
        origins.merge(other.origins) { Count(typed: $0.typed + $1.typed, open: $0.open + $1.open) }
    }

    /// Says whether every declaration of a name gives the error a type.
    func areTyped(_ origin: String) -> Bool {
        origins[origin].map { $0.typed > 0 && $0.open == 0 } ?? false
    }

    /// Where the error of an expression comes from, if a case or a closure around binds it.
    static func origin(around node: some SyntaxProtocol) -> String? {
        var current = node.parent
        while let outer = current {
            if let branch = outer.as(SwitchCaseSyntax.self), case .case(let label) = branch.label {
                let names = label.descendants(MemberAccessExprSyntax.self).map(\.declName.baseName.text)
                if let name = names.first, !["failure", "success", "finished"].contains(name) { return "case:\(name)" }
            }
            if outer.is(CatchClauseSyntax.self) { return nil }
            if let closure = outer.as(ClosureExprSyntax.self), closure.signature?.parameterClause != nil {
                return TaskContext.call(of: closure)?.calleeName.map { "call:\($0)" }
            }
            if outer.is(MemberBlockSyntax.self) { return nil }
            current = outer.parent
        }
        return nil
    }
}
