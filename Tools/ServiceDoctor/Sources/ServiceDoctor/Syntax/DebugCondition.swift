import SwiftSyntax

/// Says what the condition of an `#if` tells about builds for development and for release.
enum DebugCondition {
    /// True in debug builds or in the simulator only.
    case debug
    /// True in release builds only.
    case release
    /// Anything else.
    case unknown

    init(_ condition: ExprSyntax) {
        if let name = condition.as(DeclReferenceExprSyntax.self) {
            self =
                switch name.baseName.text {
                case "DEBUG": .debug
                case "RELEASE": .release
                // A flag of the project's own: `GRAPHDEBUG`, `DEBUG_LOGS`
                case let name where name.hasSuffix("DEBUG") || name.hasPrefix("DEBUG_"): .debug
                default: .unknown
                }
        } else if let call = condition.as(FunctionCallExprSyntax.self) {
            self = call.trimmedText == "targetEnvironment(simulator)" ? .debug : .unknown
        } else if let negation = condition.as(PrefixOperatorExprSyntax.self), negation.operator.text == "!" {
            switch DebugCondition(negation.expression) {
            case .debug: self = .release
            case .release: self = .debug
            case .unknown: self = .unknown
            }
        } else if let tuple = condition.as(TupleExprSyntax.self), tuple.elements.count == 1,
            let inner = tuple.elements.first
        {
            self = DebugCondition(inner.expression)
        } else if let sequence = condition.as(SequenceExprSyntax.self) {
            self = Self.conjunction(Array(sequence.elements))
        } else if let operation = condition.as(InfixOperatorExprSyntax.self) {
            self = Self.conjunction([operation.leftOperand, operation.operator, operation.rightOperand])
        } else {
            self = .unknown
        }
    }

    /// `DEBUG && os(iOS)` is still debug only; with `||` nothing is known, but for `arch(i386) || arch(x86_64)`, which was the simulator.
    private static func conjunction(_ elements: [ExprSyntax]) -> DebugCondition {
        let operators = elements.compactMap { $0.as(BinaryOperatorExprSyntax.self)?.operator.text }
        let operands = elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }.map(\.trimmedText)
        if operators == ["||"], Set(operands) == ["arch(i386)", "arch(x86_64)"] { return .debug }
        guard operators.allSatisfy({ $0 == "&&" }) else { return .unknown }
        let meanings = elements.filter { !$0.is(BinaryOperatorExprSyntax.self) }.map(DebugCondition.init)
        if meanings.contains(.debug) { return .debug }
        return meanings.contains(.release) ? .release : .unknown
    }

    /// Says whether a node is only there in builds with a flag of the project: `#if SNAPSHOTS`, but no `#if os(iOS)`.
    static func isBehindFlag(_ node: some SyntaxProtocol) -> Bool {
        var current = node.parent
        while let outer = current {
            if let flag = outer.as(IfConfigClauseSyntax.self)?.condition?.as(DeclReferenceExprSyntax.self),
                flag.baseName.text != "DEBUG"
            {
                return true
            }
            current = outer.parent
        }
        return false
    }
}
