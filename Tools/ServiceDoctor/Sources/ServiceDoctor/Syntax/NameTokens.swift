import SwiftSyntax

/// The places of a file that write a name, found when a rule asks for them.
final class NameTokens {
    private let tree: SourceFileSyntax
    private let bytes: [UInt8]
    private var known: [String: [TokenSyntax]] = [:]
    /// So often a name may be written for its places to be looked up one by one, rather than by a walk through the tree.
    private static let few = 16

    /// - Parameters:
    ///   - tree: The file.
    ///   - bytes: What the tree was parsed from.
    init(_ tree: SourceFileSyntax, _ bytes: [UInt8]) {
        self.tree = tree
        self.bytes = bytes
    }

    func tokens(of name: String) -> [TokenSyntax] {
        if let tokens = known[name] { return tokens }
        let names: Set<String> = [name, "$\(name)", "_\(name)"]
        func isMeant(_ token: TokenSyntax) -> Bool {
            guard names.contains(token.text) else { return false }
            // `info["error"]` is a text.
            if case .stringSegment = token.tokenKind { return false }
            return true
        }
        let offsets = bytes.offsets(of: Array(name.utf8))
        let found: [TokenSyntax]
        if offsets.count > Self.few {
            found = tree.tokens(viewMode: .sourceAccurate).filter(isMeant)
        } else {
            found = offsets.compactMap { offset in
                let token = tree.token(at: AbsolutePosition(utf8Offset: offset))
                // Not in a comment before it.
                let isItself = token.map {
                    $0.positionAfterSkippingLeadingTrivia.utf8Offset <= offset
                        && offset < $0.endPositionBeforeTrailingTrivia.utf8Offset
                }
                return isItself ?? false ? token.flatMap { isMeant($0) ? $0 : nil } : nil
            }
        }
        known[name] = found
        return found
    }

    /// The places that name something in an expression, declarations and labels left out.
    func mentions(of name: String) -> [DeclReferenceExprSyntax] {
        tokens(of: name).compactMap { $0.text == name ? $0.parent?.as(DeclReferenceExprSyntax.self) : nil }
    }

    /// Stands for what a catch, or a parameter, calls `error`.
    private static func isCaught(_ token: TokenSyntax) -> Bool {
        if token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period { return false }
        var current = token.parent
        while let outer = current, !outer.is(MemberBlockSyntax.self) {
            if outer.is(CatchClauseSyntax.self) { return true }
            if let closure = outer.as(ClosureExprSyntax.self), closure.signature?.mentions([token.text]) ?? false {
                return true
            }
            if let function = outer.as(FunctionDeclSyntax.self) {
                return function.signature.parameterClause.mentions([token.text])
            }
            current = outer.parent
        }
        return false
    }

    /// Says whether a file, or a part of it, only declares something and assigns to it.
    func isNeverRead(_ name: String, where isMeant: (TokenSyntax) -> Bool = { _ in true }) -> Bool {
        tokens(of: name).filter(isMeant).allSatisfy { token in
            guard let parent = token.parent else { return false }
            // The error of a catch, or of a closure, is another one.
            if name == "error", Self.isCaught(token) { return true }
            if parent.is(EnumCaseElementSyntax.self) { return true }
            // `.error` alone is a case, or a constant of some type.
            if let member = parent.parent?.as(MemberAccessExprSyntax.self), member.base == nil { return true }
            // `logger.error("…")` is a function of something else.
            if parent.as(DeclReferenceExprSyntax.self)?.isMethod ?? false { return true }
            if parent.is(LabeledExprSyntax.self) || parent.is(FunctionParameterSyntax.self) { return true }
            if parent.is(IdentifierPatternSyntax.self) {
                // `if let error = note.error` declares one; `if let error` reads it.
                let binding = parent.parent?.as(OptionalBindingConditionSyntax.self)
                return binding == nil || binding?.initializer != nil
            }
            guard let reference = parent.as(DeclReferenceExprSyntax.self) else { return false }
            return token.text == name && (reference.isAssignedTo || reference.isKept(as: name)) || reference.isPrinted
        }
    }
}

extension TokenSyntax {
    /// The name in `error != nil`, `self.error == nil` and `if let _ = error`.
    var isComparedWithNil: Bool {
        let whole = parent?.as(DeclReferenceExprSyntax.self)?.withOwner
        let binding = whole?.parent?.parent?.as(OptionalBindingConditionSyntax.self)
        if binding?.pattern.trimmedText == "_" { return true }
        let sequence = whole?.parent?.parent?.as(SequenceExprSyntax.self)
        let next = whole.flatMap { whole in sequence?.elements.first { $0.position >= whole.endPosition } }
        let last = next.flatMap { next in sequence?.elements.first { $0.position >= next.endPosition } }
        return ["==", "!="].contains(next?.as(BinaryOperatorExprSyntax.self)?.operator.text)
            && last?.is(NilLiteralExprSyntax.self) ?? false
    }
}

extension DeclReferenceExprSyntax {
    /// The value of `self.loadError = loadError`.
    fileprivate func isKept(as name: String) -> Bool {
        guard let assignment = withOwner.parent?.parent?.as(SequenceExprSyntax.self).flatMap(Assignment.init) else {
            return false
        }
        return assignment.ownProperty == name && assignment.value.map(\.id) == [withOwner.id]
    }

    /// `self.task` around `task`.
    var withOwner: ExprSyntax {
        guard let member = parent?.as(MemberAccessExprSyntax.self), member.declName.id == id else {
            return ExprSyntax(self)
        }
        return ExprSyntax(member)
    }

    /// A function of another object: `error` of `logger.error("…")`.
    var isMethod: Bool {
        guard let member = parent?.as(MemberAccessExprSyntax.self), member.declName.id == id,
            let base = member.base, base.trimmedText != "self"
        else { return false }
        return member.isCalled
    }

    /// Part of what is printed or logged: only developers read that.
    var isPrinted: Bool {
        var current = parent
        while let outer = current, !outer.opensScope, !outer.is(CodeBlockItemSyntax.self) {
            if let call = outer.as(FunctionCallExprSyntax.self), call.arguments.contains(self),
                PrintCall.names.contains(call.plainName ?? "") || call.isOfLogger
            {
                return true
            }
            current = outer.parent
        }
        return false
    }

    /// The target of an assignment.
    var isAssignedTo: Bool {
        let whole = withOwner
        guard let sequence = whole.parent?.parent?.as(SequenceExprSyntax.self) else { return false }
        return sequence.elements.first?.id == whole.id && Assignment(sequence) != nil
    }
}

extension FunctionCallExprSyntax {
    /// `logger.error("…")`, `Self.log.info("…")`
    fileprivate var isOfLogger: Bool {
        let last = receiver?.trimmedText.split(separator: ".").last.map(String.init) ?? ""
        return ["log", "logger"].contains(Words.of(last).last)
    }
}

extension MemberAccessExprSyntax {
    /// Is called as a function is.
    var isCalled: Bool { parent?.as(FunctionCallExprSyntax.self)?.calledExpression.id == ExprSyntax(self).id }
}

extension VariableDeclSyntax {
    /// A property that only its own file reads and changes.
    var isPrivateProperty: Bool {
        parent?.is(MemberBlockItemSyntax.self) ?? false && modifiers.contains(where: \.isPrivate)
    }
}

extension DeclModifierSyntax {
    /// `private` or `fileprivate`, but no `private(set)`.
    var isPrivate: Bool {
        detail == nil && [.keyword(.private), .keyword(.fileprivate)].contains(name.tokenKind)
    }

    /// `static` or `class`: belongs to the type.
    var isOfType: Bool { [.keyword(.static), .keyword(.class)].contains(name.tokenKind) }
}
