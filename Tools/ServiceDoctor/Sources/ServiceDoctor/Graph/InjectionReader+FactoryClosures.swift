import SwiftSyntax

// What the closure of a registration takes and gives.
extension InjectionReader {
    static func firstParameter(of closure: ClosureExprSyntax) -> String? {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): list.first?.name.text
        case .parameterClause(let clause): clause.parameters.first.map { ($0.secondName ?? $0.firstName).text }
        case nil: nil
        }
    }

    static func parameterCount(_ closure: ClosureExprSyntax) -> Int {
        switch closure.signature?.parameterClause {
        case .simpleInput(let list): list.count
        case .parameterClause(let clause): clause.parameters.count
        case nil: 0
        }
    }

    /// `{ $0.resolve(Client.self)! }`, `{ try env.resolve(Client.self) }`
    static func onlyForwards(_ closure: ClosureExprSyntax) -> Bool {
        let results = ResultExpressions.of(Syntax(closure))
        guard closure.statements.count == 1, var result = results.first, results.count == 1 else { return false }
        while true {
            if let forced = result.as(ForceUnwrapExprSyntax.self) {
                result = forced.expression
            } else if let attempt = result.as(TryExprSyntax.self) {
                result = attempt.expression
            } else if let wait = result.as(AwaitExprSyntax.self) {
                result = wait.expression
            } else {
                // Another container may have the service in another scope.
                let container = result.as(FunctionCallExprSyntax.self)?.receiver?.trimmedText
                return result.as(FunctionCallExprSyntax.self)?.calleeName.map(resolving.contains) ?? false
                    && [firstParameter(of: closure) ?? "$0", "env"].contains(container)
            }
        }
    }

    /// `Router` and `Song` of `{ (resolver, source: Router, song: Song) in … }`; empty texts for types that are not written, or may be
    /// written in other ways.
    static func argumentTypes(_ closure: ClosureExprSyntax) -> [String] {
        guard case .parameterClause(let clause)? = closure.signature?.parameterClause else { return [] }
        return clause.parameters.dropFirst().map { parameter in
            let type = parameter.type?.as(IdentifierTypeSyntax.self)
            return type?.genericArgumentClause == nil ? type?.name.text ?? "" : ""
        }
    }
}
