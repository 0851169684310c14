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
        exceptions: "`URL(string:)!` of a literal, `@IBOutlet` declarations, the operators `!` and `!=`.",
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
        for node in unit.index.forcedUnwraps where !isLiteralURL(node.expression) {
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

    private func isLiteralURL(_ expression: ExprSyntax) -> Bool {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            call.plainName == "URL" || call.constructedType == "URL",
            let argument = call.argument("string")?.expression.as(StringLiteralExprSyntax.self)
        else { return false }
        return argument.plainText != nil
    }
}
