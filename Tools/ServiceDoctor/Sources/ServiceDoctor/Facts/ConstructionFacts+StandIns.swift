import SwiftSyntax

extension ConstructionFacts {
    /// The types that the tests of a file make of nothing but stand-ins: `InboxService(mailer: mailer)` after `mailer = MailerMock()`.
    static func madeOfStandIns(in unit: SourceUnit) -> Set<String> {
        guard unit.kind == .test, !unit.words.mockNames.isEmpty else { return [] }
        let calls = unit.index.setAsideCalls
        let kept = Set(calls.filter(isStandIn).compactMap(variable))
        let made = calls.filter { call in
            call.trailingClosure == nil && !call.arguments.isEmpty
                && call.arguments.allSatisfy { isStandIn($0.expression, kept) }
        }
        return Set(made.compactMap(\.constructedType).map(TypeName.last))
    }

    private static func isStandIn(_ call: FunctionCallExprSyntax) -> Bool {
        call.constructedType.map { Words.nameStandIn(TypeName.last($0)) } ?? false
    }

    private static func isStandIn(_ argument: ExprSyntax, _ kept: Set<String>) -> Bool {
        if let call = argument.as(FunctionCallExprSyntax.self) { return isStandIn(call) }
        if let forced = argument.as(ForceUnwrapExprSyntax.self) { return isStandIn(forced.expression, kept) }
        let name =
            argument.as(DeclReferenceExprSyntax.self)?.baseName.text
            ?? argument.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return name.map { kept.contains($0) || Words.nameStandIn($0) } ?? false
    }

    /// `mailer` of `let mailer = MailerMock()` and `self.mailer = MailerMock()`.
    private static func variable(keeping call: FunctionCallExprSyntax) -> String? {
        if let binding = call.parent?.parent?.as(PatternBindingSyntax.self) {
            return binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        }
        guard let sequence = call.parent?.parent?.as(SequenceExprSyntax.self), let assignment = Assignment(sequence)
        else { return nil }
        return assignment.lastName
    }
}
