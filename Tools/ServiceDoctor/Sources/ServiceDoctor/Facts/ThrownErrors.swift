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
        /// Those of them that are no calls of the system whose errors are sentences.
        var triedBeside: Set<String> = []
        /// Throws something that is neither made there nor thrown by a function that is named.
        var throwsOtherwise = false
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
            let attempts = Self.attempts(in: body)
            known.throwsOtherwise = known.throwsOtherwise || Self.throwsOtherwise(body, attempts)
            known.triedBeside.formUnion(Self.functions(attempts, besideSystem: true))
            // Only a function without errors of its own is followed.
            if let types = thrown[function.id] {
                known.types.formUnion(types)
            } else {
                known.tried.formUnion(Self.functions(attempts))
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
                Function(
                    count: $0.count + $1.count, types: $0.types.union($1.types), tried: $0.tried.union($1.tried),
                    triedBeside: $0.triedBeside.union($1.triedBeside),
                    throwsOtherwise: $0.throwsOtherwise || $1.throwsOtherwise)
            }
        }
    }

    /// The types of the errors that are made where they are thrown.
    static func types(thrownIn body: CodeBlockSyntax) -> [String] {
        body.descendants(ThrowStmtSyntax.self, nested: false).compactMap(type)
    }

    static func type(thrownBy statement: ThrowStmtSyntax) -> String? { type(of: statement.expression) }

    /// The type of an error that is made: `StoreError` of `StoreError.locked` and `StoreError(code)`.
    static func type(of error: ExprSyntax) -> String? {
        let call = error.as(FunctionCallExprSyntax.self)
        if let type = call?.constructedType { return type }
        let value = call?.calledExpression ?? error
        return value.as(MemberAccessExprSyntax.self)?.base.flatMap(TypeName.init(expression:))?.text
    }

    /// The functions that attempts try.
    /// - Parameters:
    ///   - attempts: Those of a body.
    ///   - besideSystem: Leaves out calls of the system whose errors are sentences.
    static func functions(_ attempts: [TryExprSyntax], besideSystem: Bool = false) -> [String] {
        attempts.flatMap { attempt in
            attempt.descendants(FunctionCallExprSyntax.self, nested: false)
                .filter { !besideSystem || !FileCalls.contain($0) && !SystemSentences.contain($0) }.compactMap(
                    \.calleeName)
        }
    }

    /// Says whether something else than a function with a name throws: a loop over a stream, `try await task.value`, `throw error`.
    static func throwsOtherwise(_ body: CodeBlockSyntax, _ attempts: [TryExprSyntax]) -> Bool {
        body.descendants(ThrowStmtSyntax.self, nested: false).contains { type(thrownBy: $0) == nil }
            || body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
            || attempts.contains { $0.descendants(FunctionCallExprSyntax.self, nested: false).isEmpty }
    }

    /// Each `try` without a mark.
    static func attempts(in body: CodeBlockSyntax) -> [TryExprSyntax] {
        body.descendants(TryExprSyntax.self, nested: false).filter { $0.questionOrExclamationMark == nil }
    }
}
