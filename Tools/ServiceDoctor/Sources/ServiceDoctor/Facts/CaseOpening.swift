import SwiftSyntax

/// A pattern that takes the value out of a case: `case .failed(let text)`.
struct CaseOpening: Hashable, Sendable {
    /// All cases that its `switch` names; nil where nothing but the pattern says what it is compared with.
    private let named: Set<String>?
    /// Has a `default`, or a pattern that is no case.
    private let isOpenEnded: Bool

    init(_ pattern: FunctionCallExprSyntax) {
        guard let branch = pattern.nearest(SwitchCaseSyntax.self),
            let cases = branch.parent?.as(SwitchCaseListSyntax.self),
            case .case(let label) = branch.label,
            label.caseItems.contains(where: { Self.call(of: $0.pattern) == pattern })
        else {
            named = nil
            isOpenEnded = true
            return
        }
        var named: Set<String> = []
        var isOpenEnded = false
        for element in cases {
            guard let branch = element.as(SwitchCaseSyntax.self), case .case(let label) = branch.label else {
                isOpenEnded = true
                continue
            }
            for item in label.caseItems {
                guard let name = Self.name(of: item.pattern) else {
                    isOpenEnded = true
                    continue
                }
                named.insert(name)
            }
        }
        // Those of an optional.
        self.named = named.subtracting(["some", "none"])
        self.isOpenEnded = isOpenEnded
    }

    /// Says whether it may be a pattern for an enumeration with such cases and static properties.
    func mayConcern(_ cases: Set<String>, constants: Set<String>) -> Bool {
        guard let named else { return true }
        return named.isSubset(of: cases.union(constants))
            && (isOpenEnded || named.count >= cases.subtracting(["some", "none"]).count)
    }

    /// `.failed(let text)` of `case .failed(let text)` and `case let .failed(text)`
    private static func call(of pattern: PatternSyntax) -> FunctionCallExprSyntax? {
        expression(of: pattern)?.as(FunctionCallExprSyntax.self)
    }

    private static func name(of pattern: PatternSyntax) -> String? {
        guard let expression = expression(of: pattern) else { return nil }
        let called = expression.as(FunctionCallExprSyntax.self)?.calledExpression ?? expression
        return called.as(MemberAccessExprSyntax.self)?.declName.baseName.text
    }

    private static func expression(of pattern: PatternSyntax) -> ExprSyntax? {
        let inner = pattern.as(ValueBindingPatternSyntax.self)?.pattern ?? pattern
        return inner.as(ExpressionPatternSyntax.self)?.expression
    }
}
