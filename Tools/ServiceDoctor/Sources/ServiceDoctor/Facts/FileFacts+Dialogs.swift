import SwiftSyntax

/// What alerts, sheets and toasts show, which is gone when they are.
extension FileFacts {
    /// The names that the arguments of a view's alerts, sheets and toasts mention, those of the view's own state with its type: `FormView.errorMessage`.
    static func dialogMembers(in unit: SourceUnit) -> Set<String> {
        guard unit.words.hints.contains(.dialog) else { return [] }
        var names: Set<String> = []
        for call in unit.index.calls {
            guard let name = call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
                mayBeDialog(name), !dialogs.isDisjoint(with: Words.of(name))
            else { continue }
            // A banner may also be a view that stays: one whose showing is bound goes by itself.
            if Words.of(name).contains("banner") {
                guard let bound = call.arguments.first(where: bindsShowing)?.expression else { continue }
                names.formUnion(bound.descendants(DeclReferenceExprSyntax.self).map(\.baseName.text))
            }
            let own = ownState(around: call)
            var parts = [Syntax(call.arguments)]
            // A sheet's content is a whole screen, which may well show an error of its own.
            if !name.hasSuffix("heet") {
                parts += ([call.trailingClosure] + call.additionalTrailingClosures.map(\.closure)).compactMap {
                    $0.map { Syntax($0) }
                }
            }
            for part in parts {
                for token in part.tokens(viewMode: .sourceAccurate) {
                    guard case .identifier(let text) = token.tokenKind else { continue }
                    let isMember = token.previousToken(viewMode: .sourceAccurate)?.tokenKind == .period
                    let bound = text.hasPrefix("$") ? String(text.dropFirst()) : nil
                    if !isMember, let member = own[bound ?? text] {
                        names.insert(member)
                    } else if let bound {
                        names.insert(bound)
                    } else if isMember ? !isCase(token) : text != "error", ErrorState.isErrorName(text) {
                        names.insert(owner(of: token, in: unit).map { "\($0).\(text)" } ?? text)
                    }
                }
            }
        }
        return names
    }

    /// `.error` of `case .error(let text)`.
    private static func isCase(_ member: TokenSyntax) -> Bool {
        member.parent?.parent?.as(MemberAccessExprSyntax.self)?.base == nil
    }

    /// `FeedModel` for the member of `model.error`, where the view tells the type of `model`.
    private static func owner(of member: TokenSyntax, in unit: SourceUnit) -> String? {
        let access = member.parent?.parent?.as(MemberAccessExprSyntax.self)
        guard let base = access?.base, access?.declName.baseName.id == member.id else { return nil }
        return unit.properties.type(ofReceiver: base)
    }

    /// What the view around a call keeps in `@State`, by its name.
    private static func ownState(around call: FunctionCallExprSyntax) -> [String: String] {
        guard let view = call.enclosingType else { return [:] }
        let variables = view.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        return variables.filter { $0.attributes.names.contains("State") }.flatMap(\.bindings).reduce(into: [:]) {
            own, binding in
            let name = binding.pattern.trimmedText
            own[name] = "\(TypeName.last(view.declaredName)).\(name)"
        }
    }

    private static let dialogs: Set<String> = [
        "alert", "toast", "snackbar", "sheet", "dialog", "popup", "hud", "banner",
    ]

    /// `show: $model.banner.show`
    private static func bindsShowing(_ argument: LabeledExprSyntax) -> Bool {
        guard let label = argument.label?.text, argument.expression.trimmedText.hasPrefix("$") else { return false }
        return ["show", "showing", "presented", "visible"].contains { Words.of(label).contains($0) }
    }

    /// Spares splitting most names.
    private static func mayBeDialog(_ name: String) -> Bool {
        let ends: [StaticString] = ["lert", "oast", "heet", "ialog", "nackbar", "opup", "HUD", "anner"]
        let bytes = Array(name.utf8)
        return ends.contains(where: bytes.contains(word:))
    }
}
