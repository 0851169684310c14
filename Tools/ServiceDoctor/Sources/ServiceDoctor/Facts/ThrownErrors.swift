import SwiftSyntax

/// Which errors the functions of a file throw, and which functions they try.
struct ThrownErrors: Sendable {
    /// What the functions of one name throw.
    struct Function: Sendable {
        /// How many of them throw.
        var count = 0
        /// The types of what they throw themselves: `StoreError` of `throw StoreError.locked`.
        var types: Set<String> = []
        /// The functions that they try.
        var tried: Set<String> = []
    }

    private(set) var functions: [String: Function] = [:]

    init() {}

    init(_ unit: SourceUnit) {
        var thrown: [SyntaxIdentifier: [String]] = [:]
        for statement in unit.index.throwStatements {
            guard let function = Self.scope(around: statement), let type = Self.type(thrownBy: statement) else {
                continue
            }
            thrown[function.id, default: []].append(type)
        }
        for function in unit.index.functions where function.signature.effectSpecifiers?.throwsClause != nil {
            guard let body = function.body, !body.statements.isEmpty else { continue }
            var known = functions[function.name.text] ?? Function()
            known.count += 1
            // Only a function without errors of its own is followed.
            if let types = thrown[function.id] {
                known.types.formUnion(types)
            } else {
                known.tried.formUnion(Self.functions(triedIn: body))
            }
            functions[function.name.text] = known
        }
    }

    /// The function that a statement throws from.
    private static func scope(around statement: ThrowStmtSyntax) -> Syntax? {
        var current = statement.parent
        while let outer = current {
            if outer.opensScope { return outer }
            current = outer.parent
        }
        return nil
    }

    init(_ files: [ThrownErrors]) {
        for file in files {
            functions.merge(file.functions) {
                Function(count: $0.count + $1.count, types: $0.types.union($1.types), tried: $0.tried.union($1.tried))
            }
        }
    }

    /// The types of the errors that are made where they are thrown.
    static func types(thrownIn body: CodeBlockSyntax) -> [String] {
        body.descendants(ThrowStmtSyntax.self, nested: false).compactMap(type)
    }

    private static func type(thrownBy statement: ThrowStmtSyntax) -> String? {
        let call = statement.expression.as(FunctionCallExprSyntax.self)
        if let type = call?.constructedType { return type }
        let value = call?.calledExpression ?? statement.expression
        return value.as(MemberAccessExprSyntax.self)?.base.flatMap(TypeName.init(expression:))?.text
    }

    /// The functions under a `try` without a mark.
    static func functions(triedIn body: CodeBlockSyntax) -> [String] {
        body.descendants(TryExprSyntax.self, nested: false).filter { $0.questionOrExclamationMark == nil }.flatMap {
            $0.descendants(FunctionCallExprSyntax.self, nested: false).compactMap(\.calleeName)
        }
    }
}
