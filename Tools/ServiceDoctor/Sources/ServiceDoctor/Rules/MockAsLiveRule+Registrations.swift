import SwiftSyntax

// Which registrations decide what a program runs with.
extension MockAsLiveRule {
    /// A registration in an assembly of Swinject that is not for tests, and that nothing chooses.
    func isProduction(_ call: FunctionCallExprSyntax) -> Bool {
        let closure = call.trailingClosure ?? call.argument("factory")?.expression.as(ClosureExprSyntax.self)
        guard call.calleeName == "register", closure?.signature != nil,
            !call.enclosingTypeNames.contains(where: Self.isForTests),
            !Self.isForTests(call.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text ?? ""),
            !Self.isForTests(call.nearest(PatternBindingSyntax.self)?.pattern.trimmedText ?? ""),
            let service = InjectionReader.typeArgument(call.arguments.first?.expression), !Words.nameMock(service.text)
        else { return false }
        var current = call.parent
        while let node = current, !node.opensScope {
            if [.ifExpr, .switchCase, .ifConfigClause].contains(node.kind) { return false }
            current = node.parent
        }
        return true
    }

    /// A registration with this package's container that is not for tests, previews or development, and that nothing chooses.
    func isWiring(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.calleeName, Self.registering.contains(name), let receiver = call.receiver,
            let service = InjectionReader.typeArgument(call.arguments.first?.expression), !Words.nameMock(service.text)
        else { return false }
        let places =
            [
                receiver.trimmedText, call.enclosingFunction?.as(FunctionDeclSyntax.self)?.name.text,
                call.nearest(PatternBindingSyntax.self)?.pattern.trimmedText,
            ]
            + call.enclosingTypeNames
        guard !places.compactMap(\.self).contains(where: Self.isForTrial) else { return false }
        var current = call.parent
        while let node = current, node.declGroup == nil {
            if [.ifExpr, .switchCase, .ifConfigClause, .ternaryExpr, .guardStmt].contains(node.kind) { return false }
            // `withOverrides({ $0.register(…) })` and other closures that get an environment to try something in.
            if node.is(ClosureExprSyntax.self), receiver.trimmedText.hasPrefix("$") { return false }
            current = node.parent
        }
        return true
    }

    static func isForTrial(_ name: String) -> Bool {
        isForTests(name)
            || !Set(Words.of(name)).isDisjoint(with: [
                "dev", "development", "staging", "offline", "sample", "screenshot",
            ])
    }

    private static let registering: Set<String> = ["register", "registerMain", "registerAsync", "registerResilient"]

    /// A registration in an assembly of the live services, or with the online environment.
    func isLive(_ call: FunctionCallExprSyntax) -> Bool {
        guard let name = call.calleeName, Self.registering.contains(name), let receiver = call.receiver
        else { return false }
        if receiver.as(MemberAccessExprSyntax.self)?.declName.baseName.text == "online" { return true }
        guard let type = call.enclosingType.map({ TypeName.last($0.declaredName) }), type.hasSuffix("Assembly") else {
            return false
        }
        return !Set(Words.of(type)).isDisjoint(with: ["live", "production"])
    }
}
