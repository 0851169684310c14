import SwiftSyntax

/// What streams do when the task that reads them is cancelled.
extension MissingCancellationCheckRule {
    /// `answer` of `for try await part in model.answer(to: question)`, where nothing else throws.
    static func streams(readBy statement: DoStatement) -> [String] {
        let loops = statement.node.body.descendants(ForStmtSyntax.self, nested: false).filter { $0.tryKeyword != nil }
        guard statement.throwingExpressions.isEmpty, !loops.isEmpty else { return [] }
        return loops.map { loop in
            let sequence = ForcedValue.localValue(of: loop.sequence) ?? loop.sequence
            return sequence.as(FunctionCallExprSyntax.self)?.calleeName ?? ""
        }
    }

    /// `for try await part in stream { if Task.isCancelled { break } … }`, `for try await page in publisher.values` and what goes through
    /// an `AsyncThrowingStream` that it was given: when it is cancelled, the stream ends, and throws nothing.
    func endsItself(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        guard unit.words.hints.contains(.cancellation) || statement.throwingExpressions.isEmpty else { return false }
        let loops = statement.node.body.descendants(ForStmtSyntax.self, nested: false).filter { $0.tryKeyword != nil }
        if loops.contains(where: { $0.body.mentions(["isCancelled"]) }) { return true }
        return statement.throwingExpressions.isEmpty && !loops.isEmpty
            && loops.allSatisfy { loop in
                let sequence = ForcedValue.localValue(of: loop.sequence) ?? loop.sequence
                return sequence.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "values"
                    || Self.isGivenStream(sequence)
            }
    }

    /// `parts` of `func show(_ parts: AsyncThrowingStream<Part, any Error>)`
    private static func isGivenStream(_ sequence: ExprSyntax) -> Bool {
        guard let name = sequence.as(DeclReferenceExprSyntax.self)?.baseName.text,
            let function = sequence.enclosingFunction?.as(FunctionDeclSyntax.self)
        else { return false }
        return function.signature.parameterClause.parameters.contains { parameter in
            (parameter.secondName ?? parameter.firstName).text == name
                && TypeName.withoutArguments(TypeName(parameter.type).text) == "AsyncThrowingStream"
        }
    }

    /// `try Task.checkCancellation()` in the `do` itself, or a stream, whose source decides.
    static func looksItself(_ statement: DoStatement, in unit: SourceUnit) -> Bool {
        unit.words.hints.contains(.cancellation) && statement.node.body.mentions(["checkCancellation"])
            || statement.node.body.descendants(ForStmtSyntax.self, nested: false).contains { $0.tryKeyword != nil }
    }
}
