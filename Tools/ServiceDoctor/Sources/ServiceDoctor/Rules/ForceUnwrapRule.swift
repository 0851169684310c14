import SwiftSyntax

struct ForceUnwrapRule: Rule {
    let description = RuleDescription(
        id: "force_unwrap",
        severity: .warning,
        summary: "Finds values unwrapped with `!` and casts with `as!`.",
        reason: """
            A force unwrap says "this is never nil" and asks nobody. When it is nil after all, the app ends without a word; \
            a `guard` would have said what is missing.
            """,
        exceptions:
            "`URL(string:)!` and `Shell(rawValue:)!` of a literal, `@IBOutlet` declarations, the operators `!` and `!=`.",
        triggering: [
            "let name = ↓user.name!",
            "let cell = ↓tableView.dequeueReusableCell(withIdentifier: \"Item\") as! ItemCell",
            "let url = ↓URL(string: \"https://example.com/\\(path)\")!",
            "let window = ↓UIApplication.shared.windows.first!.rootViewController",
            "let service = ↓container.resolve(NetworkService.self)!",
            """
            func configure(_ item: Item?) {
                title = ↓item!.name
            }
            """,
            "let model = fallback ?? ↓cache[key] as! Model",
        ],
        clean: [
            "let url = URL(string: \"https://example.com\")!",
            "let shell = Shell(rawValue: \"fish\")!",
            "class Cell: UITableViewCell { @IBOutlet weak var title: UILabel! }",
            "if !items.isEmpty && a != b { reload() }",
            "guard let name = user.name else { return }",
            "let cell = dequeue() as? ItemCell",
            "let text = \"Really!\" // certainly!",
            """
            struct ItemRow_Previews: PreviewProvider {
                static var previews: some View { ItemRow(item: Item.samples.first!) }
            }
            """,
            "infix operator =!=: ComparisonPrecedence",
        ])

    func inspect(_ unit: SourceUnit) -> [Finding] {
        var places: Set<Place> = []
        for node in unit.index.forcedUnwraps where !isLiteral(node.expression) {
            places.insert(unit.place(of: node))
        }
        let unwraps = places.map {
            finding($0, "'!' crashes when this is nil.", fix: "Unwrap with guard let, if let or ??.")
        }
        let casts = unit.index.forcedCasts.compactMap { node -> Finding? in
            guard let sequence = node.parent?.parent?.as(SequenceExprSyntax.self) else { return nil }
            return finding(
                unit.place(of: castOperand(of: node, in: sequence)), "'as!' crashes when this is of another type.",
                fix: "Cast with as? and handle the other case.")
        }
        return unwraps + casts
    }

    /// The operand before `as!` in the flat list of a sequence.
    private func castOperand(of node: UnresolvedAsExprSyntax, in sequence: SequenceExprSyntax) -> ExprSyntax {
        let elements = Array(sequence.elements)
        guard let index = elements.firstIndex(where: { $0.id == node.id }), index > 0 else { return ExprSyntax(node) }
        return elements[index - 1]
    }

    /// `URL(string: "https://example.com")!`, `Shell(rawValue: "fish")!`: fails always or never, so that one run shows it.
    private func isLiteral(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self), call.arguments.count == 1,
            let argument = call.arguments.first, ["string", "rawValue"].contains(argument.label?.text ?? "")
        else { return false }
        let isMade =
            call.constructedType != nil
            || (call.calledExpression.as(MemberAccessExprSyntax.self)?.declName.baseName.tokenKind == .keyword(.`init`))
        if let text = argument.expression.as(StringLiteralExprSyntax.self) { return isMade && text.plainText != nil }
        return isMade && argument.expression.is(IntegerLiteralExprSyntax.self)
    }
}
